import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  beginSchedule,
  isRestart,
  restartSchedule,
  saveRules,
  stepSchedule,
  type Schedule,
  type WatchMoment,
} from './progress-schedule.ts';

type Told = readonly [moment: WatchMoment, positionSeconds: number, nowMs: number];
interface Saved {
  moment: WatchMoment;
  lastPositionSeconds: number;
  nowMs: number;
  isRestart: boolean;
}

/**
 * Passes media events one after the other to the schedule that decides when the playback position is saved.
 *
 * @returns the saves that became due, and the final schedule
 */
function run(startSeconds: number | undefined, told: readonly Told[], from?: Schedule) {
  let schedule = from ?? beginSchedule(startSeconds);
  const saves: Saved[] = [];
  for (const [moment, positionSeconds, nowMs] of told) {
    const step = stepSchedule(schedule, moment, positionSeconds, nowMs);
    ({ schedule } = step);
    const { lastPositionSeconds = Number.NaN } = schedule;
    if (step.isSaveDue) saves.push({ moment, lastPositionSeconds, nowMs, isRestart: isRestart(schedule) });
  }
  return { saves, schedule };
}

/** The `time` events of a video that plays from `fromSeconds` on, four per second. */
const play = (fromSeconds: number, seconds: number, fromMs = 0): Told[] =>
  Array.from({ length: seconds * 4 + 1 }, (_, index) => [
    'time',
    fromSeconds + index / 4,
    fromMs + index * 250,
  ]);

describe('the position of a playing film', () => {
  it('is saved 1.5 s after its start, then every 20 s', () => {
    expect(run(undefined, play(0, 45)).saves.map(({ nowMs }) => nowMs)).toEqual([1_500, 21_500, 41_500]);
  });

  it('is not saved again before it has moved by 5 s', () => {
    const slow: Told[] = Array.from({ length: 200 }, (_, index) => [
      'time',
      100 + index / 100,
      index * 1_000,
    ]);
    expect(run(100, slow).saves).toHaveLength(1);
  });

  it('is saved on pause and when the page is left, once for the same position', () => {
    const { saves } = run(undefined, [
      ...play(0, 10),
      ['pause', 10, 10_000],
      ['leave', 10, 10_100],
      ['leave', 10, 10_200],
    ]);
    expect(saves.map(({ moment }) => moment)).toEqual(['time', 'pause']);
  });

  it('is saved as ended at the end, and no later event is saved', () => {
    const { saves, schedule } = run(50, [
      ...play(50, 5),
      ['ended', 55, 5_000],
      ['time', 55.1, 5_100],
      ['leave', 55.1, 5_200],
    ]);
    expect(saves.map(({ moment }) => moment)).toEqual(['time', 'ended']);
    expect(schedule.isEnded).toBe(true);
  });
});

describe('a jump in a film', () => {
  it.each([
    [10, []],
    [10.5, ['seeked']],
    [-10.5, ['seeked']],
  ])('by %d s from minute two is saved as %j', (seconds, expected) => {
    const { schedule } = run(120, play(120, 2));
    const at = (schedule.lastPositionSeconds ?? 0) + seconds;
    expect(run(undefined, [['seeked', at, 3_000]], schedule).saves.map(({ moment }) => moment)).toEqual(
      expected,
    );
  });

  it('to the first seconds is saved as a restart, until playback is past them', () => {
    const { saves } = run(2_400, [...play(2_400, 2), ['seeked', 0, 3_000], ...play(0, 60, 3_000)]);
    expect(saves.map(({ isRestart: is }) => is)).toEqual([false, true, true, false, false]);
  });

  it('is measured from the position before it, although browsers tell the new position before its end', () => {
    const { saves } = run(120, [
      ...play(120, 2),
      ['seeking', 900, 2_100],
      ['time', 900, 2_200],
      ['seeked', 900, 2_210],
      ['time', 900.2, 2_400],
    ]);
    expect(saves.map(({ moment, nowMs }) => [moment, nowMs])).toEqual([
      ['time', 1_500],
      ['seeked', 2_210],
    ]);
  });

  it('to the first seconds soon after the start is saved as a restart, with the events of a browser', () => {
    const { saves } = run(91, [
      ['seeking', 91, 0],
      ['time', 91, 90],
      ['seeked', 91, 100],
      ...play(91, 1, 200),
      ['seeking', 4, 1_300],
      ['time', 4, 1_390],
      ['seeked', 4, 1_400],
    ]);
    expect(saves).toMatchObject([{ moment: 'seeked', lastPositionSeconds: 4, isRestart: true }]);
  });

  it('that the loss of the stream ends does not hide later positions', () => {
    const { saves } = run(undefined, [
      ...play(600, 2),
      ['seeking', 900, 2_100],
      ['emptied', 0, 2_200],
      ...play(602, 25, 3_000),
    ]);
    expect(saves.at(-1)?.lastPositionSeconds).toBeGreaterThan(610);
  });

  it('forward within the first seconds is not saved as a restart', () => {
    const { saves } = run(undefined, [...play(0, 2), ['seeked', 20, 3_000]]);
    expect(saves.at(-1)).toMatchObject({ moment: 'seeked', isRestart: false });
  });
});

