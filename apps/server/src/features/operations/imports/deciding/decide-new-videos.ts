/**
 * For an import of an M3U list into a catalogue without videos of its own, decides on a part of the list, in which no
 * film or chapter repeats another entry: all of them are new. Only the series of a chapter may have come with an earlier
 * part of the list.
 */
import type { Database } from '@butaca/db';
import { sql, type Transaction } from 'kysely';

/** Creates the temporary table in which the new series of all parts of an M3U list are remembered. */
export async function createMadeSeries(trx: Transaction<Database>): Promise<void> {
  await sql`
    create temporary table made_series (tipo text not null, key text not null, video_id text not null)
    on commit drop`.execute(trx);
}

/**
 * Writes the decisions on the films and chapters of a part into the temporary tables `found` and `series`, as
 * `decideVideos` does for a whole list.
 */
export async function decideNewVideos(trx: Transaction<Database>): Promise<void> {
  await sql`
    create temporary table series on commit drop as
    select named.*, coalesce(made_series.video_id, gen_random_uuid()::text) as video_id,
      made_series.video_id is null as is_new
    from (
      select tipo, key, min(title_sort) as title_sort, min(position) as first_position, min(year) as year
      from staged where kind = 'chapter' group by tipo, key
    ) as named left join made_series using (tipo, key)`.execute(trx);
  await sql`analyze series`.execute(trx);
  await sql`insert into made_series select tipo, key, video_id from series where is_new`.execute(trx);
  await sql`
    insert into found (position, outcome, target_kind, target_id, parent_id, made_parent)
    select position, 'added', kind, new_id, coalesce(video_id, new_id),
      coalesce(is_new and position = first_position, false)
    from staged left join series on kind = 'chapter' and series.tipo = staged.tipo and series.key = staged.key
    where kind in ('film', 'chapter')`.execute(trx);
  await sql`analyze found (position, outcome, target_kind, target_id)`.execute(trx);
}
