/**
 * For the list of an Xtream account, decides what each series in the temporary staging table becomes, and writes the
 * decisions into the temporary table `found`.
 *
 * 1. Of several entries with the same number of the provider, or with the same kind, name and year, the first counts; the
 *    others are duplicates.
 * 2. A series that the account already has (`series_listing`) is a duplicate, also when the provider has renamed it.
 * 3. A series of the same kind and name in the catalogue, of the same or of no year, gets the account's chapters too.
 * 4. All others are new.
 */
import type { Database } from '@butaca/db';
import { sql, type Transaction } from 'kysely';
import { addFound } from './found.ts';

export async function decideSeries(trx: Transaction<Database>): Promise<void> {
  await addFound(
    trx,
    sql`
      select position,
        case when is_repeated or listed_id is not null then 'duplicate' when titled_id is not null then 'updated'
          else 'added' end,
        case when is_repeated then 'Repetida en la lista.' when listed_id is not null then 'Ya estaba en el catálogo.'
          when titled_id is not null then 'Es otra fuente de una serie del mismo nombre.' end,
        'series', case when not is_repeated then coalesce(listed_id, titled_id, new_id) end,
        case when not is_repeated then coalesce(listed_id, titled_id, new_id) end,
        not is_repeated and listed_id is null and titled_id is null
      from (
        select entry.position, entry.new_id, listing.video_id as listed_id, titled.id as titled_id,
          entry.nth_id > 1 or (listing.video_id is null and (
            entry.nth_name > 1 or exists (
              select from series_listing as other
              where other.provider_id = entry.provider_id and other.video_id = titled.id))) as is_repeated
        from (
          select position, tipo, key, title_sort, year, new_id, provider_id, about ->> 'seriesId' as series_id,
            row_number() over (partition by about ->> 'seriesId' order by position) as nth_id,
            row_number() over (partition by tipo, key, year order by position) as nth_name
          from staged where kind = 'series'
        ) as entry
        left join series_listing as listing
          on listing.provider_id = entry.provider_id and listing.series_id = entry.series_id
        left join lateral (
          select video.id from video
          where listing.video_id is null and video.tipo = entry.tipo and video.title_sort = entry.title_sort
            and video.title_folded = entry.key and video.address is null and not video.is_demo
            and (video.release_year is null or entry.year is null or video.release_year = entry.year)
          order by video.created_at, video.id limit 1
        ) as titled on true
      ) as seen`,
  );
}
