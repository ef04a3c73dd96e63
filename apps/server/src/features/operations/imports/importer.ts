/**
 * The one importer of lists.
 *
 * An upload takes the only place, and is received to its end into a file. The file is read as a stream into a temporary
 * table of one database session, and what each entry is is decided there, set by set. Then one transaction writes all of it
 * with its report, its place in the history and the audit log; viewers see the whole list or nothing. A preview ends before
 * that transaction writes anything but its report; its file is kept, and read again with what was chosen once it is to be
 * published. Whatever breaks off leaves a failed import and nothing else: the session takes its tables with it, and a row
 * that says «running» while nobody holds the place is one of a process that has died.
 *
 * @see docs/decisions/010-uploads-are-spooled.md
 */
import { randomUUID } from 'node:crypto';
import { access, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { GroupChoice } from '@butaca/contract';
import { bumpCatalogueVersion, recordAct, type Actor, type BulkSession, type Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import { AppError } from '../../../platform/http/app-error.ts';
import { readError } from '../../../platform/http/error-handler.ts';
import type { Log } from '../../../platform/log.ts';
import { countOutcomes, decide, hasVideos } from './decide.ts';
import { keepChanges, type ImportOptions } from './import-options.ts';
import { shareCatalogue, takeImportSlot, whileNoneRuns } from './import-slot.ts';
import {
  createImportsRepository,
  finishImport,
  writeReport,
  type ImportsRepository,
} from './imports.repository.ts';
import { listGroups } from './list-groups.ts';
import { publishChannels } from './publish-channels.ts';
import { publishVideos } from './publish-videos.ts';
import { createEntryReader } from './read-entry.ts';
import { isPassing, readImportError, reportProgress, stop, toldOf, type Running } from './running-import.ts';
import { clearSpool, keepForPreview, previewPath, spoolUpload } from './spool-upload.ts';
import { stageList } from './stage-list.ts';
import { undoImport, type UndoResult } from './undo-import.ts';

export interface ImporterNeeds {
  db: Kysely<Database>;
  openBulkSession(): Promise<BulkSession>;
  /** Where uploads wait. */
  uploadDir: string;
  log: Log;
  /** The catalogue has changed, and this process has committed that. */
  onChanged(): void;
}

/** A list that arrives. */
export interface ArrivingList {
  kind: ImportOptions['kind'];
  fileName: string;
  stream: Readable;
  expectedBytes: number;
  isTruncated(): boolean;
  /** What its form says; known once `stream` has ended. */
  readOptions(): Promise<ImportOptions>;
  isPreview: boolean;
}

/** An import that goes on by itself. `ended` is rejected with what stopped it. */
export interface StartedImport {
  importId: string;
  ended: Promise<void>;
}

export type Importer = ReturnType<typeof createImporter>;

export function createImporter(needs: ImporterNeeds) {
  const { db, uploadDir, log } = needs;
  const repository = createImportsRepository(db);
  const underWay = new Set<Promise<unknown>>();
  const running = new Set<Running>();
  let isClosing = false;

  /** Takes the place, and tells of earlier holders that have died. */
  async function begin(): Promise<BulkSession> {
    if (isClosing) throw new AppError('server.unavailable', { retryAfterSeconds: 5 });
    const session = await takeImportSlot(needs.openBulkSession);
    try {
      await repository.failRunning(session.db);
      return session;
    } catch (error) {
      await session[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Does the work of an import that holds the place, and gives the place back whatever comes. */
  async function hold<T>(
    id: string,
    session: BulkSession,
    work: (run: Running) => Promise<T>,
    previewed?: number,
  ): Promise<T> {
    const run: Running = {
      id,
      session,
      ...(previewed !== undefined && { previewed }),
      abort: new AbortController(),
      progress: { phase: 'receiving', sizeBytes: 0, doneBytes: 0, entries: 0 },
      isCommitted: false,
    };
    running.add(run);
    const stopReporting = reportProgress(run, repository, log);
    try {
      return await work(run);
    } catch (error) {
      throw await endFailed(run, error);
    } finally {
      await stopReporting();
      running.delete(run);
      await session[Symbol.asyncDispose]();
    }
  }

  /** @returns what to tell whoever waits */
  async function endFailed(run: Running, error: unknown): Promise<unknown> {
    const { id, previewed } = run;
    const told = toldOf(run, error);
    const { code } = told instanceof AppError ? told : readError(told);
    if (code === 'import.cancelled') await repository.cancel(id);
    else if (isPassing(code) && previewed !== undefined) await repository.backToPreview(id, previewed);
    // Its form was no good, and nothing has come of it yet.
    else if (previewed === undefined && (code === 'input.invalid' || code === 'request.malformed'))
      await repository.remove(id);
    else await repository.fail(id, code);
    if (code === 'server.unexpected') log.error({ err: error, importId: id }, 'import failed');
    return told;
  }

  function track<T>(work: Promise<T>): Promise<T> {
    const tracked = work.finally(() => underWay.delete(tracked));
    underWay.add(tracked);
    return tracked;
  }

  async function importFile(
    run: Running,
    path: string,
    options: ImportOptions,
    actor: Actor,
    isPreview: boolean,
  ) {
    const { session, abort, progress } = run;
    Object.assign(progress, { phase: 'reading', doneBytes: 0, entries: 0 });
    const list = await stageList({
      session,
      path,
      readEntry: createEntryReader(options),
      emptyCode: options.kind === 'channels' ? 'list.empty' : 'list.no_entries',
      progress,
      signal: abort.signal,
    });
    progress.phase = 'publishing';
    await session.db.transaction().execute(async (trx) => {
      if (!isPreview) await shareCatalogue(trx);
      await decide(trx, list);
      abort.signal.throwIfAborted();
      const counts = await countOutcomes(trx, list);
      const groups = isPreview ? await listGroups(trx) : [];
      if (!isPreview) {
        if (hasVideos(list.counts)) await publishVideos(trx);
        if (list.counts.channel > 0) await publishChannels(trx);
      }
      await writeReport(trx, run.id);
      await finishImport(trx, run.id, isPreview ? 'preview' : 'done', {
        counts,
        errors: list.errors,
        errorCount: list.errorCount,
        groups,
      });
      abort.signal.throwIfAborted();
      if (isPreview) return;
      await bumpCatalogueVersion(trx);
      const { added, updated, duplicates, skipped } = counts;
      const row = await repository.findSummary(run.id);
      await recordAct(trx, actor, {
        action: 'import.run',
        subjectId: run.id,
        subjectName: row?.file_name ?? '',
        after: { added, updated, duplicates, skipped },
      });
    });
    run.isCommitted = true;
    if (!isPreview) needs.onChanged();
    await forgetOldReports(session);
  }

  /** What is too old is tidied up another time, if need be: the import is in. */
  async function forgetOldReports(session: BulkSession): Promise<void> {
    try {
      const ids = await repository.prune(session.db);
      await Promise.all(ids.map((id) => rm(previewPath(uploadDir, id), { force: true })));
    } catch (error) {
      log.warn({ err: error }, 'old reports of imports were not removed');
    }
  }

  async function receive(list: ArrivingList, actor: Actor): Promise<StartedImport> {
    const session = await begin();
    const id = randomUUID();
    const sizeBytes = list.expectedBytes;
    let path = '';
    let started: (() => void) | undefined;
    let refuse: ((error: unknown) => void) | undefined;
    const received = new Promise<void>((resolve, reject) => {
      started = resolve;
      refuse = reject;
    });
    const ended = track(
      hold(id, session, async (run) => {
        run.progress.sizeBytes = sizeBytes;
        await repository.create({
          id,
          kind: list.kind,
          fileName: list.fileName.slice(0, 255),
          sizeBytes,
          actor,
        });
        try {
          path = await spoolUpload(list, uploadDir, {
            signal: run.abort.signal,
            onBytes: (bytes) => {
              run.progress.doneBytes = bytes;
            },
          });
          run.progress.sizeBytes = run.progress.doneBytes;
          const options = await list.readOptions();
          await repository.setOptions(id, options);
          started?.();
          await importFile(run, path, options, actor, list.isPreview);
          if (list.isPreview) await keepForPreview(path, uploadDir, id);
        } finally {
          if (path !== '') await rm(path, { force: true });
        }
      }),
    );
    // Whoever does not wait learns of it from the history.
    ended.catch((error: unknown) => refuse?.(error));
    await received;
    return { importId: id, ended };
  }

  async function publish(id: string, choices: readonly GroupChoice[], actor: Actor): Promise<StartedImport> {
    const preview = await repository.find(id);
    if (preview === undefined) throw new AppError('import.not_found');
    if (preview.status !== 'preview') throw new AppError('import.not_preview');
    const path = previewPath(uploadDir, id);
    if (!(await isThere(path))) {
      await repository.fail(id, 'import.file_gone');
      throw new AppError('import.file_gone');
    }
    const options: ImportOptions = {
      ...preview.options,
      kind: preview.kind,
      choices: keepChanges(choices, preview.groups),
    };
    const session = await begin();
    try {
      if (!(await repository.resume(id))) throw new AppError('import.not_preview');
    } catch (error) {
      await session[Symbol.asyncDispose]();
      throw error;
    }
    const publishing = async (run: Running) => {
      run.progress.sizeBytes = preview.size_bytes;
      try {
        await importFile(run, path, options, actor, false);
      } catch (error) {
        const told = toldOf(run, error);
        // It can be published again.
        if (!(told instanceof AppError && isPassing(told.code))) await rm(path, { force: true });
        throw error;
      }
      await rm(path, { force: true });
    };
    const ended = track(hold(id, session, publishing, preview.entries));
    ended.catch(() => {});
    return { importId: id, ended };
  }

  return {
    repository,

    /** Ends what earlier processes left behind. */
    async start(): Promise<void> {
      const failDead = () => whileNoneRuns(db, (trx) => repository.failRunning(trx));
      const deadline = Date.now() + deadSessionTimeoutMs;
      while (!(await failDead()) && (await repository.isRunning()) && Date.now() < deadline) await pause();
      await clearSpool(uploadDir, await repository.listPreviewIds());
    },

    /** Receives a list. @returns once it has arrived and its form is good; the rest goes on */
    receive,
    publish,

    /** Ends a running import or a preview. @throws AppError `import.finished` when there is nothing left to end */
    async cancel(id: string): Promise<void> {
      const row = await repository.findSummary(id);
      if (row === undefined) throw new AppError('import.not_found');
      if (row.status === 'preview') {
        await repository.cancel(id);
        await rm(previewPath(uploadDir, id), { force: true });
      } else if (row.status === 'running') {
        await repository.askToCancel(id);
        await waitForEnd(repository, id);
      }
      const ended = await repository.findSummary(id);
      if (ended?.status !== 'cancelled' || row.status === 'cancelled') throw new AppError('import.finished');
    },

    /** Takes back what an import did. @see undoImport */
    async undo(id: string, actor: Actor): Promise<UndoResult> {
      const row = await repository.findSummary(id);
      if (row === undefined) throw new AppError('import.not_found');
      if (row.status !== 'done' || !row.has_report) throw new AppError('import.not_undoable');
      const session = await begin();
      try {
        const result = await session.db.transaction().execute(async (trx) => {
          await shareCatalogue(trx);
          return undoImport(trx, { id, fileName: row.file_name, actor });
        });
        needs.onChanged();
        return result;
      } catch (error) {
        throw readImportError(error);
      } finally {
        await session[Symbol.asyncDispose]();
      }
    },

    /** Ends what is running, as a failure, and waits until it has ended. */
    async [Symbol.asyncDispose](): Promise<void> {
      isClosing = true;
      for (const run of running) stop(run, 'import.interrupted', log);
      await Promise.allSettled(underWay);
    },
  };
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** The database takes a moment to notice that a process is gone; an import that runs longer is another process's own. */
const deadSessionTimeoutMs = 5_000;

/** An import that was told to end has ended within a moment of the next report of its progress. */
const endingPollMs = 50;
const endingTimeoutMs = 30_000;

async function waitForEnd(repository: ImportsRepository, id: string): Promise<void> {
  const deadline = Date.now() + endingTimeoutMs;
  while (Date.now() < deadline) {
    const row = await repository.findSummary(id);
    if (row?.status !== 'running') return;
    await pause();
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, endingPollMs);
  });
}
