import { setTimeout as sleep } from 'node:timers/promises';
import type { ErrorCode } from '@butaca/contract';
import type { BulkSession } from '@butaca/db';
import { AppError } from '../../../platform/http/app-error.ts';
import { readError } from '../../../platform/http/error-handler.ts';
import type { Log } from '../../../platform/log.ts';
import { takeImportSlot } from './import-slot.ts';
import type { ImportsRepository } from './imports.repository.ts';
import { findDataFault, keepsPreview, reportProgress, stop, toldOf, type Running } from './running-import.ts';

/** The failures that say that the form of an upload is invalid. */
const badFormCodes: ReadonlySet<ErrorCode> = new Set([
  'input.invalid',
  'request.malformed',
  'list.missing_section',
]);

/** How often the end of an import is recorded again while the database cannot be reached, in milliseconds. */
const recordEveryMs = 1_000;

/** Runs imports of M3U lists, of which the product runs only one at a time. */
export interface ImportHolder extends AsyncDisposable {
  /**
   * Begins an import of an M3U list: takes the import slot (an advisory lock, because only one import runs at a time),
   * and marks imports of dead processes as failed.
   *
   * @returns the database session that holds the slot until it is disposed of
   * @throws AppError `import.running`, `server.unavailable`
   */
  begin(): Promise<BulkSession>;
  /**
   * Runs the work of an import of an M3U list that holds the import slot (only one import runs at a time), and always
   * releases the slot afterwards.
   *
   * @param previewed - the number of entries in the preview that is published
   * @returns a promise that is rejected with the error that stopped the import
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
  const closing = new AbortController();

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
      throw await endFailed(repository, log, own, error, closing.signal);
    } finally {
      await stopReporting();
      running.delete(own);
      await session[Symbol.asyncDispose]();
    }
  }

  return {
    async begin() {
      if (closing.signal.aborted) throw new AppError('server.unavailable', { retryAfterSeconds: 5 });
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
    /**
     * Called when the server stops: stops running imports of M3U lists, which then count as failed, and waits until
     * they have ended.
     */
    async [Symbol.asyncDispose]() {
      closing.abort();
      for (const each of running) stop(each, 'import.interrupted', log);
      await Promise.allSettled(underWay);
    },
  };
}

/**
 * Records the failure of an import of an M3U list in the table `import`; as soon as possible where the database cannot be
 * reached, but not after the server has stopped: the next one to start records it then.
 *
 * @returns the error to show to the person who imports
 */
async function endFailed(
  repository: ImportsRepository,
  log: Log,
  run: Running,
  error: unknown,
  closing: AbortSignal,
): Promise<unknown> {
  const told = toldOf(run, error);
  const { code } = readError(told);
  if (code === 'server.unexpected') log.error({ err: error, importId: run.id }, 'import failed');
  // Postgres puts the values of the list into the error, and they may be addresses with credentials.
  const state = findDataFault(error);
  if (state !== undefined) log.error({ state, importId: run.id }, 'a list has a value that no column holds');
  try {
    await recordEnd(repository, run, code);
  } catch (failure) {
    if (!isUnavailable(failure)) throw failure;
    void recordLater(() => recordEnd(repository, run, code), closing).catch((err: unknown) =>
      log.warn({ err, importId: run.id }, 'the end of an import was not recorded'),
    );
  }
  return told;
}

async function recordEnd(
  repository: ImportsRepository,
  { id, previewed, isRefresh = false }: Running,
  code: ErrorCode,
): Promise<void> {
  // An import of an M3U list whose form fields were invalid ended before anything was imported, so that import is
  // removed from the history of imports.
  const hasBadForm = previewed === undefined && badFormCodes.has(code);
  if (code === 'import.cancelled') await repository.cancel(id);
  else if (previewed !== undefined && keepsPreview(code)) await repository.backToPreview(id, previewed);
  else if (hasBadForm || isRefresh) await repository.remove(id);
  else await repository.fail(id, code);
}

const isUnavailable = (error: unknown): boolean => readError(error).code === 'server.unavailable';

async function recordLater(record: () => Promise<void>, closing: AbortSignal): Promise<void> {
  for (;;) {
    await sleep(recordEveryMs, undefined, { signal: closing });
    try {
      return await record();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
    }
  }
}
