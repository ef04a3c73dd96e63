import type { ErrorCode } from '@butaca/contract';
import type { BulkSession } from '@butaca/db';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Log } from '../../../platform/log.ts';
import type { ImportProgress, ImportsRepository } from './imports.repository.ts';

/** How often the history learns how far a running import is, and the import whether it is still wanted. */
const progressEveryMs = 400;

/** An import that holds the place. */
export interface Running {
  id: string;
  session: BulkSession;
  abort: AbortController;
  progress: ImportProgress;
  /** The entries of the preview that is being published. */
  previewed?: number;
  /** It is in, and cannot be stopped any more. */
  isCommitted: boolean;
}

/** Ends an import, unless it is in already; its work then throws. */
export function stop({ abort, session, isCommitted }: Running, code: ErrorCode, log: Log): void {
  if (abort.signal.aborted || isCommitted) return;
  abort.abort(new AppError(code));
  session.cancel().catch((error: unknown) => log.warn({ err: error }, 'an import could not be cancelled'));
}

/** Tells the history how far an import is, at intervals. @returns what ends that */
export function reportProgress(run: Running, repository: ImportsRepository, log: Log): () => Promise<void> {
  let saving: Promise<void> = Promise.resolve();
  const save = async () => {
    try {
      if (await repository.saveProgress(run.id, run.progress)) stop(run, 'import.cancelled', log);
    } catch (error) {
      log.warn({ err: error }, 'the progress of an import was not saved');
    }
  };
  const timer = setInterval(() => {
    saving = saving.then(save);
  }, progressEveryMs);
  return async () => {
    clearInterval(timer);
    await saving;
  };
}

/** Other people's writes that came between: nothing is wrong, and nothing was changed. */
const conflicts = new Set(['23505', '23503', '40001', '40P01']);

/** What a failure of the database is to whoever imports. */
export function readImportError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && conflicts.has(code)
    ? new AppError('resource.conflict', { cause: error })
    : error;
}

/** What stopped an import: whoever ended it, or what went wrong. */
export const toldOf = ({ abort }: Running, error: unknown): unknown =>
  abort.signal.aborted ? (abort.signal.reason as AppError) : readImportError(error);

/** Nothing is wrong with the list, and another time it goes in. */
export const isPassing = (code: ErrorCode): boolean => code === 'resource.conflict';
