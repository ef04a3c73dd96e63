/**
 * Publishes the films and chapters of an import of an M3U list with set-based SQL, in one transaction. The catalogue
 * lists the newest titles first, so the first entry of the file gets the newest creation time.
 */
import { runTogether, type Database } from '@butaca/db';
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
  isOtherStream,
  listUnmarked,
  markAdults,
  orderChapters,
  readdress,
} from '../../../shared/video/write-sets.ts';
import { movedColumns } from '../../../shared/video/address-columns.ts';
import { insertVersions } from '../../../shared/video/versions.ts';
import { noteParentChanges } from './parent-changes.ts';
import { aboutFacts } from './reading/staged-entry.ts';

const momentOf = sql`now() - staged.position * interval '1 microsecond'`;

const tables = { film: 'video', chapter: 'chapter', version: 'video_version' } as const;
const kinds = ['film', 'chapter', 'version'] as const;

export async function publishVideos(trx: Transaction<Database>): Promise<void> {
  for (const kind of kinds) await renewAddresses(trx, kind);
  for (const kind of kinds) await claim(tables[kind], standing(kind)).execute(trx);
  await runTogether(trx, addVideos);
  await insertVersions(newVersions).execute(trx);
}

/**
 * SQL that gives series that an earlier part of the same M3U list has made what only later chapters say: an image, and the
 * earliest year.
 */
export const completeSeries = completeVideos(sql`
  select series.video_id as id, series.year as release_year, min(staged.logo) as thumbnail
  from series
  join found on found.parent_id = series.video_id
  join staged using (position)
  where not series.is_new group by series.video_id, series.year`);

/** SQL condition for the entries that change the address of a film, chapter or version, not those that add a version. */
const isRenewed = (kind: keyof typeof tables) => sql`
  found.outcome = 'updated' and found.target_kind = ${kind} and found.target_id <> staged.new_id`;

async function renewAddresses(trx: Transaction<Database>, kind: keyof typeof tables): Promise<void> {
  const table = tables[kind];
  await sql`
    update found set before = jsonb_build_object(
      'address', target.address, 'address_hash', encode(target.address_hash, 'hex'),
      'provider_key', target.provider_key, 'stream_kind', target.stream_kind,
      'user_agent', target.user_agent, 'referrer', target.referrer,
      'cookie', target.cookie, 'origin', target.origin, 'provider_id', target.provider_id,
      'languages', target.languages, 'quality', target.quality, 'edited_tags', target.edited_tags
      ${table === 'chapter' ? sql`` : sql`, 'edition', target.edition`})
    from ${sql.table(table)} as target, staged
    where staged.position = found.position and ${isRenewed(kind)} and target.id = found.target_id`.execute(
    trx,
  );
  if (kind !== 'version') await insertVersions(replaced(kind)).execute(trx);
  const given = sql`
    select found.target_id, staged.*, null::text[] as edited_tags
    from found join staged using (position) where ${isRenewed(kind)}`;
  await readdress(table, given).execute(trx);
}

/**
 * SQL that selects, as versions before all others, the addresses of other providers that films or chapters have until they
 * get an address of the list. An address with the same provider key is the same stream.
 */
const replaced = (kind: 'film' | 'chapter') => sql`
  select gen_random_uuid()::text as id, ${kind === 'film' ? sql`target.id` : sql`target.video_id`} as video_id,
    ${kind === 'film' ? sql`null::text` : sql`target.id`} as chapter_id, 0 as position,
    target.provider_id, target.address, target.address_hash, target.provider_key, target.user_agent, target.referrer,
    target.cookie, target.origin, target.stream_kind, target.languages, target.quality, target.edited_tags,
    ${kind === 'film' ? sql`target.edition` : sql`null::text`} as edition
  from found join staged using (position) join ${sql.table(tables[kind])} as target on target.id = found.target_id
  where ${isRenewed(kind)} and ${isOtherStream('staged')}`;

/** The films, chapters or versions of the list that the catalogue has already. */
const standing = (kind: keyof typeof tables) => sql`
  select found.target_id, staged.provider_id, staged.languages, staged.quality
  from found join staged using (position)
  where found.outcome = 'duplicate' and found.target_kind = ${kind} and found.target_id is not null`;

/**
 * SQL that selects the versions that the list adds. A chapter is found by its series, season and number, as it was when
 * the entries were decided on.
 */
