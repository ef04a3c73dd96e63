import { LRUCache } from 'lru-cache';
import { atMost } from '../platform/at-most.ts';
import {
  SharedStoreError,
  type SharedStore,
  type StoreScript,
} from '../platform/shared-store/shared-store.ts';

/** The record of wrong guesses, by account. */
export interface GuessRecord {
  /** How many wrong guesses for an account are not older than the window; no more than `most` are kept. */
  count(account: string): Promise<number>;
  note(account: string): Promise<void>;
  /** Takes the next turn of an account, of which there is one in `delayMs`. @returns the wait in ms; 0 for a taken turn */
  takeTurn(account: string, delayMs: number): Promise<number>;
}

interface Failures {
  /** The times of the latest wrong guesses for an account; no more are kept than the guard needs to count. */
  atMs: number[];
  nextAttemptAtMs: number;
}

/** Creates a record in the memory of this process. @param nowMs - a monotonic clock */
export function createGuessRecord(most: number, windowMs: number, nowMs: () => number): GuessRecord {
  const byAccount = new LRUCache<string, Failures>(atMost(50_000));

  const recent = (account: string): Failures => {
    const failures = byAccount.get(account) ?? { atMs: [], nextAttemptAtMs: 0 };
    failures.atMs = failures.atMs.filter((atMs) => atMs > nowMs() - windowMs);
    return failures;
  };

  return {
    count: async (account) => recent(account).atMs.length,
    async note(account) {
      const failures = recent(account);
      failures.atMs = [...failures.atMs, nowMs()].slice(-most);
      byAccount.set(account, failures);
    },
    async takeTurn(account, delayMs) {
      const failures = recent(account);
      const waitMs = failures.nextAttemptAtMs - nowMs();
      if (waitMs > 0) return waitMs;
      failures.nextAttemptAtMs = nowMs() + delayMs;
      byAccount.set(account, failures);
      return 0;
    },
  };
}

/** Arguments after the key: the window in ms, how many guesses are kept. Without a third one nothing is noted. */
const failuresScript: StoreScript = {
  keys: 1,
  lua: `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[1])
if ARGV[3] then
  redis.call('ZADD', KEYS[1], now, ARGV[3])
  redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -1 - ARGV[2])
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
end
return redis.call('ZCARD', KEYS[1])`,
};

/** Arguments after the key: the time between two turns in ms. */
const turnScript: StoreScript = {
  keys: 1,
  lua: `
local wait = redis.call('PTTL', KEYS[1])
if wait > 0 then return wait end
redis.call('SET', KEYS[1], 1, 'PX', ARGV[1])
return 0`,
};

/**
 * Creates a record that several servers share. While the store is unreachable, each of them decides by the guesses that it
 * has noted itself.
 */
export function createSharedGuessRecord(
  needs: { store: SharedStore; name: string; most: number; windowMs: number },
  own: GuessRecord,
): GuessRecord {
  const { store, name, most, windowMs } = needs;
  let noted = 0;

  async function shared<T>(request: Promise<unknown>, read: (answer: unknown) => T, alone: () => Promise<T>) {
    try {
      return read(await request);
    } catch (error) {
      if (!(error instanceof SharedStoreError)) throw error;
      return alone();
    }
  }

  return {
    count: (account) =>
      shared(store.run(failuresScript, [`guesses:${name}:${account}`, windowMs, most]), Number, () =>
        own.count(account),
      ),
    async note(account) {
      await own.note(account);
      noted += 1;
      const member = `${process.pid} ${noted} ${performance.timeOrigin}`;
      const args = [`guesses:${name}:${account}`, windowMs, most, member];
      await shared(
        store.run(failuresScript, args),
        () => undefined,
        async () => undefined,
      );
    },
    takeTurn: (account, delayMs) =>
      shared(store.run(turnScript, [`turns:${name}:${account}`, delayMs]), Number, () =>
        own.takeTurn(account, delayMs),
      ),
  };
}
