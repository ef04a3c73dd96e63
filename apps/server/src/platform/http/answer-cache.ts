import { LRUCache } from 'lru-cache';
import { prepareAnswer, type PreparedAnswer } from './prepared-answer.ts';

/** Answers that many people get, serialised once for each version of the catalogue. */
export interface AnswerCache {
  /**
   * The answer of a name, made when it is first asked for. Many waiting share one making.
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
  const ready = new LRUCache<string, PreparedAnswer>({
    maxSize: maxBytes,
    sizeCalculation: (answer) => answer.json.length + (answer.gzipped?.length ?? 0) + 200,
  });
  const underWay = new Map<string, Promise<PreparedAnswer>>();
  return {
    once(name, make) {
      const key = `${version()} ${name}`;
      const known = ready.get(key) ?? underWay.get(key);
      if (known !== undefined) return known;
      const making = make()
        .then(prepareAnswer)
        .then((answer) => {
          ready.set(key, answer);
          return answer;
        })
        .finally(() => underWay.delete(key));
      underWay.set(key, making);
      return making;
    },
  };
}
