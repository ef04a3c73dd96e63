/*
 * The queue of progress saves. Each save is stored before it is sent and removed once the server has answered, so that none is
 * lost when the page closes or the network fails. Saves are sent one by one, oldest first; a failed one is retried with
 * back-off, or when the network is back. A save that the server refuses (4xx) is dropped, except with 401 and 429, which are
 * retryable. Sending is idempotent: the server keeps the newest save by its time.
 */
import { ApiError } from '../../platform/api/api-error.ts';
import type { PendingSave, PendingSaves } from './pending-saves.ts';

const firstWaitMs = 2_000;
const longestWaitMs = 60_000;

export interface ProgressQueue {
  /** Stores a save and sends what waits. `urgent` does not wait its turn: the page is going. */
  add(save: PendingSave, urgency?: 'urgent'): void;
  /** Sends what waits, now. */
  flush(): void;
  /** Sends no more. What waits stays stored. */
  stop(): void;
}

export interface ProgressQueueNeeds {
  pending: PendingSaves;
  /** Rejects with `ApiError` if the server refused the save. */
  send: (save: PendingSave) => Promise<void>;
}

export function createProgressQueue({ pending, send }: ProgressQueueNeeds): ProgressQueue {
  let isSending = false;
  let isStopped = false;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** @returns whether the next one may go */
  async function attempt(save: PendingSave): Promise<boolean> {
    try {
      await send(save);
    } catch (error) {
      if (!isRefused(error)) return false;
    }
    pending.remove(save);
    failures = 0;
    return true;
  }

  async function sendAll(): Promise<void> {
    const [next] = isStopped ? [] : pending.list();
    if (next !== undefined) return (await attempt(next)) ? sendAll() : waitToRetry();
    // Another tab may have sent what failed here.
    failures = 0;
    return undefined;
  }

  function waitToRetry(): void {
    if (isStopped) return;
    timer = setTimeout(flush, Math.min(longestWaitMs, firstWaitMs * 2 ** failures));
    failures += 1;
  }

  function flush(): void {
    clearTimeout(timer);
    if (isSending || isStopped) return;
    isSending = true;
    void sendAll().finally(() => {
      isSending = false;
    });
  }

  return {
    add(save, urgency) {
      pending.add(save);
      if (urgency === 'urgent') void attempt(save);
      // After a failure the back-off timer triggers the next attempt.
      else if (failures === 0) flush();
    },
    flush,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** The save itself is at fault: another try would end the same way. */
function isRefused(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { status } = error;
  return status >= 400 && status < 500 && status !== 401 && status !== 429;
}
