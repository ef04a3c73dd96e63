/*
 * What publishing a list changes of titles and channels that the catalogue had before, besides their addresses: it marks them
 * for adults, and gives channels the country that they lack. The report of the import notes both with each entry of such a
 * title or channel, and the undo takes them back unless an administrator or another list has said the same since.
 */
import type { Database } from '@butaca/db';
import { sql, type RawBuilder, type Transaction } from 'kysely';
import { emptyCountries, unmarkChannels } from '../../../shared/channel/write-sets.ts';
import { unmarkAdults } from '../../../shared/video/write-sets.ts';

type Change = 'is_adult' | 'country';

/** SQL that makes the temporary table in which changes are noted until the report is written. */
export const createParentChanges = sql`
  create temporary table if not exists parent_change (id text, name text) on commit drop`;

/**
 * The SQL statements that note a change. @param ids - selects `id`: the titles or channels that are about to be changed
 */
export const noteParentChanges = (name: Change, ids: RawBuilder<unknown>): RawBuilder<unknown>[] => [
  createParentChanges,
  sql`insert into parent_change select id, ${sql.lit(name)} from (${ids}) as changing`,
];

/** Takes back, with the undo of an import, what its report notes. */
export async function undoParentChanges(trx: Transaction<Database>, importId: string): Promise<void> {
  await sql`
    create temporary table left_change on commit drop as
    select distinct coalesce(parent_id, target_id) as id, name, case when name = 'country' then country end as country
    from import_entry, unnest(parent_changes) as name
    where import_id = ${importId} and parent_changes is not null`.execute(trx);
  const { rows } = await sql`select 1 from left_change limit 1`.execute(trx);
  if (rows.length === 0) return;
  // What another list says too stays, and is taken back with the undo of that one.
  await sql`
    with heir as (
      delete from left_change using (
        select left_change.id, left_change.name, min(said.import_id) as import_id
        from left_change join import_entry as said on coalesce(said.parent_id, said.target_id) = left_change.id
        join import on import.id = said.import_id
        where import.status = 'done' and said.import_id <> ${importId} and said.outcome <> 'skipped'
          and case left_change.name when 'is_adult' then said.is_adult else said.country = left_change.country end
        group by 1, 2) as other
      where other.id = left_change.id and other.name = left_change.name
      returning other.id, other.name, other.import_id)
    update import_entry as entry set parent_changes = array_cat(parent_changes, heirs.names)
    from (select id, import_id, array_agg(distinct name) as names from heir group by id, import_id) as heirs
    where entry.import_id = heirs.import_id and coalesce(entry.parent_id, entry.target_id) = heirs.id`.execute(
    trx,
  );
  const marked = sql`select id from left_change where name = 'is_adult'`;
  await unmarkAdults(marked).execute(trx);
  await unmarkChannels(marked).execute(trx);
  await emptyCountries(sql`select id, country from left_change where name = 'country'`).execute(trx);
}
