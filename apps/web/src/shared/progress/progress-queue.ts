/* The queue of playback positions to save on the server. Each position is stored before it is sent and removed once
   the server has answered, so that none is lost when the page closes or the network fails. Positions are sent one
   by one, oldest first; a failed one is retried with back-off, or when the network is back. A position that the
   server refuses (4xx) is dropped, except with 401 and 429, which are retryable. Sending is idempotent: the server
   keeps the position with the newest timestamp. */
import { ApiError } from '../../platform/api/api-error.ts';
import type { PendingSave, PendingSaves } from './pending-saves.ts';
import { after, type Cancel } from '../../platform/base/clock.ts';

const firstWaitMs = 2_000;
const longestWaitMs = 60_000;

export interface ProgressQueue {
  /**
   * Stores a playback position and sends the stored ones. An `urgent` one skips the queue, because the page is being
   * closed.
   */
  add(save: PendingSave, urgency?: 'urgent'): void;
  /** Sends the stored playback positions now instead of after the back-off. */
  flush(): void;
  /** Stops sending playback positions; unsent ones stay stored. */
  stop(): void;
}

export interface ProgressQueueNeeds {
  pending: PendingSaves;
  /** Sends a playback position; rejects with `ApiError` if the server refused it. */
  send: (save: PendingSave) => Promise<void>;
}

export function createProgressQueue({ pending, send }: ProgressQueueNeeds): ProgressQueue {
  let isSending = false;
  let isStopped = false;
  let failures = 0;
  let cancelRetry: Cancel | undefined;

  /**
   * Sends one playback position.
   *
   * @returns whether the next one may be sent: true if this one was accepted or dropped
   */
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
    // Every playback position has been sent, so the back-off is reset: a position that this tab failed to send may have
    // been sent by another tab.
    failures = 0;
    return undefined;
  }

  function waitToRetry(): void {
    if (isStopped) return;
    cancelRetry = after(Math.min(longestWaitMs, firstWaitMs * 2 ** failures), flush);
    failures += 1;
  }

  function flush(): void {
    cancelRetry?.();
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
      // After a failed send the back-off timer triggers the next attempt, so a new playback position is not sent at
      // once.
      else if (failures === 0) flush();
    },
    flush,
    stop() {
      isStopped = true;
      cancelRetry?.();
    },
  };
}

/** Whether the server rejects a playback position for good, so that a retry would fail the same way. */
function isRefused(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { status } = error;
  return status >= 400 && status < 500 && status !== 401 && status !== 429;
}
