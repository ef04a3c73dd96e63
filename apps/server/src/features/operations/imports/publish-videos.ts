/**
 * Publishes the films and chapters of an import of an M3U list with set-based SQL, in one transaction. The catalogue
 * lists the newest titles first, so the first entry of the file gets the newest creation time.
 */
import type { Database } from '@butaca/db';
import { sql, type RawBuilder, type Transaction } from 'kysely';
import {
  claim,
  completeVideos,
  countParts,
  factColumns,
  insertChapters,
  insertSeasons,
  insertVideoGenres,
  insertVideos,
  orderChapters,
  readdress,
} from '../../../shared/video/write-sets.ts';
import { aboutFacts } from './reading/staged-entry.ts';

const momentOf = sql`now() - staged.position * interval '1 microsecond'`;

export async function publishVideos(trx: Transaction<Database>): Promise<void> {
  await renewAddresses(trx, 'film');
  await renewAddresses(trx, 'chapter');
  for (const table of ['video', 'chapter'] as const) await claim(table, standing(table)).execute(trx);
  await addVideos(trx);
}

/** Publishes the new films and chapters of an import, without the new addresses of known ones. */
export async function addVideos(trx: Transaction<Database>): Promise<void> {
  await insertVideos(newFilms, filmColumns).execute(trx);
  await insertVideos(newSeries, ['updated_at']).execute(trx);
  await insertVideoGenres(newFilms).execute(trx);
  await insertVideoGenres(newSeries).execute(trx);
  await insertSeasons(wantedSeasons).execute(trx);
  await keepSeasons(trx);
  await insertChapters(newChapters, sql`select season_id, last_position from kept_season`).execute(trx);
  const isSorted = sql`season_id in (select season_id from kept_season where is_sorted)`;
  await orderChapters(isSorted, 'number').execute(trx);
  await countParts(sql`select video_id from series`).execute(trx);
}

/**
 * Gives series that an earlier part of the same M3U list has made what only later chapters say: an image, and the
 * earliest year.
 */
export async function completeSeries(trx: Transaction<Database>): Promise<void> {
  await completeVideos(sql`
    select series.video_id as id, series.year as release_year, min(staged.logo) as thumbnail
    from series
    join found on found.parent_id = series.video_id
    join staged using (position)
    where not series.is_new group by series.video_id, series.year`).execute(trx);
}

async function renewAddresses(trx: Transaction<Database>, kind: 'film' | 'chapter'): Promise<void> {
  const table = kind === 'film' ? 'video' : 'chapter';
  await sql`
    update found set before = jsonb_build_object(
      'address', target.address, 'address_hash', encode(target.address_hash, 'hex'),
      'provider_key', target.provider_key, 'stream_kind', target.stream_kind,
      'user_agent', target.user_agent, 'referrer', target.referrer,
      'cookie', target.cookie, 'origin', target.origin, 'provider_id', target.provider_id)
    from ${sql.table(table)} as target
    where found.outcome = 'updated' and found.target_kind = ${kind} and target.id = found.target_id`.execute(
    trx,
  );
  const given = sql`
    select found.target_id, staged.* from found join staged using (position)
    where found.outcome = 'updated' and found.target_kind = ${kind}`;
  await readdress(table, given).execute(trx);
}

/** The films or chapters of the list that the catalogue has already. */
const standing = (table: 'video' | 'chapter') => sql`
  select found.target_id, staged.provider_id from found join staged using (position)
  where found.outcome = 'duplicate' and found.target_kind = ${table === 'video' ? 'film' : 'chapter'}
    and found.target_id is not null`;

/** The columns that an imported film has besides those of every imported video. */
const filmColumns = [
  'main_section',
  'address',
  'address_hash',
  'provider_key',
  'user_agent',
  'referrer',
  'cookie',
  'origin',
  'stream_kind',
  'group_title',
  'updated_at',
  ...factColumns,
] as const;

const newFilms = sql`
  select staged.new_id as id, name as title, title_sort, name_folded as title_folded, tipo, main_section, subcategoria,
    genres, genres_folded, year as release_year, logo as thumbnail, address, address_hash, provider_key, user_agent,
    referrer, cookie, origin, stream_kind, nullif(staged.group_title, '') as group_title, ${momentOf} as created_at, now() as updated_at, staged.provider_id,
    ${aboutFacts}
  from found join staged using (position)
  where found.outcome = 'added' and found.target_kind = 'film'`;

const isNewChapter = sql`found.outcome = 'added' and found.target_kind = 'chapter'`;

/**
 * SQL that selects the new series of an import of an M3U list; a series whose first entry has no image gets the image
 * of one of its chapters.
 */
const newSeries = sql`
  select series.video_id as id, name as title, staged.title_sort, name_folded as title_folded, staged.tipo,
    null::text as main_section, subcategoria, genres, genres_folded, series.year as release_year,
    coalesce(logo, chapter_logo.any_logo) as thumbnail, ${momentOf} as created_at, now() as updated_at,
    null::text as provider_id
  from series
  join staged on staged.position = series.first_position
  join (
    select found.parent_id, min(staged.logo) as any_logo
    from found join staged using (position) where ${isNewChapter} group by found.parent_id
  ) as chapter_logo on chapter_logo.parent_id = series.video_id
  where series.is_new`;

const wantedSeasons = sql`
  select distinct found.parent_id as video_id, staged.season as season_number, '' as title
  from found join staged using (position) where ${isNewChapter}`;

/**
 * Stores for each existing season to which an import of an M3U list adds chapters: the position of its last chapter,
 * and whether its chapters are sorted by number.
 */
async function keepSeasons(trx: Transaction<Database>): Promise<void> {
  await sql`
    create temporary table kept_season on commit drop as
    select season_id, max(position) as last_position, bool_and(is_after) as is_sorted
    from (
      select chapter.season_id, chapter.position,
        coalesce(chapter.chapter_number >= lag(chapter.chapter_number) over (
          partition by chapter.season_id order by chapter.position), true) as is_after
      from chapter join series on series.video_id = chapter.video_id and not series.is_new
    ) as standing
    group by season_id`.execute(trx);
  await sql`analyze kept_season`.execute(trx);
}

const newChapters: RawBuilder<unknown> = sql`
  select staged.new_id as id, season.id as season_id, season.video_id, staged.chapter as chapter_number,
    staged.position as nth, staged.chapter_title as title, '' as description, staged.logo as thumbnail,
    coalesce(staged.duration, '0:00') as duration, staged.address, staged.address_hash, staged.provider_key,
    staged.user_agent, staged.referrer, staged.cookie, staged.origin, staged.stream_kind, staged.provider_id
  from found join staged using (position)
  join season on season.video_id = found.parent_id and season.season_number = staged.season
  where ${isNewChapter}`;
