import { createSingleFlight } from '../../../../platform/async/single-flight.ts';

/** The failure of a task that was stopped in favour of viewers; it may be started again later. */
export class YieldedError extends Error {
  override readonly name = 'YieldedError';
}

/**
 * Runs tasks that use the connections of providers, each key at most once at a time. Tasks for which no viewer waits
 * are stopped when a viewer needs the connection.
 */
export interface YieldingFlights<T> {
  /**
   * Joins the task that runs under a key, or starts it.
   *
   * @param isAwaited - whether a viewer waits for the result
   * @param make - its signal aborts when the task is to stop
   * @throws YieldedError when the task was stopped; the error of the task
   */
  run(key: string, isAwaited: boolean, make: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Notes that a viewer no longer waits for the task that runs under a key. */
  release(key: string): void;
  /** Notes like `release` that a viewer no longer waits, and stops the task if nobody else does. */
  leave(key: string): void;
  /** Stops all tasks for which no viewer waits. @param except - the key of a task that is not stopped */
  yieldToViewers(except?: string): void;
}

interface Flight {
  abort: AbortController;
  waiting: number;
}

/** @param closing - aborts when the server is closing; all tasks are stopped then */
export function createYieldingFlights<T>(closing: AbortSignal): YieldingFlights<T> {
  const shared = createSingleFlight<T>();
  const flights = new Map<string, Flight>();

  async function fly(key: string, make: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const flight: Flight = { abort: new AbortController(), waiting: 0 };
    const { signal } = flight.abort;
    const close = () => flight.abort.abort();
    closing.addEventListener('abort', close, { once: true });
    if (closing.aborted) close();
    flights.set(key, flight);
    try {
      const result = await make(signal);
      if (signal.aborted && !closing.aborted) throw new YieldedError('stopped for a viewer');
      return result;
    } finally {
      closing.removeEventListener('abort', close);
      flights.delete(key);
    }
  }

  async function run(key: string, isAwaited: boolean, make: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const result = shared.run(key, () => fly(key, make));
    const flight = flights.get(key);
    if (isAwaited && flight !== undefined) flight.waiting += 1;
    try {
      return await result;
    } catch (error) {
      // The task that a viewer joined was being stopped already.
      if (isAwaited && error instanceof YieldedError && flight !== undefined && flight.waiting > 0) {
        return run(key, isAwaited, make);
      }
      throw error;
    }
  }

  function release(key: string): Flight | undefined {
    const flight = flights.get(key);
    if (flight !== undefined) flight.waiting = Math.max(0, flight.waiting - 1);
    return flight;
  }

  return {
    run,
    release: (key) => void release(key),
    leave(key) {
      const flight = release(key);
      if (flight?.waiting === 0) flight.abort.abort();
    },
    yieldToViewers(except) {
      for (const [key, flight] of flights) if (flight.waiting === 0 && key !== except) flight.abort.abort();
    },
  };
}
