/*
 * Nobody is given much more of a trial than they can watch: a client that asks for a whole film at once gets half a minute
 * of it, and the rest as time passes. Each device has a purse that fills by a second every second, up to the lead; what is
 * newly paid is taken out of it. A part may be had while anything is left, so that long segments never stall a player. Those who
take out of the same purse do so one after the other: many at once would all find it full.
 */
import { setTimeout } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';

/** How far ahead of the person's place media is delivered. */
const usualLeadSeconds = 30;

export interface TrialPace {
  /**
   * Waits until it is one's turn and the purse holds something, and takes out what is paid.
   *
   * @param pay - says how many seconds it was
   * @throws the signal's reason when it aborts, and whatever `pay` does: nothing is then taken
   */
  spend(key: string, signal: AbortSignal, pay: () => Promise<number>): Promise<void>;
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

  async function waitForSome(key: string, signal: AbortSignal): Promise<void> {
    for (;;) {
      const { seconds } = read(key);
      if (seconds > 0) return;
      await time.sleep(0.01 - seconds, signal);
    }
  }

  const lastTurns = new Map<string, Promise<void>>();

  return {
    async spend(key, signal, pay) {
      const before = lastTurns.get(key) ?? Promise.resolve();
      let end = (): void => undefined;
      const own = new Promise<void>((resolve) => {
        end = resolve;
      });
      // Who leaves early gives up its own turn, not those before it.
      const turn = before.then(() => own);
      lastTurns.set(key, turn);
      void turn.finally(() => {
        if (lastTurns.get(key) === turn) lastTurns.delete(key);
      });
      try {
        await unlessAborted(before, signal);
        await waitForSome(key, signal);
        const seconds = await pay();
        read(key).seconds -= seconds;
      } finally {
        end();
      }
    },
  };
}

/** @throws the signal's reason when it aborts first */
function unlessAborted(turn: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(signal.reason as Error);
    if (signal.aborted) return leave();
    signal.addEventListener('abort', leave, { once: true });
    void turn.finally(() => {
      signal.removeEventListener('abort', leave);
      resolve();
    });
  });
}
