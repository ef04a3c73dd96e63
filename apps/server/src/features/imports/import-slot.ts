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
  if (rows[0]?.isFree === true) return session;
  await session[Symbol.asyncDispose]();
  throw new AppError('import.running');
}

/** Runs something where no import is under way in any process, and nothing where one is. */
export async function whileNoneRuns(
  db: Kysely<Database>,
  work: (trx: Kysely<Database>) => Promise<unknown>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ isFree: boolean }>`
      select pg_try_advisory_xact_lock(${advisoryLockKey}) as "isFree"`.execute(trx);
    if (rows[0]?.isFree === true) await work(trx);
  });
}
