import type { Playback } from '@butaca/player';
import { useEffect } from 'react';
import { usePlaybackPart } from './use-playback.ts';

/**
 * Keeps the screen on while something plays. The browser lets go of it when the page is hidden, so it is asked for again.
 *
 * @see https://www.w3.org/TR/screen-wake-lock/
 */
export function useWakeLock(playback: Playback): void {
  const isPlaying = usePlaybackPart(playback, ({ status }) => status === 'playing' || status === 'buffering');
  useEffect(() => {
    if (!isPlaying || !('wakeLock' in navigator)) return undefined;
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    const take = async (): Promise<void> => {
      if (document.visibilityState !== 'visible') return;
      // A battery that is low refuses: then the screen goes off as it always does.
      const taken = await navigator.wakeLock.request('screen').catch(() => undefined);
      if (isOver) await taken?.release();
      else lock = taken;
    };
    const takeAgain = (): void => void take();
    takeAgain();
    document.addEventListener('visibilitychange', takeAgain);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', takeAgain);
      void lock?.release();
    };
  }, [isPlaying]);
}
