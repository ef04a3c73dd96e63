import { catalogueSetsLock, type Database } from '@butaca/db';
import { sql, type Transaction } from 'kysely';
import { AppError } from '../../platform/http/app-error.ts';

/**
 * Locks films, series and chapters against other writes until the transaction (a merge of films into series, a new reading of
 * stored titles, or the undo of one) ends; reads remain possible. Lifts the statement timeout of the transaction.
 *
 * @throws AppError `migration.running`, `import.running`
 */
export async function holdCatalogue(trx: Transaction<Database>): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx);
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${catalogueSetsLock}) as taken`.execute(trx);
  if (rows[0]?.taken !== true)
    throw new AppError((await isImporting(trx)) ? 'import.running' : 'migration.running');
  await sql`lock table video, season, chapter in share row exclusive mode`.execute(trx);
}

/**
 * Whether a running import holds the advisory lock on the catalogue. Imports hold this lock in shared mode, a film
 * merge (turning films into series) in exclusive mode.
 */
async function isImporting(trx: Transaction<Database>): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_locks join pg_database on pg_database.oid = pg_locks.database
    where datname = current_database() and locktype = 'advisory' and objid = ${catalogueSetsLock}
      and mode = 'ShareLock' and granted`.execute(trx);
  return rows.length > 0;
}
