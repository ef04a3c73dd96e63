import type { Cancel, Clock } from '../clock.ts';

/** Work of the background that is done again and again, one run at a time. */
export interface RepeatedWork extends AsyncDisposable {
  /** Begins a run now; during one, begins another as soon as it has ended. */
  wake(): void;
}

export interface RepeatedWorkNeeds {
  /** One run. It is to end soon after `closing` was aborted. */
  work(): Promise<void>;
  /** For how long the work rests after a run, in ms, unless it is woken. */
  everyMs: number;
  clock: Clock;
  /** Is told of each run that failed; the next one begins all the same. */
  onFailure(error: unknown): void;
  /** Is aborted when the work is disposed of, which waits for the end of the present run. */
  closing: AbortController;
}

/** Makes work that begins when it is first woken. */
export function createRepeatedWork({
  work,
  everyMs,
  clock,
  onFailure,
  closing,
}: RepeatedWorkNeeds): RepeatedWork {
  let isWoken = false;
  let running: Promise<void> | undefined;
  let cancel: Cancel | undefined;

  function wake(): void {
    if (closing.signal.aborted) return;
    if (running !== undefined) {
      isWoken = true;
      return;
    }
    cancel?.();
    isWoken = false;
    running = work()
      .catch(onFailure)
      .finally(() => {
        running = undefined;
        if (closing.signal.aborted) return;
        if (isWoken) wake();
        else cancel = clock.after(everyMs, wake);
      });
  }

  return {
    wake,
    async [Symbol.asyncDispose]() {
      closing.abort();
      cancel?.();
      await running;
    },
  };
}
