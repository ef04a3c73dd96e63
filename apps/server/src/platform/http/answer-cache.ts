import { LRUCache } from 'lru-cache';
import { prepareAnswer, type PreparedAnswer } from './prepared-answer.ts';

/** A cache of answers that many people share, each serialised once for each catalogue version. */
export interface AnswerCache {
  /**
   * Returns the answer with this name; the first call makes it, and concurrent calls share one run of `make`.
   *
   * @param name - contains everything on which the answer depends except the catalogue
   */
  once(name: string, make: () => Promise<string>): Promise<PreparedAnswer> | PreparedAnswer;
}

/**
 * Creates an answer cache. Keys contain the catalogue version from before the query, so that an answer made during a
 * change is never served after the change.
 *
 * @param version - returns the current catalogue version
 */
export function createAnswerCache(version: () => number, maxBytes: number): AnswerCache {
  const answers = new LRUCache<string, PreparedAnswer, () => Promise<string>>({
    maxSize: maxBytes,
    // An answer that is evicted while it is made still reaches the callers that wait for it.
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context: make }) => prepareAnswer(await make()),
    sizeCalculation: (answer) => answer.json.length + (answer.gzipped?.length ?? 0) + 200,
  });
  return {
    once(name, make) {
      const key = `${version()} ${name}`;
      return answers.get(key) ?? answers.forceFetch(key, { context: make });
    },
  };
}
