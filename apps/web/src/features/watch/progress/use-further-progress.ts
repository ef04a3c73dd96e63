import type { VideoDetail } from '@butaca/contract';
import { useEffect, useRef, useState } from 'react';
import { fetchProgress } from './progress.queries.ts';
import type { DrivenVideo } from '../player/playback/use-playback.ts';
import { findFurther, type FurtherProgress, type Opening } from './start-position.ts';
import { now, steadyMs } from '../../../platform/base/clock.ts';

/** After a pause of playback of this length the person may have continued the video on another device. */
const longPauseMs = 60_000;

/** A moment by both clocks of the device, in ms. */
interface Moment {
  dayMs: number;
  steadyMs: number;
}

const readClocks = (): Moment => ({ dayMs: now().getTime(), steadyMs: steadyMs() });

/**
 * How much time has passed since a moment, in ms. The time of day may have been set back, and the steady clock stands
 * still while the device sleeps: what the one clock misses, the other one has.
 */
function passedSince(moment: Moment): number {
  const present = readClocks();
  return Math.max(present.dayMs - moment.dayMs, present.steadyMs - moment.steadyMs);
}

/**
 * The position that the person reached on another device, if it is further ahead: known when the video opens, or
 * fetched after a pause of a minute or more.
 *
 * @param known - the further position known when the video opened
 */
export function useFurtherProgress(
  { media }: DrivenVideo,
  video: VideoDetail,
  opening: Opening,
  known: FurtherProgress | undefined,
): FurtherProgress | undefined {
  const [further, setFurther] = useState(known);
  const watched = useRef({ video, opening });
  useEffect(() => {
    watched.current = { video, opening };
  });
  useEffect(() => {
    let pausedAt: Moment | undefined;
    const left = new AbortController();
    const ask = async (): Promise<void> => {
      const { video: asked, opening: opened } = watched.current;
      // A failed request for the position on another device is not shown, because the page makes it by itself after a
      // long pause.
      const saved = await fetchProgress(asked._id, left.signal).catch(() => undefined);
      if (saved === undefined || left.signal.aborted) return;
      setFurther(findFurther(asked, { ...opened, startSeconds: media.currentTime }, saved));
    };
    const handlePause = (): void => {
      pausedAt = readClocks();
    };
    const handlePlay = (): void => {
      if (pausedAt !== undefined && passedSince(pausedAt) >= longPauseMs) void ask();
      pausedAt = undefined;
    };
    media.addEventListener('pause', handlePause);
    media.addEventListener('play', handlePlay);
    return () => {
      left.abort();
      media.removeEventListener('pause', handlePause);
      media.removeEventListener('play', handlePlay);
    };
  }, [media]);
  return further;
}
