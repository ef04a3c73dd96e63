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

function createLimit(points: number, seconds: number, code: ErrorCode): CallLimit {
  if (points === 0) return { count: async () => undefined };
  const limiter = new RateLimiterMemory({ points, duration: seconds });
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
