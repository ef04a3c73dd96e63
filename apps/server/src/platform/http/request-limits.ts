import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';
import type { ErrorCode } from '@butaca/contract';
import type { SharedStore } from '../shared-store/shared-store.ts';
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
   * Runs an attempt of a key.
   *
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

/** Creates rate limits. Servers that share a store count together; while it is unreachable, each counts for itself. */
export interface Limits {
  perMinute(rule: LimitRule): CallLimit;
  /** A limit on calls within 24 hours. */
  perDay(rule: LimitRule): CallLimit;
  /**
   * A limit on failures within a minute. An attempt counts while it runs, and is taken back unless it fails: otherwise many
   * attempts at once would all begin before the first of them has failed.
   */
  failuresPerMinute(rule: LimitRule): FailureLimit;
}

const minuteSeconds = 60;
const daySeconds = 86_400;

/** @param store - where several servers count together; by default this process counts for itself */
export function createLimits(store?: Pick<SharedStore, 'redis'>): Limits {
  function createLimiter({ name, most: points }: LimitRule, duration: number) {
    const own = new RateLimiterMemory({ points, duration });
    if (store === undefined) return own;
    return new RateLimiterRedis({
      storeClient: store.redis,
      keyPrefix: `limit:${name}`,
      points,
      duration,
      insuranceLimiter: own,
      rejectIfRedisNotReady: true,
    });
  }

  const limitCalls = (rule: LimitRule, seconds: number): CallLimit =>
    rule.most === 0
      ? { count: async () => undefined }
      : limitBy(createLimiter(rule, seconds), seconds, rule.code);

  return {
    perMinute: (rule) => limitCalls(rule, minuteSeconds),
    perDay: (rule) => limitCalls(rule, daySeconds),
    failuresPerMinute(rule) {
      const limiter = createLimiter(rule, minuteSeconds);
      const { count } = limitBy(limiter, minuteSeconds, rule.code);
      const takeBack = async (key: string): Promise<void> => {
        if ((await limiter.get(key)) !== null) await limiter.reward(key);
      };
      return {
        async run(key, attempt, isFailure) {
          await count(key);
          try {
            const result = await attempt();
            await takeBack(key);
            return result;
          } catch (error) {
            if (!isFailure(error)) await takeBack(key);
            throw error;
          }
        },
      };
    },
  };
}

function limitBy(limiter: RateLimiterMemory | RateLimiterRedis, seconds: number, code: ErrorCode): CallLimit {
  return {
    async count(key) {
      try {
        await limiter.consume(key);
      } catch (refusal) {
        // The limiter forgets a key by a timer, but computes the waiting time from the time of day, which may have been
        // set back since: the wait is never longer than the span of the limit.
        const waitSeconds = Math.ceil((refusal as RateLimiterRes).msBeforeNext / 1_000);
        throw new AppError(code, { retryAfterSeconds: Math.min(seconds, Math.max(1, waitSeconds)) });
      }
    },
  };
}
