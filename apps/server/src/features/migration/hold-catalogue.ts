import type { Database } from '@butaca/db';
import { sql, type Transaction } from 'kysely';
import { AppError } from '../../platform/http/app-error.ts';

/** Any fixed number: migrations of one database do not run at once, whichever process runs them. */
const advisoryLockKey = 7_283_403;

/**
 * Lets nobody else write films, series and chapters until the transaction ends; reading goes on. What it does may take longer
 * than a request's statements may.
 *
 * @throws AppError `migration.running`
 */
export async function holdCatalogue(trx: Transaction<Database>): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx);
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${advisoryLockKey}) as taken`.execute(trx);
  if (rows[0]?.taken !== true) throw new AppError('migration.running');
  await sql`lock table video, season, chapter in share row exclusive mode`.execute(trx);
}
