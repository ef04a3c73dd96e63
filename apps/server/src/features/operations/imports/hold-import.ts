import type { BulkSession } from '@butaca/db';
import { AppError } from '../../../platform/http/app-error.ts';
import { readError } from '../../../platform/http/error-handler.ts';
import type { Log } from '../../../platform/log.ts';
import { takeImportSlot } from './import-slot.ts';
import type { ImportsRepository } from './imports.repository.ts';
import { isRetryable, reportProgress, stop, toldOf, type Running } from './running-import.ts';

/** Runs the one import that the product runs at a time. */
export interface ImportHolder extends AsyncDisposable {
  /**
   * Takes the only place for an import, and ends the imports of processes that have died.
   *
   * @returns the session that holds the place until it is disposed of
   * @throws AppError `import.running`, `server.unavailable`
   */
  begin(): Promise<BulkSession>;
  /**
   * Does the work of an import that holds the place, and gives the place back whatever happens.
   *
   * @param previewed - the entries of the preview that is published
   * @returns rejected with what stopped the import
   */
  hold(
    id: string,
    session: BulkSession,
    work: (run: Running) => Promise<void>,
    previewed?: number,
  ): Promise<void>;
}

export function createImportHolder({
  openBulkSession,
  repository,
  log,
}: {
  openBulkSession(): Promise<BulkSession>;
  repository: ImportsRepository;
  log: Log;
}): ImportHolder {
  const underWay = new Set<Promise<void>>();
  const running = new Set<Running>();
  let isClosing = false;

  async function run(
    id: string,
    session: BulkSession,
    work: (run: Running) => Promise<void>,
    previewed: number | undefined,
  ): Promise<void> {
    const own: Running = {
      id,
      session,
      ...(previewed !== undefined && { previewed }),
      abort: new AbortController(),
      progress: { phase: 'receiving', sizeBytes: 0, doneBytes: 0, entries: 0 },
      isCommitted: false,
    };
    running.add(own);
    const stopReporting = reportProgress(own, repository, log);
    try {
      await work(own);
    } catch (error) {
      throw await endFailed(repository, log, own, error);
    } finally {
      await stopReporting();
      running.delete(own);
      await session[Symbol.asyncDispose]();
    }
  }

  return {
    async begin() {
      if (isClosing) throw new AppError('server.unavailable', { retryAfterSeconds: 5 });
      const session = await takeImportSlot(openBulkSession);
      try {
        await repository.failRunning(session.db);
        return session;
      } catch (error) {
        await session[Symbol.asyncDispose]();
        throw error;
      }
    },
    hold(id, session, work, previewed) {
      const tracked = run(id, session, work, previewed).finally(() => underWay.delete(tracked));
      underWay.add(tracked);
      return tracked;
    },
    /** Ends what is running, as a failure, and waits until it has ended. */
    async [Symbol.asyncDispose]() {
      isClosing = true;
      for (const each of running) stop(each, 'import.interrupted', log);
      await Promise.allSettled(underWay);
    },
  };
}

/** Writes the failure of an import into the history. @returns the error that the person who imports is told */
async function endFailed(
  repository: ImportsRepository,
  log: Log,
  run: Running,
  error: unknown,
): Promise<unknown> {
  const { id, previewed } = run;
  const told = toldOf(run, error);
  const { code } = told instanceof AppError ? told : readError(told);
  // A form that cannot be read ends an import before anything was imported: it leaves no trace in the history.
  const hasBadForm = previewed === undefined && (code === 'input.invalid' || code === 'request.malformed');
  if (code === 'import.cancelled') await repository.cancel(id);
  else if (isRetryable(code) && previewed !== undefined) await repository.backToPreview(id, previewed);
  else if (hasBadForm) await repository.remove(id);
  else await repository.fail(id, code);
  if (code === 'server.unexpected') log.error({ err: error, importId: id }, 'import failed');
  return told;
}
