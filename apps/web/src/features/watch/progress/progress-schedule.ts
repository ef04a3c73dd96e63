/*
 * Decides when the position in a film or chapter is saved. Each event of the media is passed in with the position and the time,
 * and the answer says whether to save now. Nothing counts before the start position is reached: a stream that has not yet jumped
 * to it is at 0, and saving that would lose the position. When the media loses its stream (a retry after a failure), the last
 * position becomes the start position that has to be reached again. A seek before that is the player's own; each later one is
 * the person's, and one to the first seconds means that they want to begin again.
 */
import { startUpGuard } from '@butaca/contract';

/** @see the specification, section 9 (progress) */
export const saveRules = {
  everyMs: 20_000,
  movedSeconds: 5,
  firstAfterMs: 1_500,
  seekSeconds: 10,
} as const;

/** A keyframe before the start position is as good as it. */
const reachedWithinSeconds = 3;
/** A position closer to the last saved one than this is not saved again. */
const sameWithinSeconds = 0.5;

/** An event of the media or of the page. `leave`: the page is hidden, closed, or replaced · `fail`: the stream broke off. */
export type WatchMoment = 'time' | 'pause' | 'seeked' | 'emptied' | 'ended' | 'leave' | 'fail';

export interface Schedule {
  /** The position that must be reached before anything is saved; 0 means none. */
  readonly startSeconds: number;
  readonly isReached: boolean;
  /** The last place that counts, in seconds. */
  readonly placeSeconds: number | undefined;
  readonly isEnded: boolean;
  /** When the start position was reached for the first time. */
  readonly reachedAtMs: number | undefined;
  /** The last save: where and when. */
  readonly saved:
    | { readonly placeSeconds: number; readonly atMs: number; readonly isEnded: boolean }
    | undefined;
  /** Whether the person has sought back to the first seconds. */
  readonly isRestarted: boolean;
}

export interface ScheduleStep {
  schedule: Schedule;
  /** The schedule counts it as done. */
  isSaveDue: boolean;
}

/** The schedule at the opening of a film or chapter. */
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

/** Restarts from the beginning: positions that are saved from now on may be lower than before. */
export const restartSchedule = (schedule: Schedule): Schedule => ({
  ...schedule,
  startSeconds: 0,
  isRestarted: true,
});

/** Advances the schedule by one event. @param positionSeconds - where the media says it is */
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
  // A seek that ends elsewhere was the person's own.
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

/** Whether a save must say that the person chose to begin again, so that it may lower the place. */
export const isRestart = ({ isRestarted, placeSeconds = 0 }: Schedule): boolean =>
  isRestarted && placeSeconds < startUpGuard.belowSeconds;
