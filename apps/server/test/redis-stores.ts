import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { startRedis, type RedisServer } from '../../../tools/cluster/redis.mjs';
import { createLog } from '../src/platform/log.ts';
import {
  createSharedPermits,
  type PermitTiming,
  type SharedPermits,
} from '../src/platform/shared-store/shared-permits.ts';
import type { StoreSights } from '../src/platform/shared-store/store-sights.ts';
import { openSharedStore, type SharedStore } from '../src/platform/shared-store/shared-store.ts';

/** Times of permits as the default ones, but so short that a server that is cut off is noticed within two seconds. */
export const shortPermitTiming = { renewEveryMs: 100, lastingMs: 1_500, quietMs: 500, settleMs: 600 };

export interface RedisStores {
  /** The Redis of the test file. */
  redis(): RedisServer;
  /**
   * Opens the store of one of several servers.
   *
   * @param installation - by default the same in a test, another in each
   * @param url - replaces the address of the Redis
   */
  open(installation?: string, url?: string): Promise<SharedStore>;
  /**
   * The permits of one of several servers.
   *
   * @param timing - by default short times
   * @param sights - by default no server learns whether others reach the store
   */
  openPermits(store: SharedStore, timing?: PermitTiming, sights?: StoreSights): SharedPermits;
}

/** Starts a Redis for the tests of a file; each test has keys of its own, and what it opens is closed after it. */
export function useRedis(): RedisStores {
  let redis: RedisServer | undefined;
  let opened: AsyncDisposable[] = [];
  let own = '';
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis?.stop());
  beforeEach(() => {
    own = crypto.randomUUID();
  });
  afterEach(async () => {
    for (const each of opened.toReversed()) await each[Symbol.asyncDispose]();
    opened = [];
  });
  function running(): RedisServer {
    if (redis === undefined) throw new Error('the Redis of the tests did not start');
    return redis;
  }
  return {
    redis: running,
    async open(installation = own, url = running().url) {
      const store = await openSharedStore({ url, installation, log: createLog('silent') });
      opened.push(store);
      return store;
    },
    openPermits(store, timing = shortPermitTiming, sights) {
      const permits = createSharedPermits(store, sights, timing);
      opened.push(permits);
      return permits;
    },
  };
}
