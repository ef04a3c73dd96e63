/*
 * The only place of the server that reads the time and waits for it; `platform/async` builds on it. A linter's rule keeps
 * timers and clocks of the language out of everything else, so that a test can give virtual time to all of it
 * (`createVirtualClock` of `@butaca/testing`). Which call to use:
 *
 * - what a person sees or the database keeps as an instant: `now`
 * - how long something has lasted, or whether it has expired: `steadyMs`
 * - something is to happen once, later, unless it is cancelled before: `after`
 * - something is to happen again and again until it is cancelled: `every`
 * - work that takes an `AbortSignal` may last so long and no longer: `deadline`, or `withDeadline` of `platform/async`
 * - work that takes no signal is to be given up: `inTime` of `platform/async`
 * - a function waits before it goes on: `sleep` of `platform/async`
 * - other work of this process is to run first, however long that takes: `nextTurn` of `platform/async`
 */

/**
 * Reads the time and sets timers. Code that measures or waits is given a clock by whoever creates it; tests give a virtual one
 * (`createVirtualClock`).
 */
export interface Clock {
  /** The time of day, by which dates are shown and stored. It jumps when somebody sets the clock of the machine. */
  now(): Date;
  /**
   * A time in ms that only ever grows at the pace of real time, also while the clock of the machine is set: the time of
   * day at which this process started plus the time that has passed since. It measures how long something has lasted
   * and when it expires. Only times of the same process may be compared: a time of another process, such as one in a token
   * that was sealed before a restart, says nothing about how long ago it was.
   */
  steadyMs(): number;
  /**
   * Calls `run` once when `ms` have passed. Does not keep the process alive, unless `keepsAlive` is given: a timer on
   * which somebody waits needs it where nothing else is open.
   */
  after(ms: number, run: () => void, options?: { keepsAlive?: boolean }): Cancel;
  /** Calls `run` each time that `ms` have passed. Does not keep the process alive. */
  every(ms: number, run: () => void): Cancel;
  /**
   * A signal that aborts with a `DeadlineError` when `ms` have passed, or together with `outer`, with the reason of
   * `outer`. Must be disposed of when the work has ended. Keeps the process alive until then.
   */
  deadline(ms: number, outer?: AbortSignal): Deadline;
}

/** Takes back a timer. Without effect when it has run, or was taken back before. */
export type Cancel = () => void;

/** A limit of time for work that can be aborted. */
export interface Deadline extends Disposable {
  readonly signal: AbortSignal;
}

/** The `code` of the error with which a deadline aborts its signal. */
export const deadlineErrorCode = 'DEADLINE_EXCEEDED';

/** The reason with which a deadline aborts its signal. */
class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
  readonly code = deadlineErrorCode;
}

export const systemClock: Clock = {
  now: () => new Date(),
  steadyMs: () => performance.timeOrigin + performance.now(),
  after(ms, run, { keepsAlive = false } = {}) {
    const timer = setTimeout(run, ms);
    if (!keepsAlive) timer.unref();
    return () => clearTimeout(timer);
  },
  every(ms, run) {
    const timer = setInterval(run, ms).unref();
    return () => clearInterval(timer);
  },
  deadline(ms, outer) {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(new DeadlineError('no answer in time')), ms);
    // `AbortSignal.any` would keep every finished request in memory on Node 20.
    const forwardAbort = () => controller.abort(outer?.reason);
    if (outer?.aborted) forwardAbort();
    else outer?.addEventListener('abort', forwardAbort, { once: true });
    return {
      signal: controller.signal,
      [Symbol.dispose]() {
        clearTimeout(timer);
        outer?.removeEventListener('abort', forwardAbort);
      },
    };
  },
};
