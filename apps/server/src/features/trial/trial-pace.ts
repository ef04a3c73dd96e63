/*
 * Nobody is given much more of a trial than they can watch: a client that asks for a whole film at once gets half a minute
 * of it, and the rest as time passes. Each device has a purse that fills by a second every second, up to the lead; what is
 * newly paid is taken out of it. A part may be had while anything is left, so that long segments never stall a player.
 */
import { setTimeout } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';

/** How far ahead of the person's place media is delivered. */
const usualLeadSeconds = 30;

export interface TrialPace {
  /** Waits until the purse holds something. @throws the signal's reason when it aborts */
  wait(key: string, signal: AbortSignal): Promise<void>;
  take(key: string, seconds: number): void;
}

/** Where its time comes from; tests give their own. */
export interface PaceTime {
  nowSeconds(): number;
  /** @throws the signal's reason when it aborts */
  sleep(seconds: number, signal: AbortSignal): Promise<void>;
}

const realTime: PaceTime = {
  nowSeconds: () => performance.now() / 1_000,
  sleep: (seconds, signal) => setTimeout(Math.ceil(seconds * 1_000), undefined, { signal, ref: false }),
};

export function createTrialPace(leadSeconds = usualLeadSeconds, time = realTime): TrialPace {
  const purses = new LRUCache<string, { seconds: number; atSeconds: number }>({ max: 50_000 });

  function read(key: string): { seconds: number; atSeconds: number } {
    const nowSeconds = time.nowSeconds();
    const purse = purses.get(key) ?? { seconds: leadSeconds, atSeconds: nowSeconds };
    purse.seconds = Math.min(leadSeconds, purse.seconds + nowSeconds - purse.atSeconds);
    purse.atSeconds = nowSeconds;
    purses.set(key, purse);
    return purse;
  }

  return {
    async wait(key, signal) {
      for (;;) {
        const { seconds } = read(key);
        if (seconds > 0) return;
        await time.sleep(0.01 - seconds, signal);
      }
    },
    take(key, seconds) {
      read(key).seconds -= seconds;
    },
  };
}
