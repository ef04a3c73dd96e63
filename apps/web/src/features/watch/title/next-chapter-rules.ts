import { completedFrom } from '@butaca/contract';
import type { PlaybackSnapshot } from '@butaca/player';

/** How many chapters may follow one another without any input. */
export const unattendedChapters = 3;

/** The next chapter is announced this many seconds before the end. */
export const lastSeconds = 30;
/** In a short chapter the next one is not announced before this share was played. */
const earliestFraction = 0.5;

type Moment = Pick<PlaybackSnapshot, 'status' | 'currentTimeSeconds' | 'durationSeconds'>;

/**
 * The seconds that are left of something near its end: the last thirty, or the credits.
 *
 * @returns whole seconds, `undefined` while it is not near
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

/** How many chapters in a row were played without any input, including this one. */
export const countUnattended = (before: number, wasPresent: boolean): number => (wasPresent ? 0 : before + 1);
