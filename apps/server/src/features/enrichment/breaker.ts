import type { Clock } from '../../platform/clock.ts';

/** Leaves somebody alone who fails again and again. */
export interface Breaker {
  /** Whether to try. When the pause is over one may try, and the others wait for what comes of it. */
  admit(): boolean;
  succeed(): void;
  fail(): void;
}

/** After `failures` in a row nothing is tried for `pauseMs`. */
export function createBreaker(
  clock: Clock,
  { failures, pauseMs }: { failures: number; pauseMs: number },
): Breaker {
  let inARow = 0;
  let closedUntilMs = 0;
  const pause = (): void => {
    closedUntilMs = clock.now().getTime() + pauseMs;
  };
  return {
    admit() {
      if (inARow < failures) return true;
      if (clock.now().getTime() < closedUntilMs) return false;
      pause();
      return true;
    },
    succeed() {
      inARow = 0;
    },
    fail() {
      inARow += 1;
      if (inARow >= failures) pause();
    },
  };
}
