/* Delays the enrichment of the watch page (theme, information and recommendations) until the video no longer
   competes for the network: until the video has played for 1.5 s, the person has scrolled, or six seconds have
   passed without playback; and then until the browser is idle. */
import type { WatchedItemType } from '@butaca/contract';
import { Button, lazyPart } from '@butaca/ui';
import { useEffect, useState } from 'react';
import { after } from '../../../platform/base/clock.ts';

const playedMs = 1_500;
const longestDelayMs = 6_000;
const idleTimeoutMs = 2_000;

const panels = lazyPart(async () => (await import('./enrichment.tsx')).Enrichment);

interface DelayedEnrichmentProps {
  itemType: WatchedItemType;
  itemId: string;
}

/**
 * Renders the theme, the information panel and the recommendations of a watch page once the video no longer competes
 * for the network. A different film or channel needs a different React key.
 */
export function DelayedEnrichment({ itemType, itemId }: DelayedEnrichmentProps) {
  const isDue = useIsDue();
  const { Part, isFailed, retry } = panels.usePart(isDue);
  const [hasFailed, setHasFailed] = useState(false);
  if (isFailed && !hasFailed) setHasFailed(true);
  // The code of the panels below the video may already be loaded since the previous video; their API calls are delayed
  // all the same.
  if (isDue && Part !== undefined) return <Part itemType={itemType} itemId={itemId} takesFocus={hasFailed} />;
  if (!hasFailed) return null;
  return (
    <div className="watch__more" role="alert">
      <p>Error cargando información adicional</p>
      {/* The «Reintentar» button stays mounted during the retry, so that it keeps the focus. */}
      <Button size="sm" loading={!isFailed} onClick={retry}>
        Reintentar
      </Button>
    </div>
  );
}

/**
 * Whether the video no longer competes for the network, so that the watch page may load the theme, information and
 * recommendations below it.
 */
function useIsDue(): boolean {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    if (isDue) return undefined;
    let idle: number | undefined;
    const rest = (): void => {
      // Safari has no `requestIdleCallback`, so there the information and recommendations load without waiting for an
      // idle moment.
      if (typeof requestIdleCallback === 'undefined') setDue(true);
      else idle ??= requestIdleCallback(() => setDue(true), { timeout: idleTimeoutMs });
    };
    let cancel = after(longestDelayMs, rest);
    const play = (): void => {
      cancel();
      cancel = after(playedMs, rest);
    };
    const scroll = (): void => {
      if (scrollY > 0) rest();
    };
    // The page may already have been scrolled before the `scroll` listener is added below.
    scroll();
    // Media events such as `playing` do not bubble, so the listener on `document` uses the capture phase.
    document.addEventListener('playing', play, { capture: true });
    document.addEventListener('scroll', scroll, { passive: true });
    return () => {
      cancel();
      if (idle !== undefined) cancelIdleCallback(idle);
      document.removeEventListener('playing', play, { capture: true });
      document.removeEventListener('scroll', scroll);
    };
  }, [isDue]);
  return isDue;
}
