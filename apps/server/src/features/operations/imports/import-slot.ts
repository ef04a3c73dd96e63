import { catalogueSetsLock, importSlotLock, type BulkSession, type Database } from '@butaca/db';
import { sql, type Kysely, type Transaction } from 'kysely';
import { AppError } from '../../../platform/http/app-error.ts';

/**
 * Takes the only place for an import in the whole product, an advisory lock of a database session. The database frees it as
 * soon as the session ends, also when its process has died.
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

/** Unlocked explicitly: a session that ends drops its temporary tables first, and the place would be taken until then. */
async function giveBack(session: BulkSession): Promise<void> {
  try {
    await sql`select pg_advisory_unlock(${importSlotLock})`.execute(session.db);
  } finally {
    await session[Symbol.asyncDispose]();
  }
}

/** Runs something where no import is under way in any process. @returns whether that was so */
export async function whileNoneRuns(
  db: Kysely<Database>,
  work: (trx: Kysely<Database>) => Promise<unknown>,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    // Removing a long report may take longer than the statements of a request may.
    await sql`set local statement_timeout = 0`.execute(trx);
    const { rows } = await sql<{ isFree: boolean }>`
      select pg_try_advisory_xact_lock(${importSlotLock}) as "isFree"`.execute(trx);
    if (rows[0]?.isFree !== true) return false;
    await work(trx);
    return true;
  });
}

/** Waits until no merge of films into series is under way, and lets none begin until the transaction ends. */
export async function shareCatalogue(trx: Transaction<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${catalogueSetsLock})`.execute(trx);
}
