import type { ErrorCode } from '@butaca/contract';
import type { BulkSession } from '@butaca/db';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Log } from '../../../platform/log.ts';
import type { ImportProgress } from './import-states.repository.ts';
import type { ImportsRepository } from './imports.repository.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { WritingTurn } from './writing-turn.ts';

/**
 * How often a running import of an M3U list saves its progress and checks whether it was cancelled, in milliseconds.
 */
const progressEveryMs = 400;

/** An import of an M3U list that runs now. */
export interface Running {
  id: string;
  session: BulkSession;
  abort: AbortController;
  progress: ImportProgress;
  /** Lets the import write into the catalogue when it is its turn. */
  turn: WritingTurn;
  /** Waits while this process has a much smaller list to read or write, which must not wait behind each part of a large one. */
  giveWay(): Promise<void>;
  /** The number of entries of the M3U list that the preview (shown to the administrator before publishing) counted. */
  previewed?: number;
  /** Whether the import reads a preview again; when it fails or is cancelled, the preview stays with its earlier report. */
  isReread?: boolean;
  /** Whether the list is that of a provider's address; the provider tells of a failure then, and not the history. */
  isRefresh: boolean;
  /** Whether the import of an M3U list is committed; cancelling has no effect from then on. */
  isCommitted: boolean;
}

/**
 * Stops a running import of an M3U list that is not committed yet: its database statement is cancelled, and its work
 * then throws.
 */
export function stop({ abort, session, isCommitted }: Running, code: ErrorCode, log: Log): void {
  if (abort.signal.aborted || isCommitted) return;
  abort.abort(new AppError(code));
  session.cancel().catch((error: unknown) => log.warn({ err: error }, 'an import could not be cancelled'));
}

/** Saves the progress of an import of an M3U list in the history at intervals. @returns a function that stops saving */
export function reportProgress(
  run: Running,
  { repository, log, clock }: { repository: ImportsRepository; log: Log; clock: Clock },
): () => Promise<void> {
  let saving: Promise<void> | undefined;
  const save = async () => {
    try {
      if (await repository.saveProgress(run.id, run.progress)) stop(run, 'import.cancelled', log);
      else await run.turn.stepBackIfDue();
    } catch (error) {
      log.warn({ err: error }, 'the progress of an import was not saved');
    }
    saving = undefined;
  };
  // A database that is slow or cannot be reached gets no queue of saves, for which the end of the import would wait.
  const cancel = clock.every(progressEveryMs, () => {
    saving ??= save();
  });
  return async () => {
    cancel();
    await saving;
  };
}

/**
 * SQLSTATEs of conflicts between an import of an M3U list and concurrent writes (unique and foreign keys,
 * serialization, deadlock); after one of them the import can be retried.
 */
const conflicts = new Set(['23505', '23503', '40001', '40P01']);

/** Turns a database conflict during an import of an M3U list into the error to show to the person who imports. */
export function readImportError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && conflicts.has(code)
    ? new AppError('resource.conflict', { cause: error })
    : error;
}

/**
 * The SQLSTATE of an entry that has a value which its column does not hold (class 22, such as a number that is out of
 * range), or `undefined` for another error.
 */
export const findDataFault = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && 'severity' in error && /^22\w{3}$/.test(String(error.code))
    ? String(error.code)
    : undefined;

/**
 * Returns the error to show to the person whose import of an M3U list stopped: the reason of a cancellation, otherwise
 * the failure. A list of a provider with a value that no column holds is one that the provider has to mend.
 */
export function toldOf({ abort, isRefresh }: Pick<Running, 'abort' | 'isRefresh'>, error: unknown): unknown {
  if (abort.signal.aborted) return abort.signal.reason as AppError;
  if (isRefresh && findDataFault(error) !== undefined)
    return new AppError('provider.unreadable_list', { cause: error });
  return readImportError(error);
}
