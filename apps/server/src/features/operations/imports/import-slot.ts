import { catalogueSetsLock, importSlotLock, type BulkSession, type Database } from '@butaca/db';
import { sql, type Kysely } from 'kysely';
import { AppError } from '../../../platform/http/app-error.ts';

/**
 * Takes the import slot: only one import of an M3U list runs at a time in the whole product, and it holds an advisory
 * lock of a database session. Postgres releases the lock as soon as the session ends, also when its process has died.
 *
 * @throws AppError `import.running`
 */
export async function takeImportSlot(open: () => Promise<BulkSession>): Promise<BulkSession> {
  const session = await open();
  try {
    const { rows } = await sql<{ isFree: boolean }>`
      select pg_try_advisory_lock(${importSlotLock}) as "isFree"`.execute(session.db);
    if (rows[0]?.isFree !== true) throw new AppError('import.running');
  } catch (error) {
    await session[Symbol.asyncDispose]();
    throw error;
  }
  return { ...session, [Symbol.asyncDispose]: () => giveBack(session) };
}

/**
 * Releases the import slot (the advisory lock that only one running import holds) explicitly before the database
 * session ends: an ending session first drops its temporary tables, and would hold the slot meanwhile. The slot of a
 * session that broke is released by Postgres.
 */
async function giveBack(session: BulkSession): Promise<void> {
  await sql`select pg_advisory_unlock(${importSlotLock})`.execute(session.db).catch(() => undefined);
  await session[Symbol.asyncDispose]();
}

/** Runs a task unless an import of an M3U list is running in any process. @returns whether the task was run */
export async function whileNoneRuns(
  db: Kysely<Database>,
  work: (trx: Kysely<Database>) => Promise<unknown>,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    // Removing the long report of an import of an M3U list may exceed the statement timeout of requests, so this
    // transaction has none.
    await sql`set local statement_timeout = 0`.execute(trx);
    const { rows } = await sql<{ isFree: boolean }>`
      select pg_try_advisory_xact_lock(${importSlotLock}) as "isFree"`.execute(trx);
    if (rows[0]?.isFree !== true) return false;
    await work(trx);
    return true;
  });
}

/** Waits until no merge of films into series runs, and blocks new merges until the transaction of the import ends. */
export async function shareCatalogue(trx: Kysely<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${catalogueSetsLock})`.execute(trx);
}
