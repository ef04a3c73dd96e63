import { completedFrom } from '@butaca/contract';
import type { PlaybackSnapshot } from '@butaca/player';

/**
 * How many chapters of a series may play in a row without a key press or pointer event; after that the page asks
 * «¿Sigues ahí?».
 */
export const unattendedChapters = 3;

/** The next chapter of a series is announced at the latest this many seconds before the end of the present one. */
export const lastSeconds = 30;
/**
 * The next chapter of a series is not announced before this fraction of the present one was played, even if that one is
 * short.
 */
const earliestFraction = 0.5;

type Moment = Pick<PlaybackSnapshot, 'status' | 'currentTimeSeconds' | 'durationSeconds'>;

/**
 * The seconds left of a series' chapter near its end: in its last thirty seconds or its credits, whichever are longer.
 *
 * @returns whole seconds; `undefined` while the end is not near
 */
export function secondsToEnd({ status, currentTimeSeconds, durationSeconds }: Moment): number | undefined {
  if (durationSeconds === null || durationSeconds <= 0) return undefined;
  if (status === 'ended') return 0;
  if (status !== 'playing' && status !== 'paused' && status !== 'buffering') return undefined;
  const fraction = currentTimeSeconds / durationSeconds;
  const leftSeconds = Math.max(0, durationSeconds - currentTimeSeconds);
  const isNear = fraction >= completedFrom || (leftSeconds <= lastSeconds && fraction >= earliestFraction);
  return isNear ? Math.ceil(leftSeconds) : undefined;
}

/**
 * How many chapters of a series in a row, the one that just ended included, played without a key press or pointer
 * event.
 */
export const countUnattended = (before: number, wasPresent: boolean): number => (wasPresent ? 0 : before + 1);
