import type { Clock } from './clock.ts';

/**
 * The options of an `LRUCache` that holds a number of entries at most. The cache's own option `max` allocates the
 * arrays for all of these entries at once, which for the large caches of the server takes 60 ms of its start; with
 * these options the arrays grow with the entries.
 *
 * @param entries - how many entries the cache holds before it evicts the least recently used one
 * @see https://github.com/isaacs/node-lru-cache#storage-bounds-safety
 */
export const atMost = (entries: number): { maxSize: number; sizeCalculation: () => number } => ({
  maxSize: entries,
  sizeCalculation: () => 1,
});

/**
 * The options of an `LRUCache` with a time to live that measure its entries' age by a clock. Without its resolution of zero
 * the cache would keep a time that it has read for a millisecond of the machine.
 */
export const ageBy = (
  clock: Pick<Clock, 'steadyMs'>,
): { perf: { now: () => number }; ttlResolution: number } => ({
  perf: { now: clock.steadyMs },
  ttlResolution: 0,
});
