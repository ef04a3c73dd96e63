/*
 * What the page knows beside its video waits until the picture does not need the connection any more: it has played for a
 * moment, or the person has gone on to read, or it does not begin; and then until the page has nothing else to do.
 */
import type { WatchedItemType } from '@butaca/contract';
import { Button, lazyPart } from '@butaca/ui';
import { useEffect, useState } from 'react';

const playedMs = 1_500;
const patienceMs = 6_000;
const idleTimeoutMs = 2_000;

const panels = lazyPart(async () => (await import('./enrichment.tsx')).Enrichment);

interface EnrichmentDoorProps {
  itemType: WatchedItemType;
  itemId: string;
}

/** The panels and the theme of the watch page, when their time has come. Another item needs another key. */
export function EnrichmentDoor({ itemType, itemId }: EnrichmentDoorProps) {
  const isCalm = useCalm();
  const { Part, isFailed, retry } = panels.usePart(isCalm);
  const [hasFailed, setHasFailed] = useState(false);
  if (isFailed && !hasFailed) setHasFailed(true);
  // Its code may be here from the title before; its calls wait all the same.
  if (isCalm && Part !== undefined) return <Part itemType={itemType} itemId={itemId} isAwaited={hasFailed} />;
  if (!hasFailed) return null;
  return (
    <div className="watch__more" role="alert">
      <p>Error cargando información adicional</p>
      {/* It stays while it is asked for again, and the focus with it. */}
      <Button size="sm" loading={!isFailed} onClick={retry}>
        Reintentar
      </Button>
    </div>
  );
}

/** Whether the time has come. */
function useCalm(): boolean {
  const [isCalm, setCalm] = useState(false);
  useEffect(() => {
    if (isCalm) return undefined;
    let idle: number | undefined;
    const rest = (): void => {
      // Safari has no idle time to tell of.
      if (typeof requestIdleCallback === 'undefined') setCalm(true);
      else idle ??= requestIdleCallback(() => setCalm(true), { timeout: idleTimeoutMs });
    };
    let timer = setTimeout(rest, patienceMs);
    const play = (): void => {
      clearTimeout(timer);
      timer = setTimeout(rest, playedMs);
    };
    const scroll = (): void => {
      if (scrollY > 0) rest();
    };
    // They may be reading already.
    scroll();
    // The player's element says so to those who listen on the way to it.
    document.addEventListener('playing', play, { capture: true });
    document.addEventListener('scroll', scroll, { passive: true });
    return () => {
      clearTimeout(timer);
      if (idle !== undefined) cancelIdleCallback(idle);
      document.removeEventListener('playing', play, { capture: true });
      document.removeEventListener('scroll', scroll);
    };
  }, [isCalm]);
  return isCalm;
}
