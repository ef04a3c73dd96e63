import { systemClock, type Clock } from '../src/platform/clock.ts';

/** A clock for tests: time passes only when the test says so. */
export interface TestClock extends Clock {
  /** The time of day, in ms since 1970. */
  nowMs(): number;
  /** Lets time pass, in ms. */
  pass(ms: number): void;
  /** Sets the time of day to an earlier one, as an administrator of the machine does; no time passes. In ms. */
  setBack(ms: number): void;
}

/** Creates a clock for tests. @param startsAt - the time of day, such as `2026-11-21T20:00:00Z` */
export function createTestClock(startsAt: string): TestClock {
  let nowMs = Date.parse(startsAt);
  let steadyMs = nowMs;
  return {
    ...systemClock,
    now: () => new Date(nowMs),
    steadyMs: () => steadyMs,
    nowMs: () => nowMs,
    pass(ms) {
      nowMs += ms;
      steadyMs += ms;
    },
    setBack(ms) {
      nowMs -= ms;
    },
  };
}
