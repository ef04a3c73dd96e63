import { after } from '../base/clock.ts';

/** An abort signal that ends with other signals or after a time limit. */
export interface LinkedAbort {
  signal: AbortSignal;
  abort: () => void;
  /** Removes the listeners and the timer; the owner calls it as soon as the work has ended. */
  release: () => void;
}

/**
 * Links abort signals and a time limit to one signal. `AbortSignal.any` and `AbortSignal.timeout` do the same, but only
 * from Chromium 116 on, and the page supports Chromium 94.
 *
 * @param withinMs - the time limit in milliseconds; without it there is none
 */
export function linkAbort(signals: readonly (AbortSignal | undefined)[], withinMs?: number): LinkedAbort {
  const controller = new AbortController();
  const release = (): void => {
    cancel?.();
    for (const signal of signals) signal?.removeEventListener('abort', abort);
  };
  const abort = (): void => {
    release();
    controller.abort();
  };
  const cancel = withinMs === undefined ? undefined : after(withinMs, abort);
  for (const signal of signals) signal?.addEventListener('abort', abort);
  if (signals.some((signal) => signal?.aborted)) abort();
  return { signal: controller.signal, abort, release };
}
