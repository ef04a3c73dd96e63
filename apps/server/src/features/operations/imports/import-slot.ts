import { catalogueSetsLock, importSlotLock, type BulkSession, type Database } from '@butaca/db';
import { sql, type Kysely, type Transaction } from 'kysely';
import { AppError } from '../../../platform/http/app-error.ts';

/**
 * Takes the only slot for an import in the whole product, an advisory lock of a database session. The database releases
 * the lock as soon as the session ends, also when its process has died.
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
 * Releases the slot explicitly: an ending session drops its temporary tables first, and would hold the slot meanwhile.
 */
async function giveBack(session: BulkSession): Promise<void> {
  try {
    await sql`select pg_advisory_unlock(${importSlotLock})`.execute(session.db);
  } finally {
    await session[Symbol.asyncDispose]();
  }
}

/** Runs a task unless an import is running in any process. @returns whether the task was run */
export async function whileNoneRuns(
  db: Kysely<Database>,
  work: (trx: Kysely<Database>) => Promise<unknown>,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    // Removing a long report may exceed the statement timeout of requests.
    await sql`set local statement_timeout = 0`.execute(trx);
    const { rows } = await sql<{ isFree: boolean }>`
      select pg_try_advisory_xact_lock(${importSlotLock}) as "isFree"`.execute(trx);
    if (rows[0]?.isFree !== true) return false;
    await work(trx);
    return true;
  });
}

/** Waits for a running merge of films into series, and blocks new merges until the transaction ends. */
export async function shareCatalogue(trx: Transaction<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${catalogueSetsLock})`.execute(trx);
}
