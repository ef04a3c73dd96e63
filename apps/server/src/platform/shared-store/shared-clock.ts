import type { Clock } from '../clock.ts';
import type { SharedStore } from './shared-store.ts';

/** How often the difference between the clocks is measured again, in ms. */
const measureEveryMs = 30_000;
/** How soon it is measured again after a measurement that was not good, in ms. */
const retryEveryMs = 1_000;
/** How many answers one measurement consists of at most; the fastest one says most about the clock of the shared store. */
const mostAnswers = 3;
/** A good measurement has an answer that took no longer, in ms. */
const goodWithinMs = 100;

/**
 * A clock whose steady time is the same on all servers of an installation, that of the shared store: times in stream
 * addresses, which one server issues and another one reads, can be compared although the clocks of the machines differ.
 * While the shared store is unreachable, the last measured difference holds.
 */
export async function createSharedClock(clock: Clock, store: SharedStore): Promise<Clock & Disposable> {
  let aheadMs = 0;
  /** How long the answer took from which the difference was computed. */
  let knownWithinMs = Number.POSITIVE_INFINITY;
  let measuredAtMs = 0;

  async function measure(): Promise<void> {
    let best: { aheadMs: number; withinMs: number } | undefined;
    for (
      let asked = 0;
      asked < mostAnswers && (best === undefined || best.withinMs > goodWithinMs);
      asked += 1
    ) {
      const { atMs, withinMs } = await store.readTime();
      if (best === undefined || withinMs < best.withinMs) {
        best = { aheadMs: atMs + withinMs / 2 - clock.steadyMs(), withinMs };
      }
    }
    const isOld = clock.steadyMs() - measuredAtMs >= measureEveryMs;
    if (best === undefined || (best.withinMs > knownWithinMs && !isOld)) return;
    ({ aheadMs, withinMs: knownWithinMs } = best);
    measuredAtMs = clock.steadyMs();
  }
  const measureQuietly = (): void => void measure().catch(() => undefined);

  await measure().catch(() => undefined);
  // It may be another machine that answers now.
  store.onReturn(() => {
    knownWithinMs = Number.POSITIVE_INFINITY;
    measureQuietly();
  });
  const cancel = clock.every(retryEveryMs, () => {
    const isDue = clock.steadyMs() - measuredAtMs >= measureEveryMs;
    if (isDue || knownWithinMs > goodWithinMs) measureQuietly();
  });
  return {
    ...clock,
    steadyMs: () => clock.steadyMs() + aheadMs,
    [Symbol.dispose]: cancel,
  };
}
