import { sleep } from '../platform/async/sleep.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';

/** How often what is old is deleted, in ms. */
const everyMs = 6 * 3_600_000;

/**
 * Deletes rows that have expired, now and every few hours, so that no table grows without limit.
 *
 * @param tasks - each deletes a part of what is old, and says how many rows; it is called again until there are none
 */
export function startUpkeep(
  { clock, log }: { clock: Clock; log: Log },
  tasks: Readonly<Record<string, () => Promise<number>>>,
): AsyncDisposable {
  const closing = new AbortController();

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      for (const [table, deleteOld] of Object.entries(tasks)) {
        try {
          while (!closing.signal.aborted && (await deleteOld()) > 0);
        } catch (error) {
          log.warn({ err: error, table }, 'old rows were not deleted');
        }
      }
      await sleep(clock, everyMs, closing.signal).catch(() => undefined);
    }
  }

  const running = run();
  return {
    async [Symbol.asyncDispose]() {
      closing.abort();
      await running;
    },
  };
}
