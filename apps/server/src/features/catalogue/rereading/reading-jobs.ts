/*
 * Runs a new reading of stored titles as a job: the request that starts it is answered at once, and the row of the run in
 * `reading_run` tells how far it is, whichever server is asked. Each job is one transaction that also writes the end of its
 * run, so nothing of a job is committed when its server stops. A run that is marked as going on while no
 * process holds `readingLock` belongs to such a server; the next request for the state marks it as failed. When a job fails,
 * the preview that was there before it is shown again.
 */
import type { ReadingState } from '@butaca/contract';
import { readingLock, readingNoteLock, type Actor, type Database } from '@butaca/db';
import { readerRevision } from '@butaca/titles';
import { sql, type Kysely, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Log } from '../../../platform/log.ts';
import type { ReadStoredTitle } from '../../../shared/video/stored-title.ts';
import { holdCatalogue } from '../../../shared/video/hold-catalogue.ts';
import { applyReading, undoReading, type FilmMergeParts } from './apply-reading.ts';
import { countChanges, listExamples, planMovedFilms, planReading } from './read-again.ts';
import { toReadingState } from './reading.view.ts';

export interface ReadingNeeds {
  db: Kysely<Database>;
  version: { advance(): void };
  log: Log;
  createReader(): ReadStoredTitle;
  films: FilmMergeParts;
}

type Status = NonNullable<ReadingState['run']>['status'];

const goingOn = sql`status in ('reading', 'applying', 'undoing')`;

