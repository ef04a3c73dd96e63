import { vi } from 'vitest';

/** The timers of this process, which run only when a test says so. Sockets and Postgres go on in real time. */
export interface HeldTimers extends Disposable {
  /**
   * Lets as much time pass as the work waits for. Only for work that ends by a time limit: requests that are still
   * unanswered exceed their own limits as well.
   */
  finish<T>(work: Promise<T>): Promise<T>;
  /** Lets `ms` pass. */
  pass(ms: number): Promise<void>;
}

/** How much time passes at once while work is waited for, in ms. */
const stepMs = 1_000;

/**
 * Holds all timers of this process, also those of the database's driver, until the result is disposed of. For tests of time
 * limits of connections, which the driver measures with timers of its own; other tests use `createVirtualClock`.
 */
export function holdTimers(): HeldTimers {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const pass = async (ms: number) => void (await vi.advanceTimersByTimeAsync(ms));
  return {
    pass,
    async finish(work) {
      const state = { isDone: false };
      const noteEnd = () => void (state.isDone = true);
      work.then(noteEnd, noteEnd);
      while (!state.isDone) await pass(stepMs);
      return work;
    },
    [Symbol.dispose]: () => void vi.useRealTimers(),
  };
}
