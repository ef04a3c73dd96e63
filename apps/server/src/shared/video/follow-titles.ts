import { sql, type RawBuilder } from 'kysely';

/**
 * SQL that gives a title that stays the places in collections and among favourites of the titles that become part of it. New
 * rows are noted for the undo, in `migration_kept` of the run; the favourites of the titles that go are deleted.
 *
 * @param titles - `pairs`: a table of the titles that go and stay; `gone` and `kept`: the references to its two columns
 */
export const followTitles = (
  runId: string,
  { pairs, gone, kept }: Readonly<Record<'pairs' | 'gone' | 'kept', RawBuilder<unknown>>>,
): RawBuilder<unknown>[] => [
  sql`
    with added as (
      insert into collection_item (collection_id, video_id, added_at, addition_id)
      select collection_id, ${kept}, min(added_at), min(addition_id)
      from collection_item join ${pairs} on ${gone} = collection_item.video_id group by collection_id, ${kept}
      on conflict do nothing returning collection_id, video_id)
    insert into migration_kept (run_id, kind, content)
    select ${runId}, 'made_collection_item', to_jsonb(added) from added`,
  sql`
    with added as (
      insert into favourite (account_id, item_type, item_id, added_at)
      select account_id, 'video', ${kept}, min(added_at)
      from favourite join ${pairs} on item_type = 'video' and ${gone} = item_id group by account_id, ${kept}
      on conflict do nothing returning account_id, item_id)
    insert into migration_kept (run_id, kind, content)
    select ${runId}, 'made_favourite', to_jsonb(added) from added`,
  sql`delete from favourite using ${pairs} where item_type = 'video' and item_id = ${gone}`,
];
