/**
 * Imports M3U lists of channels and videos.
 *
 * The list of an import is received completely into a file, which is streamed into a temporary table of one database session.
 * Several imports do so at once; what follows, one does after the other (`writing-turn.ts`): set-based SQL decides on all
 * entries, and one transaction writes all entries together with the report, the history and the audit log, so viewers see the whole list
 * or nothing of it. The first list of a catalogue is published by the same transaction that reads it, part by part. For a
 * preview that transaction writes only the report; the file is kept, and is read again with the
 * administrator's choices when the preview is published. An import that breaks off leaves nothing but its failure in
 * the history: the temporary tables are dropped with the session, and an import whose row says `running` while no
 * session holds its lock belongs to a dead process.
 *
 * @see docs/decisions/010-uploads-are-spooled.md
 * @see docs/decisions/091-imports-side-by-side.md
 */
import { rm } from 'node:fs/promises';
import { importSlotLock, type Actor, type BulkSession, type Database } from '@butaca/db';
import { sql, type Kysely } from 'kysely';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Log } from '../../../platform/log.ts';
import type { ImportOrder } from '../../../shared/provider/list-source.ts';
import { createImportHolder } from './hold-import.ts';
import { shareCatalogue, whileNoneWrites } from './import-slot.ts';
import { createImportsRepository, type ImportsRepository } from './imports.repository.ts';
import { importList, type ListSource } from './import-list.ts';
import { closeImport, openImport } from './open-import.ts';
import type { OpenListNeeds } from './open-list.ts';
import { chooseInPreview, publishPreview, type PreviewDecision } from './publish-preview.ts';
import { readImportError } from './running-import.ts';
import { clearPreviews, clearSpool, previewPath } from './spool-upload.ts';
import { undoImport, type UndoResult } from './undo-import.ts';
import { createWritingTurn } from './writing-turn.ts';
import { sleep } from '../../../platform/async/sleep.ts';
import type { Clock } from '../../../platform/clock.ts';

export interface ImporterNeeds extends OpenListNeeds {
  db: Kysely<Database>;
  openBulkSession(): Promise<BulkSession>;
  /** The folder that keeps uploaded M3U lists until the import has read them. */
  uploadDir: string;
  /** The folder that keeps the lists of previews; of several servers, all use the same one. */
  previewDir: string;
  log: Log;
  clock: Clock;
  /**
   * Called when this process has committed an import of an M3U list, so that cached answers of the catalogue become
   * stale.
   */
  onChanged(): void;
}

export type Importer = ReturnType<typeof createImporter>;