describe('the start position of a film', () => {
  it('prevents every save until playback reaches it', () => {
    const { saves } = run(2_400, [...play(0, 5), ['pause', 5, 5_100], ['leave', 5, 5_200]]);
    expect(saves).toEqual([]);
  });

  it('counts as reached up to a keyframe earlier, and the player’s jump to it is not saved', () => {
    const { saves } = run(2_400, [['seeked', 2_398, 900], ...play(2_398, 2, 1_000)]);
    expect(saves).toEqual([{ moment: 'time', lastPositionSeconds: 2_399.5, nowMs: 2_500, isRestart: false }]);
  });

  it('has to be reached again after a retry, before anything is saved', () => {
    const { saves } = run(undefined, [
      ...play(600, 30),
      ['emptied', 0, 31_000],
      ...play(0, 3, 32_000),
      ['leave', 0, 36_000],
      ['seeked', 630, 36_500],
      ...play(630, 30, 37_000),
    ]);
    expect(
      saves.map(({ lastPositionSeconds }) => lastPositionSeconds).filter((seconds) => seconds < 600),
    ).toEqual([]);
    expect(saves.some(({ isRestart: is }) => is)).toBe(false);
  });

  it('no longer applies after «from the beginning», and the save is then a restart', () => {
    const { schedule } = run(2_400, [['time', 0, 0]]);
    const { saves } = run(undefined, [['seeked', 0, 100], ...play(0, 3, 200)], restartSchedule(schedule));
    expect(saves.at(-1)?.isRestart).toBe(true);
  });
});

describe('after any sequence of events,', () => {
  const moment = fc.constantFrom<WatchMoment>(
    'time',
    'pause',
    'seeking',
    'seeked',
    'emptied',
    'ended',
    'leave',
  );
  const story = fc.array(
    fc.record({
      moment,
      positionSeconds: fc.double({ min: 0, max: 6_000, noNaN: true }),
      afterMs: fc.nat(30_000),
    }),
    { maxLength: 60 },
  );
  const tell = (
    events: readonly { moment: WatchMoment; positionSeconds: number; afterMs: number }[],
  ): Told[] => {
    let nowMs = 0;
    return events.map((event) => {
      nowMs += event.afterMs;
      return [event.moment, event.positionSeconds, nowMs];
    });
  };

  it('saves of a stream that only plays are at least 20 s and 5 s of video apart', () => {
    fc.assert(
      fc.property(story, fc.nat(5_000), (events, start) => {
        const { saves } = run(start, tell(events.map((event) => ({ ...event, moment: 'time' as const }))));
        for (const [index, save] of saves.entries()) {
          const before = saves[index - 1];
          if (before === undefined) continue;
          expect(save.nowMs - before.nowMs).toBeGreaterThanOrEqual(saveRules.everyMs);
          expect(Math.abs(save.lastPositionSeconds - before.lastPositionSeconds)).toBeGreaterThanOrEqual(
            saveRules.movedSeconds,
          );
        }
      }),
    );
  });

  it('only positions shown after the start was reached are saved', () => {
    fc.assert(
      fc.property(story, fc.nat(5_000), (events, start) => {
        const told = tell(events);
        const shown = new Set(told.map(([, positionSeconds]) => positionSeconds));
        const { saves } = run(start, told);
        for (const save of saves) expect(shown.has(save.lastPositionSeconds)).toBe(true);
        const first = told.findIndex(
          ([what, at]) =>
            what === 'seeked' || (!['leave', 'emptied', 'seeking'].includes(what) && at >= start - 3),
        );
        const isBefore = (nowMs: number): boolean => first === -1 || nowMs < (told[first]?.[2] ?? 0);
        expect(saves.filter(({ nowMs }) => isBefore(nowMs))).toEqual([]);
      }),
    );
  });
});
