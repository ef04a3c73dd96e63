import { act } from '@testing-library/react';
import { onTestFinished, vi } from 'vitest';

/**
 * Holds the page's timers of one length until the test ends: they run only when the test says so, so that a busy machine
 * cannot let them run between two steps of the test. Timers of other lengths run as ever.
 */
export function holdTimers(lengthMs: number): {
  /** Runs the timers that are held and were not cancelled. */
  run: () => Promise<void>;
} {
  const held = new Map<number, () => void>();
  const { setTimeout: start, clearTimeout: cancel } = globalThis;
  let lastId = -1;
  const started = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((
    run: () => void,
    ms?: number,
    ...given: unknown[]
  ) => {
    if (ms !== lengthMs) return Reflect.apply(start, globalThis, [run, ms, ...given]);
    lastId -= 1;
    held.set(lastId, run);
    return lastId;
  }) as typeof setTimeout);
  const cancelled = vi.spyOn(globalThis, 'clearTimeout').mockImplementation(((id: number) => {
    if (!held.delete(id)) cancel(id);
  }) as typeof clearTimeout);
  onTestFinished(() => {
    started.mockRestore();
    cancelled.mockRestore();
  });
  return {
    run: () =>
      act(async () => {
        const timers = [...held.values()];
        held.clear();
        for (const run of timers) run();
      }),
  };
}
