import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import type { ErrorCode } from '@butaca/contract';
import { AppError } from './app-error.ts';

/** A rate limit: counts calls of a key (a session or an address) within a span of time. */
export interface CallLimit {
  /**
   * Counts one call of a session or address towards a rate limit. @throws AppError with the limit's code and the
   * seconds to wait, when the key has no calls left
   */
  count(key: string): Promise<void>;
}

/** Creates a rate limit of at most `perMinute` calls a minute for each key; 0 is no limit. */
export const createMinuteLimit = (perMinute: number, code: ErrorCode): CallLimit =>
  createLimit(perMinute, 60, code);

/** Creates a rate limit of at most `perDay` calls within 24 hours for each key; 0 is no limit. */
export const createDayLimit = (perDay: number, code: ErrorCode): CallLimit =>
  createLimit(perDay, 86_400, code);

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

/**
 * Creates a limit of at most `perMinute` failures a minute for each key. An attempt counts while it runs, and is taken
 * back unless it fails: otherwise many attempts at once would all begin before the first of them has failed.
 */
export function createFailureLimit(perMinute: number, code: ErrorCode): FailureLimit {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
  const { count } = limitBy(limiter, 60, code);
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
}

function createLimit(points: number, seconds: number, code: ErrorCode): CallLimit {
  if (points === 0) return { count: async () => undefined };
  return limitBy(new RateLimiterMemory({ points, duration: seconds }), seconds, code);
}

function limitBy(limiter: RateLimiterMemory, seconds: number, code: ErrorCode): CallLimit {
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
