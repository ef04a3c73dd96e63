import { LRUCache } from 'lru-cache';
import { ageBy, atMost } from '../../../../platform/at-most.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { AppError } from '../../../../platform/http/app-error.ts';
import type { StreamRequest } from './stages.ts';

/** Failures with which requests for a stream are answered instead of asking its upstream again. */
export interface KeptFailures {
  /** Returns the kept failure of a stream. @param key - names the stream in its play session */
  take(key: string): AppError | undefined;
  /** Notes how a request has failed: the failure is kept when the server of the stream's source did not answer in time. */
  note(asked: Pick<StreamRequest, 'key' | 'sealed'>, failure: AppError): void;
  /** Keeps the failure of a stream that was opened before its player asked, for the player's first request. */
  keepOnce(key: string, failure: AppError): void;
}

const failuresMax = 1_000;
/**
 * For how long, in ms, a failure is kept: shorter than it takes a person to try again, longer than players wait before they
 * repeat a request.
 */
const keptMs = 1_500;

export function createKeptFailures(clock: Pick<Clock, 'steadyMs'>): KeptFailures {
  // Players repeat a request that failed, and ask again to learn why it failed.
  const kept = new LRUCache<string, { failure: AppError; isOnce: boolean }>({
    ...atMost(failuresMax),
    ttl: keptMs,
    ...ageBy(clock),
  });
  return {
    take(key) {
      const known = kept.get(key);
      if (known?.isOnce === true) kept.delete(key);
      return known?.failure;
    },
    note({ key, sealed }, failure) {
      const isLate = sealed.role === 'source' && failure.code === 'upstream.timeout';
      if (isLate && !kept.has(key)) kept.set(key, { failure, isOnce: false });
    },
    keepOnce(key, failure) {
      kept.set(key, { failure, isOnce: true });
    },
  };
}
