import { LRUCache } from 'lru-cache';
import { ageBy, atMost } from '../../../../platform/at-most.ts';
import {
  unlessAway,
  type SharedStore,
  type StoreScript,
} from '../../../../platform/shared-store/shared-store.ts';
import type { AddressUses } from './address-life.ts';
import { systemClock, type Clock } from '../../../../platform/clock.ts';

/** How often a use is noted again in the shared store, in ms: a small part of the time for which addresses may be unused. */
const notedEveryMs = 60_000;
const notedMax = 50_000;

/** Arguments after the key `address:<key>`: for how many seconds the use is remembered. */
const noteScript: StoreScript = { keys: 1, lua: "return redis.call('SET', KEYS[1], '1', 'EX', ARGV[1])" };
const findScript: StoreScript = { keys: 1, lua: "return redis.call('EXISTS', KEYS[1])" };

/** Creates the record of the use of stream addresses that several servers share. */
export function createSharedAddressUses(
  store: SharedStore,
  clock: Pick<Clock, 'steadyMs'> = systemClock,
): AddressUses {
  const noted = new LRUCache<string, true>({ ...atMost(notedMax), ttl: notedEveryMs, ...ageBy(clock) });
  return {
    note(key, seconds) {
      if (noted.has(key)) return;
      noted.set(key, true);
      store.run(noteScript, [`address:${key}`, seconds]).catch(() => noted.delete(key));
    },
    find: async (key) => (await unlessAway(store.run(findScript, [`address:${key}`]))) === 1,
  };
}
