import type { BulkSession, Database } from '@butaca/db';
import { sql, type Kysely } from 'kysely';
import { AppError } from '../../platform/http/app-error.ts';

/** Any fixed number: imports of every process of the product meet at it. */
const advisoryLockKey = 7_283_402;

/**
 * Takes the one place for an import in the whole product. A session of the database holds it, so that it is free again the
 * moment in which whatever held it is gone.
 *
 * @throws AppError `import.running`
 */
export async function takeImportSlot(open: () => Promise<BulkSession>): Promise<BulkSession> {
  const session = await open();
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_lock(${advisoryLockKey}) as "isFree"`.execute(session.db);
  if (rows[0]?.isFree === true) return { ...session, [Symbol.asyncDispose]: () => giveBack(session) };
  await session[Symbol.asyncDispose]();
  throw new AppError('import.running');
}

/** At once: a session that ends tidies up its tables first, and the next import would be told to wait for that. */
async function giveBack(session: BulkSession): Promise<void> {
  try {
    await sql`select pg_advisory_unlock(${advisoryLockKey})`.execute(session.db);
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
    const { rows } = await sql<{ isFree: boolean }>`
      select pg_try_advisory_xact_lock(${advisoryLockKey}) as "isFree"`.execute(trx);
    if (rows[0]?.isFree !== true) return false;
    await work(trx);
    return true;
  });
}
