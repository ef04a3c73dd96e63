import type { ErrorCode } from '@butaca/contract';
import type { BulkSession, Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Log } from '../../../platform/log.ts';
import {
  isRetryable,
  toFailure,
  type ImportFailure,
  type ImportOutcome,
} from '../../../shared/provider/import-outcome.ts';
import { openImportSession } from './import-slot.ts';
import type { ImportsRepository } from './imports.repository.ts';
import { findDataFault, reportProgress, stop, toldOf, type Running } from './running-import.ts';
import { sleep } from '../../../platform/async/sleep.ts';
import type { Clock } from '../../../platform/clock.ts';
import { createWritingTurn } from './writing-turn.ts';

/** The failures that say that the form of an upload is invalid. */
const badFormCodes: ReadonlySet<ErrorCode> = new Set([
  'input.invalid',
  'request.malformed',
  'list.missing_section',
]);

/** How often the end of an import is recorded again while the database cannot be reached, in milliseconds. */
const recordEveryMs = 1_000;

type HeldImport = Pick<Running, 'id' | 'session' | 'isRefresh' | 'previewed' | 'isReread'>;

/** How many times as large as another list one must be that lets it go first while it is read. */
const givesWayFor = 10;
/** For how long at once a large list lets others go first, and how often it looks whether they have ended, in ms. */
const giveWayMs = 10_000;
const lookEveryMs = 50;

/** How many imports one process receives, reads and writes at once; each needs two connections to the database. */
const mostAtOnce = 8;

/** Runs imports of M3U lists, several at once; they write into the catalogue one after the other. */
export interface ImportHolder extends AsyncDisposable {
  /**
   * Begins an import of an M3U list, and marks imports of dead processes as failed.
   *
   * @param providerId - the provider whose list is received; one of its lists is at a time
   * @returns the database session of the import, which must be disposed of
   * @throws AppError `import.running` while a list of the provider is being received or too many imports run,
   *   `server.unavailable`
   */
  begin(importId: string, providerId?: string): Promise<BulkSession>;
  /**
   * Runs the work of an import of an M3U list, records an end that has changed nothing, and always disposes of its session
   * afterwards.
   *
   * @param work - its errors become outcomes
   * @returns a promise that is rejected when the end of the import could not be recorded
   */
  hold(held: HeldImport, work: (run: Running) => Promise<ImportOutcome>): Promise<ImportOutcome>;
}

