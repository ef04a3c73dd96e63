import { setImmediate } from 'node:timers/promises';

/**
 * Resolves when this process has done what was waiting: sockets are read, and other requests go on. No time needs to pass
 * for it, so that it is no matter of a `Clock`.
 */
export const nextTurn = (): Promise<void> => setImmediate();

/**
 * Creates the function that gives way to other work once this work has taken `sliceMs` of the process since it gave way
 * last. The time is the machine's own: what is measured is the machine's work. @returns whether it has given way
 */
export function createSlices(sliceMs: number): () => Promise<boolean> {
  let beganAtMs = performance.now();
  return async () => {
    if (performance.now() - beganAtMs <= sliceMs) return false;
    await nextTurn();
    beganAtMs = performance.now();
    return true;
  };
}

/** Creates the function that gives way to other work each time it has been called `calls` times. */
export function createTurns(calls: number): () => Promise<void> {
  let called = 0;
  return async () => {
    called += 1;
    if (called % calls === 0) await nextTurn();
  };
}