export function createReadingJobs({ db, version, log, createReader, films }: ReadingNeeds) {
  const running = new Set<Promise<void>>();
  let isClosing = false;

  const findNewest = (from: Kysely<Database> = db) =>
    from
      .selectFrom('reading_run')
      .selectAll()
      .orderBy(goingOn, 'desc')
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst();

  /** The newest applied run, while the copies that its undo needs are there. */
  const findUndoable = (from: Kysely<Database> = db) =>
    from
      .selectFrom('reading_run')
      .select(['id', 'username', 'applied_at'])
      .where('status', '=', 'applied')
      .where('id', 'in', (query) => query.selectFrom('migration_run').select('id'))
      .orderBy('applied_at', 'desc')
      .limit(1)
      .executeTakeFirst();

  /**
   * Runs a short transaction that excludes two things: the beginning of a run, and another process that marks interrupted runs as
   * failed. The work may read whether `readingLock` is held, but must not take it, because a run that begins at that moment would
   * be refused with `reading.running`.
   */
  const noting = <T>(work: (trx: Transaction<Database>) => Promise<T>): Promise<T> =>
    db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(${readingNoteLock})`.execute(trx);
      return work(trx);
    });

  /** Marks a run that says that it goes on as failed, or as it was before, unless a process holds its lock. */
  const endDead = (): Promise<void> =>
    noting(async (trx) => {
      if (!(await isGoingOnSomewhere(trx))) await endInterrupted(trx);
    });

  /**
   * Begins a job, and returns once its run is marked as going on. `readingLock` is taken before the mark is written, so
   * that a mark without a holder of the lock always belongs to a process that has died.
   *
   * @param mark - writes that the run goes on, in a transaction of its own; returns its id
   * @param back - the status of the run when the job fails
   * @throws AppError `reading.running`, and what `mark` throws
   */
  function begin(
    mark: (noted: Transaction<Database>) => Promise<string>,
    back: Status,
    work: (trx: Transaction<Database>, id: string) => Promise<void>,
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      let id: string | undefined;
      const job = db
        .transaction()
        .execute(async (trx) => {
          await sql`set local statement_timeout = 0`.execute(trx);
          await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
          id = await noting(async (noted) => {
            if (!(await takeLock(trx))) throw new AppError('reading.running');
            await endInterrupted(noted);
            return mark(noted);
          });
          resolve();
          await work(trx, id);
        })
        .then(() => version.advance())
        .catch(async (error: unknown) => {
          if (id === undefined) return reject(error);
          await noteFailure(id, back, error);
        })
        .finally(() => running.delete(job));
      running.add(job);
    });
  }

  async function noteFailure(id: string, status: Status, error: unknown): Promise<void> {
    if (!(error instanceof AppError)) log.error({ err: error }, 'a new reading of titles failed');
    const error_code = error instanceof AppError ? error.code : 'server.unexpected';
    await noting(async (trx) => {
      // A run that has begun since has ended this one already.
      if (await isGoingOnSomewhere(trx)) return;
      await trx.updateTable('reading_run').set({ status, error_code }).where('id', '=', id).execute();
      await showPreviewAgain.execute(trx);
    }).catch((cause: unknown) => log.warn({ err: cause }, 'the end of a new reading was not saved'));
  }

  const setStatus = (noted: Transaction<Database>, id: string, status: Status) =>
    noted
      .updateTable('reading_run')
      .set({ status, done: 0, error_code: null })
      .where('id', '=', id)
      .execute();

  /** Whether a list was read by an earlier reader, and no run has shown since what the present one makes of it. */
  async function isWorthIt(): Promise<boolean> {
    const { rows } = await sql<{ isOffered: boolean }>`
      select exists (
        select from import where status = 'done' and coalesce(reader_revision, 0) < ${readerRevision}
      ) and not exists (
        select from reading_run where read_at is not null and reader_revision >= ${readerRevision}
      ) as "isOffered"`.execute(db);
    return rows[0]?.isOffered ?? false;
  }

  async function plan(trx: Transaction<Database>, id: string): Promise<void> {
    await planReading(trx, createReader(), async (done) => {
      if (isClosing) throw new AppError('import.interrupted');
      await db.updateTable('reading_run').set({ done }).where('id', '=', id).execute();
    });
  }

  return {
    async state(): Promise<ReadingState> {
      let row = await findNewest();
      if (row !== undefined && isGoingOn(row.status)) {
        await endDead();
        row = await findNewest();
      }
      const undoable = await findUndoable();
      return toReadingState(row, undoable, await isWorthIt());
    },

    /** @throws AppError `reading.running` */
    preview: (actor: Actor): Promise<void> =>
      begin(
        async (noted) => {
          const id = newId();
          await noted
            .insertInto('reading_run')
            .values({
              id,
              status: 'reading',
              account_id: actor.accountId,
              username: actor.username,
              reader_revision: readerRevision,
            })
            .execute();
          return id;
        },
        'failed',
        async (trx, id) => {
          await plan(trx, id);
          await planMovedFilms(trx, films);
          const preview = { counts: await countChanges(trx), examples: await listExamples(trx) };
          await trx
            .updateTable('reading_run')
            .set({ status: 'read', read_at: sql<Date>`now()`, preview: JSON.stringify(preview) })
            .where('id', '=', id)
            .execute();
          await trx
            .deleteFrom('reading_run')
            .where('status', 'in', ['read', 'failed'])
            .where('id', '<>', id)
            .execute();
        },
      ),

    /** @throws AppError `reading.running`, `reading.nothing_to_apply` */
    apply: (actor: Actor): Promise<void> =>
      begin(
        async (noted) => {
          const newest = await findNewest(noted);
          if (newest?.status !== 'read') throw new AppError('reading.nothing_to_apply');
          await setStatus(noted, newest.id, 'applying');
          await noted
            .updateTable('reading_run')
            .set({ account_id: actor.accountId, username: actor.username })
            .where('id', '=', newest.id)
            .execute();
          return newest.id;
        },
        'read',
        async (trx, id) => {
          await holdCatalogue(trx);
          await plan(trx, id);
          await applyReading(trx, id, actor, films);
          await endAs(trx, id, 'applied');
        },
      ),

    /** @throws AppError `reading.running`, `reading.nothing_to_undo` */
    undo: (actor: Actor): Promise<void> =>
      begin(
        async (noted) => {
          const undoable = await findUndoable(noted);
          if (undoable === undefined) throw new AppError('reading.nothing_to_undo');
          await setStatus(noted, undoable.id, 'undoing');
          return undoable.id;
        },
        'applied',
        async (trx, id) => {
          await holdCatalogue(trx);
          await undoReading(trx, id, actor, films);
          // What a later preview has shown is no longer true.
          await trx.deleteFrom('reading_run').where('status', 'in', ['read', 'failed']).execute();
          await endAs(trx, id, 'undone');
        },
      ),

    async [Symbol.asyncDispose](): Promise<void> {
      isClosing = true;
      await Promise.all(running);
    },
  };
}

const isGoingOn = (status: Status): boolean =>
  status === 'reading' || status === 'applying' || status === 'undoing';

async function takeLock(trx: Transaction<Database>): Promise<boolean> {
  const { rows } = await sql<{ isTaken: boolean }>`
    select pg_try_advisory_xact_lock(${readingLock}) as "isTaken"`.execute(trx);
  return rows[0]?.isTaken === true;
}

/** Whether a process holds `readingLock`. */
async function isGoingOnSomewhere(trx: Transaction<Database>): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_locks join pg_database on pg_database.oid = pg_locks.database
    where datname = current_database() and locktype = 'advisory' and objid = ${readingLock}
      and mode = 'ExclusiveLock' and granted`.execute(trx);
  return rows.length > 0;
}

/** Ends runs of dead processes, while no other process runs one. */
async function endInterrupted(trx: Transaction<Database>): Promise<void> {
  await sql`
    update reading_run set error_code = 'import.interrupted',
      status = case status when 'reading' then 'failed' when 'applying' then 'read' else 'applied' end
    where ${goingOn}`.execute(trx);
  await showPreviewAgain.execute(trx);
}

/** Puts a preview that was shown before in the place of a later one that failed, with the reason of the failure. */
const showPreviewAgain = sql`
  with gone as (
    delete from reading_run as failed using reading_run as shown
    where failed.status = 'failed' and shown.status = 'read' and shown.created_at < failed.created_at
    returning failed.error_code)
  update reading_run set error_code = gone.error_code from gone where status = 'read'`;

const endAs = (trx: Transaction<Database>, id: string, status: 'applied' | 'undone') =>
  trx
    .updateTable('reading_run')
    .set({ status, [status === 'applied' ? 'applied_at' : 'undone_at']: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();

export type ReadingJobs = ReturnType<typeof createReadingJobs>;
