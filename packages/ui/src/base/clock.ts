/** Calls `run` once when `ms` have passed. The only place of this package that waits: the linter refuses timers elsewhere. */
export const after = (ms: number, run: () => void): void => void setTimeout(run, ms);
