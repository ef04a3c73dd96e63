import { createListeners } from '../listeners.ts';
import type { Log } from '../log.ts';

/** What a server knows about whether the shared store is reachable. */
export interface Reachability {
  isReachable(): boolean;
  /** Resolves when it is known for the first time. */
  readonly decided: Promise<void>;
  /** Notes that the store is not reachable; the first failure is logged. */
  lose(error: unknown): void;
  find(): void;
  /** Adds a listener that is called when the store was unreachable and is back. */
  onReturn(listener: () => void): void;
  /** Notes that the server stops: nothing is noted or logged any more. */
  close(): void;
}

export function createReachability(log: Log): Reachability {
  const returns = createListeners<[]>();
  let state: 'unknown' | 'reachable' | 'lost' | 'closed' = 'unknown';
  let decide = (): void => undefined;
  const decided = new Promise<void>((resolve) => {
    decide = resolve;
  });
  return {
    isReachable: () => state === 'reachable',
    decided,
    lose(error) {
      if (state === 'lost' || state === 'closed') return;
      state = 'lost';
      log.warn(
        { err: error },
        'the shared store (REDIS_URL) is unreachable or refuses to write; this server goes on alone, and keeps trying',
      );
      decide();
    },
    find() {
      if (state === 'reachable' || state === 'closed') return;
      const wasLost = state === 'lost';
      state = 'reachable';
      decide();
      if (!wasLost) return;
      log.info('the shared store is back');
      returns.notify();
    },
    onReturn: returns.add,
    close() {
      state = 'closed';
    },
  };
}
