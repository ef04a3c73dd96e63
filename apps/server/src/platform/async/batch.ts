const usualSize = 500;

interface Waiting<T, R> {
  item: T;
  resolve(result: R): void;
  reject(error: unknown): void;
}

/**
 * Does the same work for many callers at once, for work whose fixed cost is higher than that of one item more: planning a
 * query, or a commit. The first caller starts a run; items that come while a run is going on wait for its end and share
 * the next one, so each run begins after its items were given. A run that fails rejects for all of its items.
 *
 * @param run - does the work for items, and returns a result for each, in their order
 * @param size - how many items a run has at most
 */
export function createBatch<T, R>(
  run: (items: readonly T[]) => Promise<readonly R[]>,
  size = usualSize,
): (item: T) => Promise<R> {
  let waiting: Waiting<T, R>[] = [];
  let isRunning = false;

  async function runAll(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, size);
      waiting = waiting.slice(size);
      try {
        const results = await run(batch.map(({ item }) => item));
        for (const [index, { resolve }] of batch.entries()) resolve(results[index] as R);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isRunning = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isRunning) void runAll();
    });
}
