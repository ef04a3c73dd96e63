import { systemClock, type Clock } from '../src/platform/clock.ts';

/**
 * A clock for tests that run real programs, which wait for real time: its timers are those of the machine, and the times that
 * it tells stand still until the test lets time pass. Other tests use `createVirtualClock`.
 */
export interface FrozenClock extends Clock {
  pass(ms: number): void;
}

/** @param startsAt - the time of day, such as `2026-11-21T20:00:00Z` */
export function createFrozenClock(startsAt: string): FrozenClock {
  let nowMs = Date.parse(startsAt);
  return {
    ...systemClock,
    now: () => new Date(nowMs),
    steadyMs: () => nowMs,
    pass: (ms) => void (nowMs += ms),
  };
}
