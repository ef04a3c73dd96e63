import { sql, type Kysely } from 'kysely';
import type { Database } from '../src/index.ts';

/** Counts the sessions of a test's database that wait for a lock that another session of the database holds. */
export async function countWaitingForLocks(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.total ?? 0;
}
