import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { z } from 'zod';
import type { ErrorCode } from '@butaca/contract';
import { unlessAway, type SharedStore, type StoreScript } from '../shared-store/shared-store.ts';
import { AppError } from './app-error.ts';

/** A rate limit: counts calls of a key (a session or an address) within a span of time. */
export interface CallLimit {
  /**
   * Counts one call of a session or address towards a rate limit. @throws AppError with the limit's code and the
   * seconds to wait, when the key has no calls left
   */
  count(key: string): Promise<void>;
}

/** A limit on failures: right attempts, such as right codes, are not counted. */
export interface FailureLimit {
  /**
   * @param isFailure - whether an error of the attempt counts as a failure of the key
   * @throws AppError with the limit's code and the seconds to wait, when the key has no failures left
   */
  run<T>(key: string, attempt: () => Promise<T>, isFailure: (error: unknown) => boolean): Promise<T>;
}

/** What a limit counts and what it allows. */
export interface LimitRule {
  /** Tells the counts of this limit from those of others. */
  name: string;
  /** How many calls the limit allows within its span of time; 0 is no limit. */
  most: number;
  /** The error of one call too many. */
  code: ErrorCode;
}

/**
 * Creates rate limits. Servers that share a store count together; while it is unreachable, each goes on for itself from the
 * last count that it knows.
 */
export interface Limits {
  perMinute(rule: LimitRule): CallLimit;
  /** A limit on calls within 24 hours. */
  perDay(rule: LimitRule): CallLimit;
  /**
   * A limit on failures within a minute. An attempt counts while it runs, and is taken back unless it fails: otherwise many
   * attempts at once would all begin before the first of them has failed. One that is refused is taken back, too.
   */
  failuresPerMinute(rule: LimitRule): FailureLimit;
}

const minuteSeconds = 60;
const daySeconds = 86_400;

/** Counts the calls of keys within a span of time. */
interface Counter {
  /** Counts one call. @returns how long the key has to wait, in ms; `undefined` when the call is admitted */
  count(key: string): Promise<number | undefined>;
  /** Takes one call back, unless the span of time has passed. */
  takeBack(key: string): Promise<void>;
}

interface OwnCounter extends Counter {
  /** Sets a count to one that was learned. */
  learn(key: string, calls: number, leftMs: number): Promise<void>;
}

/** Counts in the memory of this process. */
function createOwnCounter(most: number, seconds: number): OwnCounter {
  const limiter = new RateLimiterMemory({ points: most, duration: seconds });
  return {
    count: (key) =>
      limiter.consume(key).then(
        () => undefined,
        (refusal: RateLimiterRes) => refusal.msBeforeNext,
      ),
    async takeBack(key) {
      if ((await limiter.get(key)) !== null) await limiter.reward(key);
    },
    async learn(key, calls, leftMs) {
      await limiter.set(key, calls, leftMs / 1_000);
    },
  };
}

/** Argument after the key: the span of time in seconds. Answers how many calls were counted in it, and what is left of it in ms. */
const countScript: StoreScript = {
  keys: 1,
  lua: `
redis.call('SET', KEYS[1], 0, 'EX', ARGV[1], 'NX')
return { redis.call('INCR', KEYS[1]), redis.call('PTTL', KEYS[1]) }`,
};

const takeBackScript: StoreScript = {
  keys: 1,
  lua: `
if redis.call('EXISTS', KEYS[1]) == 1 then redis.call('DECR', KEYS[1]) end
return 0`,
};

const countedOf = z.tuple([z.number(), z.number()]);

/** Counts in the shared store, and keeps what it answers in `own`, by which it decides while the store is unreachable. */
function createSharedCounter(
  store: Pick<SharedStore, 'run'>,
  { name, most }: LimitRule,
  seconds: number,
): Counter {
  const own = createOwnCounter(most, seconds);
  const keyOf = (key: string): string => `limit:${name}:${key}`;
  return {
    async count(key) {
      const answer = await unlessAway(store.run(countScript, [keyOf(key), seconds]));
      if (answer === undefined) return own.count(key);
      const [calls, leftMs] = countedOf.parse(answer);
      if (leftMs > 0) await own.learn(key, calls, leftMs);
      return calls > most ? leftMs : undefined;
    },
    async takeBack(key) {
      await unlessAway(store.run(takeBackScript, [keyOf(key)]));
      await own.takeBack(key);
    },
  };
}

/** @param store - where several servers count together; by default this process counts for itself */
export function createLimits(store?: Pick<SharedStore, 'run'>): Limits {
  const createCounter = (rule: LimitRule, seconds: number): Counter =>
    store === undefined ? createOwnCounter(rule.most, seconds) : createSharedCounter(store, rule, seconds);

  const limitCalls = (rule: LimitRule, seconds: number): CallLimit =>
    rule.most === 0
      ? { count: async () => undefined }
      : limitBy(createCounter(rule, seconds), seconds, rule.code);

  return {
    perMinute: (rule) => limitCalls(rule, minuteSeconds),
    perDay: (rule) => limitCalls(rule, daySeconds),
    failuresPerMinute(rule) {
      const counter = createCounter(rule, minuteSeconds);
      const { count } = limitBy(counter, minuteSeconds, rule.code);
      return {
        async run(key, attempt, isFailure) {
          try {
            await count(key);
          } catch (refusal) {
            await counter.takeBack(key);
            throw refusal;
          }
          try {
            const result = await attempt();
            await counter.takeBack(key);
            return result;
          } catch (error) {
            if (!isFailure(error)) await counter.takeBack(key);
            throw error;
          }
        },
      };
    },
  };
}

function limitBy(counter: Counter, seconds: number, code: ErrorCode): CallLimit {
  return {
    async count(key) {
      const waitMs = await counter.count(key);
      if (waitMs === undefined) return;
      // The counter forgets a key by a timer, but computes the waiting time from the time of day, which may have been set
      // back since: the wait is never longer than the span of the limit.
      throw new AppError(code, {
        retryAfterSeconds: Math.min(seconds, Math.max(1, Math.ceil(waitMs / 1_000))),
      });
    },
  };
}
