import { LRUCache } from 'lru-cache';
import { prepareAnswer, type PreparedAnswer } from './prepared-answer.ts';

/** Answers that are the same for many people, serialised once for each version of the catalogue. */
export interface AnswerCache {
  /**
   * The answer of a name, made when it is first asked for; single-flight.
   *
   * @param name - everything that the answer depends on besides the catalogue
   */
  once(name: string, make: () => Promise<string>): Promise<PreparedAnswer> | PreparedAnswer;
}

/**
 * The key holds the catalogue's version as it was before the query, so that an answer made across a change is never served
 * after it.
 *
 * @param version - the catalogue's version now
 */
export function createAnswerCache(version: () => number, maxBytes: number): AnswerCache {
  const answers = new LRUCache<string, PreparedAnswer, () => Promise<string>>({
    maxSize: maxBytes,
    // An answer that is evicted while it is made still reaches those who wait for it.
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
