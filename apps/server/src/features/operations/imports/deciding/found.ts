import type { Database } from '@butaca/db';
import { sql, type RawBuilder, type Transaction } from 'kysely';

/**
 * What was decided of each staged entry: its outcome, what it is or becomes (`target_id`), the series or channel which that
 * belongs to (`parent_id`), and whether that comes into being with it. It has no index: everything that asks it asks for all
 * of its rows at once.
 */
export async function createFound(trx: Transaction<Database>): Promise<void> {
  await sql`
    create temporary table found (
      position integer not null, outcome text not null, reason text, target_kind text, target_id text,
      parent_id text, made_parent boolean not null default false, before jsonb
    ) on commit drop`.execute(trx);
}

/**
 * Adds what a query decides. It is kept apart until it is whole: a query that reads the table into which its own rows are
 * going passes over each of them again for every row.
 *
 * @param query - selects position, outcome, reason, target_kind, target_id, parent_id, made_parent
 */
export async function addFound(trx: Transaction<Database>, query: RawBuilder<unknown>): Promise<void> {
  await sql`
    create temporary table decided
      (position, outcome, reason, target_kind, target_id, parent_id, made_parent) on commit drop
    as ${query}`.execute(trx);
  await sql`
    insert into found (position, outcome, reason, target_kind, target_id, parent_id, made_parent)
    select * from decided`.execute(trx);
  await sql`drop table decided`.execute(trx);
  await sql`analyze found (position, outcome, target_kind, target_id)`.execute(trx);
}

/** The films, chapters or sources that earlier steps have given to other entries: `taken.target_id`, to be joined. */
export const taken = sql`(select distinct target_id from found where target_id is not null) as taken`;
