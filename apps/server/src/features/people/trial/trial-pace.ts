/*
 * Limits the pace at which a film is delivered on free trial: a client that requests a whole film at once gets half a
 * minute of it, and the rest as time passes. Each device has a token bucket that gains one second every second, up to
 * the lead (how far delivery may be ahead of playback); newly charged seconds are taken out of the bucket. A range is
 * delivered while the bucket is not empty, even if the range is longer than what the bucket holds, so that long
 * segments never stall a player. Charges to one bucket run one after the other, because parallel ones would all find it
 * full.
 */
import { LRUCache } from 'lru-cache';
import { atMost } from '../../../platform/at-most.ts';
import { createKeyedQueue } from '../../../platform/async/semaphore.ts';
import { systemClock, type Clock } from '../../../platform/clock.ts';
import { sleep } from '../../../platform/async/sleep.ts';

/** How many seconds of a film are delivered on free trial ahead of the playback position. */
export const usualLeadSeconds = 30;

export interface TrialPace {
  /**
   * Waits for earlier charges of the same device and until its token bucket is not empty, and takes the newly charged
   * seconds out of the bucket.
   *
   * @param pay - charges the free trial in the database; returns how many seconds were charged
   * @throws the signal's reason when it aborts, and the error of `pay`; in both cases no seconds are taken
   */
  spend(key: string, signal: AbortSignal, pay: () => Promise<number>): Promise<void>;
}

export function createTrialPace(leadSeconds = usualLeadSeconds, clock: Clock = systemClock): TrialPace {
  const allowances = new LRUCache<string, { seconds: number; atSeconds: number }>(atMost(50_000));

  function read(key: string): { seconds: number; atSeconds: number } {
    const nowSeconds = clock.steadyMs() / 1_000;
    const allowance = allowances.get(key) ?? { seconds: leadSeconds, atSeconds: nowSeconds };
    allowance.seconds = Math.min(leadSeconds, allowance.seconds + nowSeconds - allowance.atSeconds);
    allowance.atSeconds = nowSeconds;
    allowances.set(key, allowance);
    return allowance;
  }

  async function waitForSome(key: string, signal: AbortSignal): Promise<void> {
    for (;;) {
      const { seconds } = read(key);
      if (seconds > 0) return;
      await sleep(clock, Math.ceil((0.01 - seconds) * 1_000), signal);
    }
  }

  const payments = createKeyedQueue();

  return {
    spend: (key, signal, pay) =>
      payments.run(
        key,
        async () => {
          await waitForSome(key, signal);
          const seconds = await pay();
          read(key).seconds -= seconds;
        },
        signal,
      ),
  };
}
