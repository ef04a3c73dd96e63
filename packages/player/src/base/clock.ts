/*
 * The only place of the player that reads the time and waits for it; a linter's rule keeps timers and clocks of the language
 * out of everything else.
 */

/** Takes back a timer. Without effect when it has run, or was taken back before. */
export type Cancel = () => void;

/** The time of day. It jumps when somebody sets the clock of the device. */
export const now = (): Date => new Date();

/** A time in ms that only ever grows: how long something has lasted, or when it is over. */
export const steadyMs = (): number => performance.now();

/** Calls `run` once when `ms` have passed; with 0 in the next task. */
export function after(ms: number, run: () => void): Cancel {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

/** Calls `run` each time that `ms` have passed. */
export function every(ms: number, run: () => void): Cancel {
  const timer = setInterval(run, ms);
  return () => clearInterval(timer);
}
