import { LRUCache } from 'lru-cache';
import { prepareAnswer, type PreparedAnswer } from './prepared-answer.ts';

/** A cache of API answers that many people share, each serialised once for each catalogue version. */
export interface AnswerCache {
  /**
   * Returns the cached answer with the given name; the first call makes the answer, and concurrent calls share one run
   * of `make`.
   *
   * @param name - contains everything on which the answer depends except the catalogue
   */
  once(name: string, make: () => Promise<string | Buffer>): Promise<PreparedAnswer> | PreparedAnswer;
}

/**
 * Keys contain the catalogue version from before the query, so that an answer made during a change of the catalogue is
 * never served after the change.
 *
 * @param version - returns the current catalogue version
 */
export function createAnswerCache(version: () => number, maxBytes: number): AnswerCache {
  const answers = new LRUCache<string, PreparedAnswer, () => Promise<string | Buffer>>({
    maxSize: maxBytes,
    // When an answer is evicted from the cache while it is still being made, the callers that wait for the answer still
    // get it.
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
