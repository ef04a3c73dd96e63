import type { Clock } from '../src/base/clock.ts';

/** A clock that stands still until a test moves it. */
export interface FakeClock extends Clock {
  /** Moves the clock, and calls what is due in between, each at its time. */
  move(ms: number): Promise<void>;
}

/** Lets every promise that is already settled have its consequences. */
export const settle = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 0));

export function createFakeClock(): FakeClock {
  let nowMs = 0;
  const timers = new Set<{ dueAt: number; run: () => void }>();
  return {
    now: () => nowMs,
    after(ms, run) {
      const timer = { dueAt: nowMs + ms, run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    async move(ms) {
      const end = nowMs + ms;
      for (;;) {
        await settle();
        const [next] = [...timers].filter(({ dueAt }) => dueAt <= end).toSorted((a, b) => a.dueAt - b.dueAt);
        if (next === undefined) break;
        timers.delete(next);
        nowMs = next.dueAt;
        next.run();
      }
      nowMs = end;
    },
  };
}
