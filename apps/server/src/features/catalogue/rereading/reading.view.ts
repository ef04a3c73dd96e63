import { errorCatalogue, type ReadingState } from '@butaca/contract';
import type { Database } from '@butaca/db';
import type { Selectable } from 'kysely';
import type { ReadingPreview } from './read-again.ts';

type RunRow = Selectable<Database['reading_run']>;

const sentences: Readonly<Record<string, { sentence: string }>> = errorCatalogue;

/**
 * @param row - the run that goes on, or else the newest one
 * @param undoable - the run that can be taken back
 */
export function toReadingState(
  row: RunRow | undefined,
  undoable: Pick<RunRow, 'username' | 'applied_at'> | undefined,
  isOffered: boolean,
): ReadingState {
  const preview = row?.preview as ReadingPreview | null | undefined;
  return {
    isOffered,
    undoable:
      undoable === undefined || undoable.applied_at === null
        ? null
        : { username: undoable.username, appliedAt: undoable.applied_at.toISOString() },
    run:
      row === undefined
        ? null
        : {
            status: row.status,
            username: row.username,
            startedAt: row.created_at.toISOString(),
            done: row.done,
            error: sentences[row.error_code ?? '']?.sentence ?? null,
            counts: preview?.counts ?? null,
            examples: preview?.examples ?? [],
          },
  };
}
