/*
 * The queue of progress saves. Each save is stored before it is sent and removed once the server has answered, so that
 * no save is lost when the page closes or the network fails. Saves are sent one by one, oldest first; a failed save is
 * retried with back-off, or when the network is back. A save that the server refuses (4xx) is dropped, except with 401
 * and 429, which are retryable. Sending is idempotent: the server keeps the save with the newest timestamp.
 */
import { ApiError } from '../../platform/api/api-error.ts';
import type { PendingSave, PendingSaves } from './pending-saves.ts';

const firstWaitMs = 2_000;
const longestWaitMs = 60_000;

export interface ProgressQueue {
  /** Stores a save and sends the pending ones. An `urgent` save skips the queue, because the page is being closed. */
  add(save: PendingSave, urgency?: 'urgent'): void;
  /** Sends the pending saves now instead of after the back-off. */
  flush(): void;
  /** Stops sending; pending saves stay stored. */
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

  /** @returns whether the next pending save may be sent: true if this save was accepted or dropped */
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
    // The queue is empty, so the back-off is reset: another tab may have sent the save that failed here.
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

/** Whether the server rejects the save for good, so that a retry would fail the same way. */
function isRefused(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { status } = error;
  return status >= 400 && status < 500 && status !== 401 && status !== 429;
}
