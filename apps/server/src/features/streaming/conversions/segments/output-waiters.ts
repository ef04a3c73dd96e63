import { AppError } from '../../../../platform/http/app-error.ts';

/** Requests that wait until a converter has written the output that they ask for. */
export interface OutputWaiters<Key, Output> {
  /**
   * Waits for an output.
   *
   * @throws AppError `upstream.timeout` when the time is up, `stream.forbidden` when the signal aborts, or the failure
   * given to `settle`
   */
  wait(key: Key, signal: AbortSignal): Promise<Output>;
  /** Answers the waiting requests whose key matches. */
  settle(matches: (key: Key) => boolean, result: Output | AppError): void;
}

export function createOutputWaiters<Key, Output>(withinMs: number): OutputWaiters<Key, Output> {
  const waiters = new Set<{ key: Key; settle(result: Output | AppError): void }>();
  return {
    wait: (key, signal) =>
      new Promise((resolve, reject) => {
        const settle = (result: Output | AppError) => {
          clearTimeout(timer);
          signal.removeEventListener('abort', leave);
          waiters.delete(waiter);
          if (result instanceof AppError) reject(result);
          else resolve(result);
        };
        const waiter = { key, settle };
        const leave = () => settle(new AppError('stream.forbidden'));
        const timer = setTimeout(() => settle(new AppError('upstream.timeout')), withinMs);
        waiters.add(waiter);
        signal.addEventListener('abort', leave, { once: true });
        if (signal.aborted) leave();
      }),
    settle(matches, result) {
      for (const waiter of waiters) if (matches(waiter.key)) waiter.settle(result);
    },
  };
}