export function createImporter({
  db,
  openBulkSession,
  uploadDir,
  previewDir,
  log,
  clock,
  onChanged,
  ...opening
}: ImporterNeeds) {
  const repository = createImportsRepository(db);
  const holder = createImportHolder({ db, openBulkSession, repository, log, clock });
  const needs = { ...opening, repository, holder, uploadDir, previewDir, log, clock, onChanged };

  return {
    repository,
    clock,

    /**
     * Called when the server starts: marks the imports of M3U lists whose process has died as failed, and removes their
     * uploaded files.
     */
    async start(): Promise<void> {
      const deadline = clock.steadyMs() + deadSessionTimeoutMs;
      for (;;) {
        await failDead(db, repository);
        if (!(await repository.isRunning()) || clock.steadyMs() >= deadline) break;
        await sleep(clock, endingPollMs);
      }
      await clearSpool(uploadDir);
      await clearPreviews(previewDir, await repository.listPreviewIds());
    },

    /** @see import-list.ts */
    importList: (source: ListSource, order: ImportOrder) => importList(needs, source, order),

    /** Publishes the preview of an import of an M3U list. @see publishPreview */
    publish: (id: string, decision: PreviewDecision) => publishPreview(needs, id, decision),

    /** Reads the list of a preview again with further choices. @see chooseInPreview */
    choose: (id: string, decision: PreviewDecision) => chooseInPreview(needs, id, decision),

    /**
     * Cancels a running import of an M3U list or a preview (an import that waits to be published). @throws AppError
     * `import.finished` when it has ended already
     */
    async cancel(id: string): Promise<void> {
      const row = await repository.findSummary(id);
      if (row === undefined) throw new AppError('import.not_found');
      if (row.status === 'preview') {
        await repository.cancel(id);
        await rm(previewPath(previewDir, id), { force: true });
      } else if (row.status === 'running') {
        await repository.askToCancel(id);
        await waitForEnd(repository, clock, id);
      }
      const ended = await repository.findSummary(id);
      // A preview whose reading again is cancelled is the preview that it was.
      if (row.status === 'running' && ended?.status === 'preview') return;
      if (ended?.status !== 'cancelled' || row.status === 'cancelled') throw new AppError('import.finished');
    },

    /** Undoes a finished import of an M3U list, when it is its turn. @see undoImport */
    async undo(id: string, actor: Actor): Promise<UndoResult> {
      const row = await repository.findSummary(id);
      if (row === undefined) throw new AppError('import.not_found');
      if (row.status !== 'done' || !row.has_report) throw new AppError('import.not_undoable');
      const session = await holder.begin(id);
      const waiting = clock.deadline(undoWaitsMs);
      const { signal } = waiting;
      try {
        const turn = createWritingTurn({ session, db, clock, signal, isRefresh: false });
        const result = await turn.write(0, () =>
          session.db.transaction().execute(async (trx) => {
            waiting[Symbol.dispose]();
            await shareCatalogue(trx);
            return undoImport(trx, { id, fileName: row.file_name, actor });
          }),
        );
        onChanged();
        return result;
      } catch (error) {
        throw signal.aborted ? new AppError('import.running', { cause: error }) : readImportError(error);
      } finally {
        waiting[Symbol.dispose]();
        await session[Symbol.asyncDispose]();
      }
    },

    /**
     * Opens what an import brought to all plans, or takes that back. @see open-import.ts
     *
     * @returns how many titles and channels got other plans
     * @throws AppError `import.not_found`, `import.not_openable`, `import.running`
     */
    async setOpen(id: string, isOpen: boolean, actor: Actor): Promise<number> {
      const row = await repository.findSummary(id);
      if (row === undefined) throw new AppError('import.not_found');
      let changed = 0;
      const isRun = await whileNoneWrites(db, async (trx) => {
        await shareCatalogue(trx);
        changed = await (isOpen ? openImport : closeImport)(trx, { id, fileName: row.file_name, actor });
      });
      if (!isRun) throw new AppError('import.running');
      onChanged();
      return changed;
    },

    [Symbol.asyncDispose]: (): PromiseLike<void> => holder[Symbol.asyncDispose](),
  };
}

/**
 * How long the starting server waits, in ms, until Postgres notices that the process of a running import of an M3U list
 * has died; an import that still runs then belongs to a live process.
 */
const deadSessionTimeoutMs = 5_000;

/** Marks the imports of dead processes as failed. Removing a long report may take longer than a statement of a request may. */
const failDead = (db: Kysely<Database>, repository: ImportsRepository) =>
  db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    // A server of an earlier version that imports holds this lock alone, and no lock that says which import lives.
    const { rows } = await sql<{ is_free: boolean }>`
      select pg_try_advisory_xact_lock_shared(${importSlotLock}) as is_free`.execute(trx);
    if (rows[0]?.is_free === true) await repository.failRunning(trx);
  });

/** How long the undoing of an import waits until others have written, in ms. */
const undoWaitsMs = 15_000;

/**
 * How often the server checks, in ms, whether a cancelled import of an M3U list has ended; it ends soon after it has
 * next saved its progress.
 */
const endingPollMs = 50;
const endingTimeoutMs = 30_000;

async function waitForEnd(repository: ImportsRepository, clock: Clock, id: string): Promise<void> {
  const deadline = clock.steadyMs() + endingTimeoutMs;
  while (clock.steadyMs() < deadline) {
    const row = await repository.findSummary(id);
    if (row?.status !== 'running') return;
    await sleep(clock, endingPollMs);
  }
}
