/*
 * The only place of the page that reads the time and waits for it; a linter's rule keeps timers and clocks of the language out
 * of everything else. Frames and idle moments of the browser are not waited for by time, and are asked for where they are
 * needed. Which call to use:
 *
 * - a date that is shown or kept: `now`, or `serverNowMs` of `platform/api/server-clock.ts` where the server compares it
 * - how long something has lasted, or whether it is over: `steadyMs`
 * - something is to happen once, later, unless it is cancelled before: `after`
 * - something is to happen again and again until it is cancelled: `every`
 * - a function waits before it goes on: `wait`
 */

/** Takes back a timer. Without effect when it has run, or was taken back before. */
export type Cancel = () => void;

/** The time of day. It jumps when somebody sets the clock of the device. */
export const now = (): Date => new Date();

/** A time in ms that only ever grows, and that may stand still while the device sleeps. */
export const steadyMs = (): number => performance.now();

/** Calls `run` once when `ms` have passed. */
export function after(ms: number, run: () => void): Cancel {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

/** Calls `run` each time that `ms` have passed. */
export function every(ms: number, run: () => void): Cancel {
  const timer = setInterval(run, ms);
  return () => clearInterval(timer);
}

/** Resolves when `ms` have passed. */
export const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    after(ms, resolve);
  });
