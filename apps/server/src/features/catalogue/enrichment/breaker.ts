import type { Clock } from '../../../platform/clock.ts';

/** A circuit breaker: pauses calls to a service after repeated failures. */
export interface Breaker {
  /**
   * Asks the circuit breaker for permission for one call to the service. @returns `undefined` during a pause. After the
   * pause one probe call is permitted; other calls are refused until the result of the probe is known
   */
  admit(): Attempt | undefined;
}

/**
 * Permission of a circuit breaker for one call to a service. The caller reports the result of the call with one of the
 * three methods.
 */
export interface Attempt {
  succeed(): void;
  fail(): void;
  /**
   * Reports to the circuit breaker that the permitted call was not made. If it was the probe call after a pause, the
   * next caller may make the probe call.
   */
  giveBack(): void;
}

/**
 * Creates a circuit breaker for calls to a service: after `failures` failed calls in a row no call is permitted for
 * `pauseMs`.
 */
export function createBreaker(
  clock: Clock,
  { failures, pauseMs }: { failures: number; pauseMs: number },
): Breaker {
  let inARow = 0;
  let closedUntilMs = 0;
  const nowMs = (): number => clock.steadyMs();
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
