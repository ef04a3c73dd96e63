import { runTogether, type Database } from '@butaca/db';
import { sql, type RawBuilder, type Transaction } from 'kysely';

/**
 * SQL that creates the temporary table `found` with an import's decisions, one for each entry of the M3U list: its outcome, the
 * existing or new row that the entry belongs to (`target_id`), the series or channel of that row (`parent_id`), and
 * whether the entry creates that series or channel. The table has no index, because every query reads all of its rows.
 */
export const createFound = sql`
  create temporary table found (
    position integer not null, outcome text not null, reason text, target_kind text, target_id text,
    parent_id text, made_parent boolean not null default false, before jsonb
  ) on commit drop`;

/** SQL that tells the query planner about the columns of `found` that queries join and filter by. */
export const analyseFound = sql`analyze found (position, outcome, target_kind, target_id)`;

/**
 * Adds to the table `found` the import decisions that a query selects. They pass through another temporary table: a
 * query that reads the same table into which it inserts would repeatedly scan its own new rows.
 *
 * @param query - selects position, outcome, reason, target_kind, target_id, parent_id, made_parent
 */
export async function addFound(trx: Transaction<Database>, query: RawBuilder<unknown>): Promise<void> {
  await sql`
    create temporary table decided
      (position, outcome, reason, target_kind, target_id, parent_id, made_parent) on commit drop
    as ${query}`.execute(trx);
  await runTogether(trx, [
    sql`
      insert into found (position, outcome, reason, target_kind, target_id, parent_id, made_parent)
      select * from decided`,
    sql`drop table decided`,
    analyseFound,
  ]);
}

/**
 * SQL subquery for the films, chapters and sources to which an import of an M3U list has assigned an entry already, in
 * `taken.target_id`; none of them may get a second entry.
 */
export const taken = sql`(select distinct target_id from found where target_id is not null) as taken`;

/** How the reason of an entry begins that became a further version of a film or chapter. */
export const furtherVersion = sql`'Es otra versión de '::text`;