const newVersions = sql`
  select found.target_id as id, found.parent_id as video_id, chapter.id as chapter_id, staged.position,
    staged.provider_id, staged.address, staged.address_hash, staged.provider_key, staged.user_agent, staged.referrer,
    staged.cookie, staged.origin, staged.stream_kind, staged.languages, staged.quality, null::text[] as edited_tags,
    staged.edition
  from found join staged using (position)
  left join (
    select distinct on (season.video_id, season.season_number, chapter.chapter_number)
      season.video_id, season.season_number, chapter.chapter_number, chapter.id
    from season join chapter on chapter.season_id = season.id
    where season.video_id in (select parent_id from found where target_kind = 'version')
    order by season.video_id, season.season_number, chapter.chapter_number, chapter.position
  ) as chapter on staged.kind = 'chapter' and chapter.video_id = found.parent_id
    and chapter.season_number = staged.season and chapter.chapter_number = staged.chapter
  where found.target_kind = 'version' and found.target_id = staged.new_id
    and (staged.kind = 'film' or chapter.id is not null)`;

/** The films and series that the list has for adults, whether an entry becomes their film, chapter or version. */
const forAdults = sql`
  select found.parent_id from found join staged using (position)
  where staged.is_adult and staged.kind in ('film', 'chapter') and found.parent_id is not null`;

/** The columns that an imported film has besides those of every imported video. */
const filmColumns = [
  ...movedColumns.filter((name) => name !== 'provider_id' && name !== 'edited_tags'),
  'main_section',
  'group_title',
  'updated_at',
  'edition',
  'country',
  'is_adult',
  ...factColumns,
] as const;

const newFilms = sql`
  select staged.new_id as id, name as title, title_sort, name_folded as title_folded, tipo, main_section, subcategoria,
    genres, genres_folded, year as release_year, logo as thumbnail, address, address_hash, provider_key, user_agent,
    referrer, cookie, origin, stream_kind, nullif(staged.group_title, '') as group_title, ${momentOf} as created_at, now() as updated_at, staged.provider_id,
    languages, quality, edition, country, is_adult, ${aboutFacts}
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
    null::text as provider_id, country, is_adult
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
 * SQL that stores for each existing season to which an import of an M3U list adds chapters: the position of its last chapter,
 * and whether its chapters are sorted by number.
 */
const keepSeasons = sql`
  create temporary table kept_season on commit drop as
  select season_id, max(position) as last_position, bool_and(is_after) as is_sorted
  from (
    select chapter.season_id, chapter.position,
      coalesce(chapter.chapter_number >= lag(chapter.chapter_number) over (
        partition by chapter.season_id order by chapter.position), true) as is_after
    from chapter join series on series.video_id = chapter.video_id and not series.is_new
  ) as standing
  group by season_id`;

const newChapters: RawBuilder<unknown> = sql`
  select staged.new_id as id, season.id as season_id, season.video_id, staged.chapter as chapter_number,
    staged.position as nth, staged.chapter_title as title, '' as description, staged.logo as thumbnail,
    coalesce(staged.duration, '0:00') as duration, staged.address, staged.address_hash, staged.provider_key,
    staged.user_agent, staged.referrer, staged.cookie, staged.origin, staged.stream_kind, staged.languages,
    staged.quality, null::text[] as edited_tags, staged.provider_id
  from found join staged using (position)
  join season on season.video_id = found.parent_id and season.season_number = staged.season
  where ${isNewChapter}`;

/**
 * The SQL statements that publish the new films and chapters of an import, without the new addresses of known ones, and mark
 * what is for adults of those that the catalogue or an earlier part of the list had.
 */
export const addVideos: readonly RawBuilder<unknown>[] = [
  insertVideos(newFilms, filmColumns),
  insertVideos(newSeries, ['updated_at', 'country', 'is_adult']),
  insertVideoGenres(newFilms),
  insertVideoGenres(newSeries),
  insertSeasons(wantedSeasons),
  keepSeasons,
  sql`analyze kept_season`,
  insertChapters(newChapters, sql`select season_id, last_position from kept_season`),
  orderChapters(sql`season_id in (select season_id from kept_season where is_sorted)`, 'number'),
  countParts(sql`select video_id from series`),
  ...noteParentChanges('is_adult', listUnmarked(forAdults)),
  markAdults(forAdults),
];