export function createImportHolder({
  db,
  openBulkSession,
  repository,
  log,
  clock,
}: {
  db: Kysely<Database>;
  openBulkSession(): Promise<BulkSession>;
  repository: ImportsRepository;
  log: Log;
  clock: Clock;
}): ImportHolder {
  const underWay = new Set<Promise<ImportOutcome>>();
  const running = new Set<Running>();
  const closing = new AbortController();
  let sessions = 0;

  async function run(
    held: HeldImport,
    work: (run: Running) => Promise<ImportOutcome>,
  ): Promise<ImportOutcome> {
    const abort = new AbortController();
    const progress: Running['progress'] = { phase: 'receiving', sizeBytes: 0, doneBytes: 0, entries: 0 };
    const turn = createWritingTurn({
      session: held.session,
      db,
      clock,
      signal: abort.signal,
      isRefresh: held.isRefresh,
      onWaiting() {
        progress.phase = 'waiting';
      },
    });
    const own: Running = { ...held, abort, progress, turn, giveWay, isCommitted: false };
    // The size of a list is 0 as long as it is unknown.
    const isSmaller = (other: Running): boolean =>
      other !== own &&
      !other.isCommitted &&
      other.progress.phase !== 'receiving' &&
      other.progress.sizeBytes > 0 &&
      other.progress.sizeBytes * givesWayFor <= progress.sizeBytes;
    async function giveWay(): Promise<void> {
      const untilMs = clock.steadyMs() + giveWayMs;
      while ([...running].some(isSmaller) && clock.steadyMs() < untilMs)
        await sleep(clock, lookEveryMs, abort.signal);
    }
    running.add(own);
    // The server may have begun to close while the session was opened.
    if (closing.signal.aborted) stop(own, 'import.interrupted', log);
    const stopReporting = reportProgress(own, { repository, log, clock });
    try {
      const outcome = await work(own).catch((error: unknown) => readFailure(own, error, log));
      await recordEnd({ repository, log, clock, closing: closing.signal }, own, outcome);
      return outcome;
    } finally {
      await stopReporting();
      running.delete(own);
      await held.session[Symbol.asyncDispose]();
    }
  }

  return {
    async begin(importId, providerId) {
      if (closing.signal.aborted) throw new AppError('server.unavailable', { retryAfterSeconds: 5 });
      if (sessions === mostAtOnce) throw new AppError('import.running');
      sessions += 1;
      let opened: BulkSession | undefined;
      try {
        const session = await openImportSession(openBulkSession, importId, providerId);
        opened = session;
        await repository.failRunning(session.db);
        const end = () => session[Symbol.asyncDispose]().then(() => void (sessions -= 1));
        return { ...session, [Symbol.asyncDispose]: end };
      } catch (error) {
        sessions -= 1;
        await opened?.[Symbol.asyncDispose]();
        throw error;
      }
    },
    hold(held, work) {
      const tracked = run(held, work).finally(() => underWay.delete(tracked));
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

/** Reads what has stopped an import of an M3U list, and logs what its outcome does not tell. */
function readFailure(run: Running, error: unknown, log: Log): ImportFailure {
  const failure = toFailure(toldOf(run, error));
  if (failure.kind === 'failed') log.error({ err: error, importId: run.id }, 'import failed');
  // Postgres puts the values of the list into the error, and they may be addresses with credentials.
  const state = findDataFault(error);
  if (state !== undefined) log.error({ state, importId: run.id }, 'a list has a value that no column holds');
  return failure;
}

interface RecordNeeds {
  clock: Clock;
  repository: ImportsRepository;
  log: Log;
  /** Aborted when the server stops. */
  closing: AbortSignal;
}

/**
 * Records in the table `import` how an import ended that has changed nothing; as soon as possible where the database cannot
 * be reached, but not after the server has stopped: the next one to start records it then.
 */
async function recordEnd(
  { repository, log, clock, closing }: RecordNeeds,
  run: Running,
  outcome: ImportOutcome,
): Promise<void> {
  const record = () => writeEnd(repository, run, outcome);
  try {
    await record();
  } catch (failure) {
    if (!isUnavailable(failure)) throw failure;
    void recordLater(record, clock, closing).catch((err: unknown) =>
      log.warn({ err, importId: run.id }, 'the end of an import was not recorded'),
    );
  }
}

async function writeEnd(
  repository: ImportsRepository,
  { id, previewed, isReread, isRefresh }: Running,
  outcome: ImportOutcome,
): Promise<void> {
  // The transaction that has written the entries or the preview has recorded the end too.
  if (outcome.kind === 'published' || outcome.kind === 'waiting') return;
  if (outcome.kind === 'unchanged') await repository.remove(id);
  else if (previewed !== undefined && isReread === true) await repository.backToPreview(id, previewed);
  else if (outcome.kind === 'cancelled') await repository.cancel(id);
  else if (previewed !== undefined && isRetryable(outcome)) await repository.backToPreview(id, previewed);
  // Nothing was imported from a form with invalid fields, so the history of imports does not name it.
  else if (isRefresh || (previewed === undefined && badFormCodes.has(outcome.error.code)))
    await repository.remove(id);
  else await repository.fail(id, outcome.error.code);
}

const isUnavailable = (error: unknown): boolean => toFailure(error).error.code === 'server.unavailable';

async function recordLater(record: () => Promise<void>, clock: Clock, closing: AbortSignal): Promise<void> {
  for (;;) {
    await sleep(clock, recordEveryMs, closing);
    try {
      return await record();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
    }
  }
}
