import type { Playback } from '@butaca/player';
import { useEffect } from 'react';
import { findShell } from '../../../../platform/shell/shell.ts';
import { usePlaybackPart } from './use-playback.ts';

/**
 * Keeps the device's screen on during playback, by the shell where there is one. The browser releases the wake lock when
 * the page is hidden, so the lock is requested again when the page is visible.
 *
 * @see https://www.w3.org/TR/screen-wake-lock/
 */
export function useWakeLock(playback: Playback): void {
  const isPlaying = usePlaybackPart(playback, ({ status }) => status === 'playing' || status === 'buffering');
  useEffect(() => {
    if (!isPlaying) return undefined;
    const keepAwake = findShell()?.bridge.keepAwake;
    if (keepAwake !== undefined) return keepAwake.hold();
    if (!('wakeLock' in navigator)) return undefined;
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    const take = async (): Promise<void> => {
      if (document.visibilityState !== 'visible') return;
      // If the device's battery is low, the browser refuses the wake lock and the screen turns off as usual.
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
