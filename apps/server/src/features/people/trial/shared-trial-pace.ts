/*
 * The pace of a free trial that several servers keep together: one token bucket for each device in the shared store. A
 * server takes the longest possible charge out of the bucket before it charges, and puts back what was not charged: two
 * servers that charge at the same time would both find the bucket full otherwise. While the shared store is unreachable,
 * each server keeps a pace of its own; the minutes themselves are in the database.
 */
import { z } from 'zod';
import {
  unlessAway,
  type SharedStore,
  type StoreScript,
} from '../../../platform/shared-store/shared-store.ts';
import { usualLeadSeconds, type TrialPace } from './trial-pace.ts';
import { systemClock, type Clock } from '../../../platform/clock.ts';
import { sleep } from '../../../platform/async/sleep.ts';

/** @see TrialPace */
export interface SharedTrialPace {
  /** As `TrialPace.spend`. @param mostSeconds - how many seconds can be charged at most */
  spend(key: string, signal: AbortSignal, pay: () => Promise<number>, mostSeconds: number): Promise<void>;
}

/** How long a bucket is waited for at once, in ms: others may have put seconds back meanwhile. */
const longestWaitMs = 1_000;

/** Reads the bucket; the arguments after the key `pace:<device>` are the lead and the seconds, both of a film in ms. */
const prelude = `
local lead, change = tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local held = redis.call('HMGET', KEYS[1], 'has', 'at')
local has = tonumber(held[1]) or lead
has = math.min(lead, has + math.max(0, now - (tonumber(held[2]) or now)))
local function keep()
  redis.call('HSET', KEYS[1], 'has', has, 'at', now)
  redis.call('PEXPIRE', KEYS[1], lead - has + 1000)
end
`;

/** Answers 0 when the seconds were taken, else after how many ms the bucket is not empty any more. */
const takeScript: StoreScript = {
  keys: 1,
  lua: `${prelude}
if has <= 0 then return math.ceil(10 - has) end
has = has - change
keep()
return 0`,
};

const putBackScript: StoreScript = {
  keys: 1,
  lua: `${prelude}
has = math.min(lead, has + change)
keep()
return 0`,
};

/** @param own - the pace of this server alone, while the shared store is unreachable */
export function createSharedTrialPace(
  store: SharedStore,
  own: TrialPace,
  leadSeconds = usualLeadSeconds,
  clock: Clock = systemClock,
): SharedTrialPace {
  /** @returns `undefined` while the shared store is unreachable */
  async function ask(script: StoreScript, key: string, seconds: number): Promise<number | undefined> {
    const args = [`pace:${key}`, Math.round(leadSeconds * 1_000), Math.round(seconds * 1_000)];
    return z
      .number()
      .optional()
      .parse(await unlessAway(store.run(script, args)));
  }

  return {
    async spend(key, signal, pay, mostSeconds) {
      for (;;) {
        signal.throwIfAborted();
        const waitMs = await ask(takeScript, key, mostSeconds);
        if (waitMs === undefined) return own.spend(key, signal, pay);
        if (waitMs === 0) break;
        await sleep(clock, Math.min(waitMs, longestWaitMs), signal);
      }
      let paidSeconds = 0;
      try {
        paidSeconds = await pay();
      } finally {
        if (paidSeconds < mostSeconds) await ask(putBackScript, key, mostSeconds - paidSeconds);
      }
    },
  };
}
