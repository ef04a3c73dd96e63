import { withDeadline } from '../../../../platform/async/deadline.ts';
import { AppError } from '../../../../platform/http/app-error.ts';
import { askAgain } from '../ffmpeg/ask-again.ts';

/** Keeps the HTTP requests that wait until ffmpeg has written the segment or playlist that they ask for. */
export interface OutputWaiters<Key, Output> {
  /**
   * Waits for a segment or playlist that ffmpeg has not written yet.
   *
   * @throws AppError `upstream.timeout` when the time is up, `server.unavailable` when the signal aborts, or the failure
   * given to `settle`
   */
  wait(key: Key, signal: AbortSignal): Promise<Output>;
  /**
   * Ends the wait of those requests for segments or playlists of ffmpeg whose key `matches` accepts, with a result or
   * an error.
   */
  settle(matches: (key: Key) => boolean, result: Output | AppError): void;
}

export function createOutputWaiters<Key, Output>(withinMs: number): OutputWaiters<Key, Output> {
  const waiters = new Set<{ key: Key; settle(result: Output | AppError): void }>();
  return {
    wait: (key, signal) =>
      withDeadline(
        signal,
        withinMs,
        (ended) =>
          new Promise((resolve, reject) => {
            const settle = (result: Output | AppError) => {
              waiters.delete(waiter);
              if (result instanceof AppError) reject(result);
              else resolve(result);
            };
            const waiter = { key, settle };
            const leave = () => settle(signal.aborted ? askAgain() : new AppError('upstream.timeout'));
            waiters.add(waiter);
            ended.addEventListener('abort', leave, { once: true });
            if (ended.aborted) leave();
          }),
      ),
    settle(matches, result) {
      for (const waiter of waiters) if (matches(waiter.key)) waiter.settle(result);
    },
  };
}
