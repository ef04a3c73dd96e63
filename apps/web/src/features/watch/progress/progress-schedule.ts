/* Decides when the playback position of a film or chapter is saved. Each media event is passed in with the position
   and the time, and the result says whether a save is due. Positions are ignored until the start position is
   reached: a stream that has not yet sought to its start position is at 0, and saving 0 would lose the saved
   position. When the media element loses its stream (a retry after a failure), the last position becomes the start
   position to reach again. A seek to the start position comes from the player; every other seek comes from the
   person, and a seek to the first seconds means that the person starts again. Between `seeking` and `seeked` browsers
   fire a `timeupdate` with the new position: it is ignored, so that `seeked` is compared with the position before. */
import { startUpGuard } from '@butaca/contract';

/**
 * The intervals and distances after which the playback position is saved.
 *
 * @see docs/requisitos.md, R9.5
 */
export const saveRules = {
  everyMs: 20_000,
  movedSeconds: 5,
  firstAfterMs: 1_500,
  seekSeconds: 10,
} as const;

/**
 * The start position of a stream counts as reached from this many seconds before it, because a seek may land on an
 * earlier keyframe.
 */
const reachedWithinSeconds = 3;
/** A playback position closer than this to the last saved position is not saved again. */
const sameWithinSeconds = 0.5;

/**
 * An event of the media element or the page that may lead to a save. `leave`: the page is hidden, closed or left ·
 * `fail`: the stream failed.
 */
export type WatchMoment = 'time' | 'pause' | 'seeking' | 'seeked' | 'emptied' | 'ended' | 'leave' | 'fail';

export interface Schedule {
  /** The playback position that must be reached before anything is saved; 0 if playback starts at the beginning. */
  readonly startSeconds: number;
  readonly isReached: boolean;
  /** Whether the media element seeks: from its event `seeking` on, until `seeked`, its end, or the loss of its stream. */
  readonly isSeeking: boolean;
  /** The last playback position since the start position was reached, in seconds. */
  readonly lastPositionSeconds: number | undefined;
  readonly isEnded: boolean;
  /** When the start position was first reached, in milliseconds since 1970. */
  readonly reachedAtMs: number | undefined;
  /** The playback position and the time of the last save; `undefined` before the first save. */
  readonly saved:
    | { readonly positionSeconds: number; readonly atMs: number; readonly isEnded: boolean }
    | undefined;
  /** Whether the person has sought back to the first seconds of the video. */
  readonly isRestarted: boolean;
}

export interface ScheduleStep {
  schedule: Schedule;
  /** Whether the caller must save the playback position now; the returned schedule already counts this save as done. */
  isSaveDue: boolean;
}

export function beginSchedule(startSeconds: number | undefined): Schedule {
  return {
    startSeconds: startSeconds ?? 0,
    isReached: false,
    isSeeking: false,
    lastPositionSeconds: undefined,
    isEnded: false,
    reachedAtMs: undefined,
    saved: undefined,
    isRestarted: false,
  };
}

/**
 * The state of the save schedule for a person who watches again from the beginning: later saves may lower the saved
 * position.
 */
export const restartSchedule = (schedule: Schedule): Schedule => ({
  ...schedule,
  startSeconds: 0,
  isRestarted: true,
});

/**
 * Passes one media event to the schedule that decides when the playback position is saved.
 *
 * @param positionSeconds - the media element's position
 */
export function stepSchedule(
  before: Schedule,
  moment: WatchMoment,
  positionSeconds: number,
  nowMs: number,
): ScheduleStep {
  if (moment === 'emptied') {
    const startSeconds = before.lastPositionSeconds ?? before.startSeconds;
    return { schedule: { ...before, isReached: false, isSeeking: false, startSeconds }, isSaveDue: false };
  }
  if (moment === 'seeking') return { schedule: { ...before, isSeeking: true }, isSaveDue: false };
  if (moment === 'time' && before.isSeeking) return { schedule: before, isSaveDue: false };
  const isOver = moment === 'leave' || moment === 'fail';
  const schedule = isOver ? before : move(before, moment, positionSeconds, nowMs);
  const { lastPositionSeconds } = schedule;
  if (lastPositionSeconds === undefined || !isDue(before, schedule, moment, nowMs)) {
    return { schedule, isSaveDue: false };
  }
  const saved = { positionSeconds: lastPositionSeconds, atMs: nowMs, isEnded: schedule.isEnded };
  return { schedule: { ...schedule, saved }, isSaveDue: true };
}

function move(before: Schedule, moment: WatchMoment, positionSeconds: number, nowMs: number): Schedule {
  const isThere = positionSeconds >= before.startSeconds - reachedWithinSeconds;
  const isSeeking = before.isSeeking && moment === 'pause';
  // Playback positions before the start position are ignored, unless the person sought there.
  if (!before.isReached && !isThere && moment !== 'seeked') return { ...before, isSeeking };
  const isOwnWill =
    moment === 'seeked' && before.lastPositionSeconds !== undefined && (before.isReached || !isThere);
  const isBack =
    positionSeconds < startUpGuard.belowSeconds && positionSeconds < (before.lastPositionSeconds ?? 0);
  return {
    ...before,
    isReached: true,
    isSeeking,
    lastPositionSeconds: positionSeconds,
    isEnded:
      moment === 'ended' || (before.isEnded && isSamePosition(before.lastPositionSeconds, positionSeconds)),
    reachedAtMs: before.reachedAtMs ?? nowMs,
    isRestarted: before.isRestarted || (isOwnWill && isBack),
  };
}

const isSamePosition = (before: number | undefined, now: number): boolean =>
  before !== undefined && Math.abs(now - before) < sameWithinSeconds;

function isDue(before: Schedule, now: Schedule, moment: WatchMoment, nowMs: number): boolean {
  const { lastPositionSeconds = 0, reachedAtMs = nowMs, saved, isReached } = now;
  const isNew =
    saved === undefined ||
    saved.isEnded !== now.isEnded ||
    !isSamePosition(saved.positionSeconds, lastPositionSeconds);
  switch (moment) {
    case 'time':
      if (!isReached) return false;
      if (saved === undefined) return nowMs - reachedAtMs >= saveRules.firstAfterMs;
      return (
        nowMs - saved.atMs >= saveRules.everyMs &&
        Math.abs(lastPositionSeconds - saved.positionSeconds) >= saveRules.movedSeconds
      );
    case 'seeked': {
      const fromSeconds = before.lastPositionSeconds;
      return fromSeconds !== undefined && Math.abs(lastPositionSeconds - fromSeconds) > saveRules.seekSeconds;
    }
    case 'pause':
      return isReached && isNew;
    case 'leave':
    case 'fail':
      return isNew;
    default:
      return moment === 'ended' && isReached && isNew;
  }
}

/** Whether a save must tell the server that the person started again, so that the server accepts a lower position. */
export const isRestart = ({ isRestarted, lastPositionSeconds = 0 }: Schedule): boolean =>
  isRestarted && lastPositionSeconds < startUpGuard.belowSeconds;
