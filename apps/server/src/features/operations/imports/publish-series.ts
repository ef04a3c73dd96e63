/**
 * Publishes the series of an Xtream account, and completes the titles that the catalogue has already with what the account
 * tells of them. Only what is empty is filled in, so nothing that an administrator has written is lost.
 */
import { runTogether, type Database } from '@butaca/db';
import { sql, type Transaction } from 'kysely';
import { storeListings } from '../../../shared/video/series-listings.ts';
import {
  completeFacts,
  factColumns,
  insertVideoGenres,
  insertVideos,
  listUnmarked,
  markAdults,
} from '../../../shared/video/write-sets.ts';
import { noteParentChanges } from './parent-changes.ts';
import { aboutFacts } from './reading/staged-entry.ts';

const newSeries = sql`
  select found.target_id as id, name as title, title_sort, name_folded as title_folded, tipo,
    null::text as main_section, subcategoria, genres, genres_folded, year as release_year, logo as thumbnail,
    now() - staged.position * interval '1 microsecond' as created_at, now() as updated_at,
    null::text as provider_id, is_adult, ${aboutFacts}
  from found join staged using (position)
  where found.outcome = 'added' and found.target_kind = 'series'`;

/** The series that the account has for adults. */
const forAdults = sql`
  select found.target_id from found join staged using (position)
  where staged.is_adult and found.target_kind = 'series' and found.target_id is not null`;

export async function publishSeries(trx: Transaction<Database>): Promise<void> {
  await insertVideos(newSeries, ['updated_at', 'is_adult', ...factColumns]).execute(trx);
  await insertVideoGenres(newSeries).execute(trx);
  await runTogether(trx, [...noteParentChanges('is_adult', listUnmarked(forAdults)), markAdults(forAdults)]);
  await storeListings(sql`
    select staged.provider_id, about ->> 'seriesId' as series_id, found.target_id as video_id,
      (about ->> 'changedAt')::timestamptz as changed_at
    from found join staged using (position)
    where found.target_kind = 'series' and found.target_id is not null`).execute(trx);
}

/** Fills in what is empty of the films and series that the catalogue had before the import. */
export async function completeStanding(trx: Transaction<Database>): Promise<void> {
  await completeFacts(sql`
    select found.target_id as id, logo as thumbnail, year as release_year, ${aboutFacts}
    from found join staged using (position)
    where staged.about is not null and found.outcome in ('duplicate', 'updated')
      and found.target_kind in ('film', 'series') and found.target_id is not null`).execute(trx);
}
