import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import type { ErrorCode } from '@butaca/contract';
import { AppError } from './app-error.ts';

/** Counts calls of a key within a minute. */
export interface MinuteLimit {
  /** @throws AppError with the limit's code and the seconds to wait */
  count(key: string): Promise<void>;
}

/** At most `perMinute` calls a minute for each key; 0 is no limit. */
export function createMinuteLimit(perMinute: number, code: ErrorCode): MinuteLimit {
  if (perMinute === 0) return { count: async () => undefined };
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
  return {
    async count(key) {
      try {
        await limiter.consume(key);
      } catch (refusal) {
        const waitMs = (refusal as RateLimiterRes).msBeforeNext;
        throw new AppError(code, { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)) });
      }
    },
  };
}
