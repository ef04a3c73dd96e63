/*
 * Delays the enrichment (theme, information and recommendations) until the video no longer competes for the connection:
 * until the video has played for a short time, the person has scrolled, or the video has not started within the longest
 * delay; and then until the browser is idle.
 */
import type { WatchedItemType } from '@butaca/contract';
import { Button, lazyPart } from '@butaca/ui';
import { useEffect, useState } from 'react';

const playedMs = 1_500;
const longestDelayMs = 6_000;
const idleTimeoutMs = 2_000;

const panels = lazyPart(async () => (await import('./enrichment.tsx')).Enrichment);

interface DelayedEnrichmentProps {
  itemType: WatchedItemType;
  itemId: string;
}

/** Renders the panels and the theme of the watch page once they are due. A different item needs a different React key. */
export function DelayedEnrichment({ itemType, itemId }: DelayedEnrichmentProps) {
  const isDue = useIsDue();
  const { Part, isFailed, retry } = panels.usePart(isDue);
  const [hasFailed, setHasFailed] = useState(false);
  if (isFailed && !hasFailed) setHasFailed(true);
  // The panels' code may already be loaded from the previous title; their calls are delayed all the same.
  if (isDue && Part !== undefined) return <Part itemType={itemType} itemId={itemId} takesFocus={hasFailed} />;
  if (!hasFailed) return null;
  return (
    <div className="watch__more" role="alert">
      <p>Error cargando información adicional</p>
      {/* The button stays mounted during the retry, so that it keeps the focus. */}
      <Button size="sm" loading={!isFailed} onClick={retry}>
        Reintentar
      </Button>
    </div>
  );
}

/** Whether the video no longer competes for the connection, so that the panels may load. */
function useIsDue(): boolean {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    if (isDue) return undefined;
    let idle: number | undefined;
    const rest = (): void => {
      // Safari has no `requestIdleCallback`.
      if (typeof requestIdleCallback === 'undefined') setDue(true);
      else idle ??= requestIdleCallback(() => setDue(true), { timeout: idleTimeoutMs });
    };
    let timer = setTimeout(rest, longestDelayMs);
    const play = (): void => {
      clearTimeout(timer);
      timer = setTimeout(rest, playedMs);
    };
    const scroll = (): void => {
      if (scrollY > 0) rest();
    };
    // The page may already have been scrolled before this effect runs.
    scroll();
    // Media events do not bubble, so the listener uses the capture phase.
    document.addEventListener('playing', play, { capture: true });
    document.addEventListener('scroll', scroll, { passive: true });
    return () => {
      clearTimeout(timer);
      if (idle !== undefined) cancelIdleCallback(idle);
      document.removeEventListener('playing', play, { capture: true });
      document.removeEventListener('scroll', scroll);
    };
  }, [isDue]);
  return isDue;
}
