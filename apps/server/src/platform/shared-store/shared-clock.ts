import type { Clock } from '../clock.ts';
import type { SharedStore } from './shared-store.ts';

/** How often the difference between the clocks is measured again, in ms. */
const measureEveryMs = 30_000;
/** An answer that took longer says too little about the clock of the shared store, in ms. */
const longestAnswerMs = 100;

/**
 * A clock whose steady time is the same on all servers of an installation, that of the shared store: times in stream
 * addresses, which one server issues and another one reads, can be compared although the clocks of the machines differ.
 * While the shared store is unreachable, the last measured difference holds.
 */
export async function createSharedClock(clock: Clock, store: SharedStore): Promise<Clock & Disposable> {
  let aheadMs = 0;

  async function measure(): Promise<void> {
    const { atMs, withinMs } = await store.readTime();
    if (withinMs <= longestAnswerMs) aheadMs = atMs + withinMs / 2 - clock.steadyMs();
  }
  const measureQuietly = (): void => void measure().catch(() => undefined);

  await measure().catch(() => undefined);
  store.onReturn(measureQuietly);
  const timer = setInterval(measureQuietly, measureEveryMs).unref();
  return {
    now: clock.now,
    steadyMs: () => clock.steadyMs() + aheadMs,
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
