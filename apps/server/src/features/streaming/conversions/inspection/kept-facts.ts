import { LRUCache } from 'lru-cache';
import { ageBy, atMost } from '../../../../platform/at-most.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { FileFactsRepository, KnownFile } from './file-facts.repository.ts';

/** How many files are remembered: those that are played at once, several places of each. */
const keptMax = 200;
/** How long a file is remembered, in ms: for as long as the plan of its conversion. */
const keptMs = 3_600_000;

/** What an inspection reads and writes of a file's facts (codecs, tracks, duration) and keyframes. */
export type FactsStore = Pick<FileFactsRepository, 'find' | 'save' | 'findKeyframes' | 'saveKeyframes'>;

/**
 * Remembers the facts and keyframes of files in the memory of this process. The facts of files whose
 * addresses were made for one request, such as past programmes in an archive, are kept here and not in the database, where
 * no later request would find them: it has another address.
 */
export function createKeptFacts(clock: Pick<Clock, 'steadyMs'>): FactsStore {
  const files = new LRUCache<string, { file: KnownFile; keyframesMs?: readonly number[] }>({
    ...atMost(keptMax),
    ttl: keptMs,
    ...ageBy(clock),
  });
  return {
    async find(keys) {
      const found = new Map<string, KnownFile>();
      for (const key of keys) {
        const file = files.get(key)?.file;
        if (file !== undefined) found.set(key, file);
      }
      return found;
    },
    async save(key, file) {
      files.set(key, { file });
    },
    findKeyframes: async (key) => files.get(key)?.keyframesMs,
    async saveKeyframes(key, keyframesMs) {
      const known = files.get(key);
      if (known !== undefined) files.set(key, { ...known, keyframesMs });
    },
  };
}
