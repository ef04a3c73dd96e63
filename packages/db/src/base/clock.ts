/*
 * The only place of this package that reads the time and waits for it; a linter's rule keeps timers and clocks of the language
 * out of everything else. Which call to use:
 *
 * - an instant that is written down: `now`
 * - how long something has lasted: `steadyMs`
 * - something is to happen once, later, unless it is cancelled before: `after`
 * - something is to happen again and again until it is cancelled: `every`
 * - a function waits before it goes on: `pause`
 * - a promise is to be given up: `endsWithin` of `connection/ends-within.ts`
 */

/** Takes back a timer. Without effect when it has run, or was taken back before. */
export type Cancel = () => void;

/** The time of day. It jumps when somebody sets the clock of the machine. */
export const now = (): Date => new Date();

/** A time in ms that only ever grows at the pace of real time. Only times of the same process may be compared. */
export const steadyMs = (): number => performance.now();

/**
 * Calls `run` once when `ms` have passed. Does not keep the process alive, unless `keepsAlive` is given: a timer on which
 * somebody waits needs it where nothing else is open.
 */
export function after(ms: number, run: () => void, { keepsAlive = false } = {}): Cancel {
  const timer = setTimeout(run, ms);
  if (!keepsAlive) timer.unref();
  return () => clearTimeout(timer);
}

/** Calls `run` each time that `ms` have passed. Does not keep the process alive. */
export function every(ms: number, run: () => void): Cancel {
  const timer = setInterval(run, ms).unref();
  return () => clearInterval(timer);
}

/** Resolves when `ms` have passed, or at once when `signal` aborts. Keeps the process alive until then. */
export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      cancel();
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const cancel = after(ms, end, { keepsAlive: true });
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end, { once: true });
  });
