/*
 * Decides when the position in a film or chapter is saved. Each media event is passed in with the position and the
 * time, and the result says whether a save is due. Positions are ignored until the start position is reached: a stream
 * that has not yet sought there is at 0, and saving 0 would lose the saved position. When the media element loses its
 * stream (a retry after a failure), the last position becomes the start position to reach again. A seek to the start
 * position is the player's; every other seek is the person's, and a seek to the first seconds means that the person
 * starts again.
 */
import { startUpGuard } from '@butaca/contract';

/** The intervals and distances after which the position is saved. @see the specification, section 9 (progress) */
export const saveRules = {
  everyMs: 20_000,
  movedSeconds: 5,
  firstAfterMs: 1_500,
  seekSeconds: 10,
} as const;

/**
 * The start position counts as reached from this many seconds before it, because a seek may land on an earlier
 * keyframe.
 */
const reachedWithinSeconds = 3;
/** A position closer than this to the last saved position is not saved again. */
const sameWithinSeconds = 0.5;

/** An event of the media element or the page. `leave`: the page is hidden, closed or left · `fail`: the stream failed. */
export type WatchMoment = 'time' | 'pause' | 'seeked' | 'emptied' | 'ended' | 'leave' | 'fail';

export interface Schedule {
  /** The position that must be reached before anything is saved; 0 if playback starts at the beginning. */
  readonly startSeconds: number;
  readonly isReached: boolean;
  /** The last position after the start position was reached, in seconds. */
  readonly placeSeconds: number | undefined;
  readonly isEnded: boolean;
  /** When the start position was first reached, in milliseconds since 1970. */
  readonly reachedAtMs: number | undefined;
  /** The position and the time of the last save. */
  readonly saved:
    | { readonly placeSeconds: number; readonly atMs: number; readonly isEnded: boolean }
    | undefined;
  /** Whether the person has sought back to the first seconds. */
  readonly isRestarted: boolean;
}

export interface ScheduleStep {
  schedule: Schedule;
  /** Whether the caller must save now; the schedule already counts the save as done. */
  isSaveDue: boolean;
}

/** The initial schedule of a film or chapter. */
export function beginSchedule(startSeconds: number | undefined): Schedule {
  return {
    startSeconds: startSeconds ?? 0,
    isReached: false,
    placeSeconds: undefined,
    isEnded: false,
    reachedAtMs: undefined,
    saved: undefined,
    isRestarted: false,
  };
}

/** Restarts from the beginning: later saves may lower the saved position. */
export const restartSchedule = (schedule: Schedule): Schedule => ({
  ...schedule,
  startSeconds: 0,
  isRestarted: true,
});

/** Advances the schedule by one event. @param positionSeconds - the media element's position */
export function stepSchedule(
  before: Schedule,
  moment: WatchMoment,
  positionSeconds: number,
  nowMs: number,
): ScheduleStep {
  if (moment === 'emptied') {
    const startSeconds = before.placeSeconds ?? before.startSeconds;
    return { schedule: { ...before, isReached: false, startSeconds }, isSaveDue: false };
  }
  const isOver = moment === 'leave' || moment === 'fail';
  const schedule = isOver ? before : move(before, moment, positionSeconds, nowMs);
  const { placeSeconds } = schedule;
  if (placeSeconds === undefined || !isDue(before, schedule, moment, nowMs)) {
    return { schedule, isSaveDue: false };
  }
  const saved = { placeSeconds, atMs: nowMs, isEnded: schedule.isEnded };
  return { schedule: { ...schedule, saved }, isSaveDue: true };
}

function move(before: Schedule, moment: WatchMoment, positionSeconds: number, nowMs: number): Schedule {
  const isThere = positionSeconds >= before.startSeconds - reachedWithinSeconds;
  // Positions before the start position are ignored, unless a seek by the person led there.
  if (!before.isReached && !isThere && moment !== 'seeked') return before;
  const isOwnWill =
    moment === 'seeked' && before.placeSeconds !== undefined && (before.isReached || !isThere);
  const isBack = positionSeconds < startUpGuard.belowSeconds && positionSeconds < (before.placeSeconds ?? 0);
  return {
    ...before,
    isReached: true,
    placeSeconds: positionSeconds,
    isEnded: moment === 'ended' || (before.isEnded && isSamePosition(before.placeSeconds, positionSeconds)),
    reachedAtMs: before.reachedAtMs ?? nowMs,
    isRestarted: before.isRestarted || (isOwnWill && isBack),
  };
}

const isSamePosition = (before: number | undefined, now: number): boolean =>
  before !== undefined && Math.abs(now - before) < sameWithinSeconds;

function isDue(before: Schedule, now: Schedule, moment: WatchMoment, nowMs: number): boolean {
  const { placeSeconds = 0, reachedAtMs = nowMs, saved, isReached } = now;
  const isNew =
    saved === undefined || saved.isEnded !== now.isEnded || !isSamePosition(saved.placeSeconds, placeSeconds);
  switch (moment) {
    case 'time':
      if (!isReached) return false;
      if (saved === undefined) return nowMs - reachedAtMs >= saveRules.firstAfterMs;
      return (
        nowMs - saved.atMs >= saveRules.everyMs &&
        Math.abs(placeSeconds - saved.placeSeconds) >= saveRules.movedSeconds
      );
    case 'seeked': {
      const fromSeconds = before.placeSeconds;
      return fromSeconds !== undefined && Math.abs(placeSeconds - fromSeconds) > saveRules.seekSeconds;
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

/** Whether a save must state that the person started again, so that the server accepts a lower position. */
export const isRestart = ({ isRestarted, placeSeconds = 0 }: Schedule): boolean =>
  isRestarted && placeSeconds < startUpGuard.belowSeconds;
