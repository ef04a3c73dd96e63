import type { FoundPosition, PositionKey, ProgressRepository } from './progress.repository.ts';

/** Reads a person's playback position in a video; `undefined` when the person has none. */
export type ReadPosition = (key: PositionKey) => Promise<FoundPosition | undefined>;

interface Waiting {
  key: PositionKey;
  resolve(position: FoundPosition | undefined): void;
  reject(error: unknown): void;
}

const batchSize = 500;

/**
 * Creates a reader of playback positions that reads many with one query: planning the query costs Postgres more than
 * finding a row, and each save is answered with the position that it left. Reads that are requested while a query runs
 * wait for it and share the next one, so each sees what was committed before it was requested. When a query fails, all
 * its reads fail.
 */
export function createPositionReader(repository: Pick<ProgressRepository, 'listByKeys'>): ReadPosition {
  let waiting: Waiting[] = [];
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchSize);
      waiting = waiting.slice(batchSize);
      try {
        const rows = await repository.listByKeys(batch.map(({ key }) => key));
        const found = new Map(rows.map((row) => [nameOf(row.account_id, row.video_id), row]));
        for (const { key, resolve } of batch) resolve(found.get(nameOf(key.accountId, key.videoId)));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isRunning = false;
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (!isRunning) void run();
    });
}

const nameOf = (accountId: string, videoId: string): string => `${accountId} ${videoId}`;
