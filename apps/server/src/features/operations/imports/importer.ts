/**
 * The one importer of lists.
 *
 * An upload takes the only place for an import, and is received to its end into a file. The file is read as a stream into a
 * temporary table of one database session, and each entry is decided on there, set by set. Then one transaction writes all of it
 * with its report, its place in the history and the audit log; viewers see the whole list or nothing. A preview ends before
 * that transaction writes anything but its report; its file is kept, and read again with what was chosen once it is
 * published. An import that breaks off leaves its failure in the history and nothing else: the temporary tables end with the
 * session, and a row that says «running» while no session holds the place belongs to a process that has died.
 *
 * @see docs/decisions/010-uploads-are-spooled.md
 */
import { rm } from 'node:fs/promises';
import type { GroupChoice } from '@butaca/contract';
import type { Actor, BulkSession, Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Log } from '../../../platform/log.ts';
import { createImportHolder } from './hold-import.ts';
import { shareCatalogue, whileNoneRuns } from './import-slot.ts';
import { createImportsRepository, type ImportsRepository } from './imports.repository.ts';
import { publishPreview } from './publish-preview.ts';
import { receiveList, type ArrivingList } from './receive-list.ts';
import { readImportError } from './running-import.ts';
import { clearSpool, previewPath } from './spool-upload.ts';
import { undoImport, type UndoResult } from './undo-import.ts';

export interface ImporterNeeds {
  db: Kysely<Database>;
  openBulkSession(): Promise<BulkSession>;
  /** The folder in which uploads wait. */
  uploadDir: string;
  log: Log;
  /** This process has committed a change of the catalogue. */
  onChanged(): void;
}

export type Importer = ReturnType<typeof createImporter>;

export function createImporter({ db, openBulkSession, uploadDir, log, onChanged }: ImporterNeeds) {
  const repository = createImportsRepository(db);
  const holder = createImportHolder({ openBulkSession, repository, log });
  const needs = { repository, holder, uploadDir, log, onChanged };

  return {
    repository,

    /** Ends what earlier processes left behind. */
    async start(): Promise<void> {
      const failDead = () => whileNoneRuns(db, (trx) => repository.failRunning(trx));
      const deadline = Date.now() + deadSessionTimeoutMs;
      while (!(await failDead()) && (await repository.isRunning()) && Date.now() < deadline) await pause();
      await clearSpool(uploadDir, await repository.listPreviewIds());
    },

    /** @see receiveList */
    receive: (list: ArrivingList, actor: Actor) => receiveList(needs, list, actor),

    /** @see publishPreview */
    publish: (id: string, choices: readonly GroupChoice[], actor: Actor) =>
      publishPreview(needs, id, choices, actor),

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
      const session = await holder.begin();
      try {
        const result = await session.db.transaction().execute(async (trx) => {
          await shareCatalogue(trx);
          return undoImport(trx, { id, fileName: row.file_name, actor });
        });
        onChanged();
        return result;
      } catch (error) {
        throw readImportError(error);
      } finally {
        await session[Symbol.asyncDispose]();
      }
    },

    [Symbol.asyncDispose]: (): PromiseLike<void> => holder[Symbol.asyncDispose](),
  };
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
