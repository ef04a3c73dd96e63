import type { Clock } from '../../../platform/clock.ts';

/** Leaves somebody alone who fails again and again. */
export interface Breaker {
  /** Leave to try once, or `undefined`. When the pause is over one may try, and the others wait for what comes of it. */
  admit(): Attempt | undefined;
}

/** Leave to try, of which one of the three becomes known. */
export interface Attempt {
  succeed(): void;
  fail(): void;
  /** Nobody was tried: the next one may, if this was the one for whom the others wait. */
  giveBack(): void;
}

/** After `failures` in a row nothing is tried for `pauseMs`. */
export function createBreaker(
  clock: Clock,
  { failures, pauseMs }: { failures: number; pauseMs: number },
): Breaker {
  let inARow = 0;
  let closedUntilMs = 0;
  const nowMs = (): number => clock.now().getTime();
  const pause = (): void => {
    closedUntilMs = nowMs() + pauseMs;
  };
  return {
    admit() {
      const isProbe = inARow >= failures;
      if (isProbe && nowMs() < closedUntilMs) return undefined;
      if (isProbe) pause();
      return {
        succeed() {
          inARow = 0;
        },
        fail() {
          inARow += 1;
          if (inARow >= failures) pause();
        },
        giveBack() {
          if (isProbe) closedUntilMs = nowMs();
        },
      };
    },
  };
}
