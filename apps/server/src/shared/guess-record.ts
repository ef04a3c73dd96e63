import { LRUCache } from 'lru-cache';
import { atMost } from '../platform/at-most.ts';
import { unlessAway, type SharedStore, type StoreScript } from '../platform/shared-store/shared-store.ts';

/** The record of wrong guesses, by account. */
export interface GuessRecord {
  /**
   * Notes a wrong guess for an account if fewer than `limit` are not older than the window. @param id - identifies the guess
   *
   * @returns whether it was noted
   */
  noteBelow(account: string, id: string, limit: number): Promise<boolean>;
  /** Notes a wrong guess; no more than `most` of an account are kept. */
  note(account: string, id: string): Promise<void>;
  takeBack(account: string, id: string): Promise<void>;
  /** Takes the next turn of an account, of which there is one in `delayMs`. @returns the wait in ms; 0 for a taken turn */
  takeTurn(account: string, delayMs: number): Promise<number>;
}

interface Failures {
  /** The latest wrong guesses for an account; no more are kept than the guard needs to count. */
  latest: { id: string; atMs: number }[];
  nextAttemptAtMs: number;
}

/** Creates a record in the memory of this process. @param nowMs - a monotonic clock */
export function createGuessRecord(most: number, windowMs: number, nowMs: () => number): GuessRecord {
  const byAccount = new LRUCache<string, Failures>(atMost(50_000));

  const recent = (account: string): Failures => {
    const failures = byAccount.get(account) ?? { latest: [], nextAttemptAtMs: 0 };
    failures.latest = failures.latest.filter(({ atMs }) => atMs > nowMs() - windowMs);
    return failures;
  };

  function note(account: string, id: string): void {
    const failures = recent(account);
    failures.latest = [...failures.latest, { id, atMs: nowMs() }].slice(-most);
    byAccount.set(account, failures);
  }

  return {
    async noteBelow(account, id, limit) {
      const isBelow = recent(account).latest.length < limit;
      if (isBelow) note(account, id);
      return isBelow;
    },
    note: async (account, id) => note(account, id),
    async takeBack(account, id) {
      const failures = byAccount.get(account);
      if (failures !== undefined) failures.latest = failures.latest.filter((guess) => guess.id !== id);
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

/**
 * Arguments after the key: the window in ms, how many guesses are kept, the id of the guess, and below how many guesses it is
 * noted (-1: in any case). Answers 1 when it is noted.
 */
const noteScript: StoreScript = {
  keys: 1,
  lua: `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[1])
local below = tonumber(ARGV[4])
if below >= 0 and redis.call('ZCARD', KEYS[1]) >= below then return 0 end
redis.call('ZADD', KEYS[1], now, ARGV[3])
redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -1 - ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return 1`,
};

/** Argument after the key: the id of the guess. */
const takeBackScript: StoreScript = { keys: 1, lua: `return redis.call('ZREM', KEYS[1], ARGV[1])` };

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
 * Creates a record that several servers share. While the store is unreachable or late, each of them decides by the guesses that
 * it has noted itself, and admits its share: the other servers go on, too.
 */
export function createSharedGuessRecord(
  needs: { store: SharedStore; name: string; most: number; windowMs: number },
  own: GuessRecord,
): GuessRecord {
  const { store, name, most, windowMs } = needs;
  const keyOf = (account: string): string => `guesses:${name}:${account}`;
  const noteWith = (account: string, id: string, limit: number): Promise<unknown> =>
    store.run(noteScript, [keyOf(account), windowMs, most, id, limit]);

  return {
    async noteBelow(account, id, limit) {
      const answer = await unlessAway(noteWith(account, id, limit));
      if (answer === undefined) {
        return own.noteBelow(account, id, Math.max(1, Math.floor(limit / store.serverCount())));
      }
      if (answer === 1) await own.note(account, id);
      return answer === 1;
    },
    async note(account, id) {
      await own.note(account, id);
      await unlessAway(noteWith(account, id, -1));
    },
    async takeBack(account, id) {
      await own.takeBack(account, id);
      await unlessAway(store.run(takeBackScript, [keyOf(account), id]));
    },
    async takeTurn(account, delayMs) {
      const answer = await unlessAway(store.run(turnScript, [`turns:${name}:${account}`, delayMs]));
      if (answer === undefined) return own.takeTurn(account, delayMs * store.serverCount());
      return Number(answer);
    },
  };
}
