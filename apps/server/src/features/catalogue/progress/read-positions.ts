import { createBatch } from '../../../platform/async/batch.ts';
import type { FoundPosition, PositionKey, ProgressRepository } from './progress.repository.ts';

/** Reads a person's playback position in a video; `undefined` when the person has none. */
export type ReadPosition = (key: PositionKey) => Promise<FoundPosition | undefined>;

/**
 * Creates a reader of playback positions that reads many with one query: planning the query costs Postgres more than
 * finding a row. Each read sees what was committed before it was
 * requested.
 */
export function createPositionReader(repository: Pick<ProgressRepository, 'listByKeys'>): ReadPosition {
  return createBatch(async (keys: readonly PositionKey[]) => {
    const rows = await repository.listByKeys(keys);
    const found = new Map(rows.map((row) => [nameOf(row.account_id, row.video_id), row]));
    return keys.map(({ accountId, videoId }) => found.get(nameOf(accountId, videoId)));
  });
}

const nameOf = (accountId: string, videoId: string): string => `${accountId} ${videoId}`;
