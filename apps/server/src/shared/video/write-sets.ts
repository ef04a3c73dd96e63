/*
 * SQL statements that write many videos, seasons and chapters at once, for imports and merges of films into series. The
 * caller selects the rows by a query over its own temporary tables; the statements compute derived columns themselves:
 * the search text, the genres, the positions of chapters and the counts of a series. Each function returns one
 * statement, to which a caller may append `returning …`, and which it may use inside a larger statement (`with removed
 * as (…) …`).
 */
import { builtInProviders, type Database } from '@butaca/db';
import { sql, type RawBuilder } from 'kysely';
import { isTagEdited, keptTag, type TagName } from '../source-tags.ts';
import { movedColumns } from './address-columns.ts';

type Statement = RawBuilder<unknown>;

/**
 * SQL that says whether viewers see a season: unless it has chapters and all of them are missing from their lists. A season
 * to which an administrator has not added chapters yet is seen.
 *
 * @param season - the name of the table `season` in the query
 */
export const isSeasonShown = (season: 'season' | 'earlier'): Statement => sql`(
  exists (select from chapter as shown where shown.season_id = ${sql.ref(`${season}.id`)} and shown.missing_since is null)
  or not exists (select from chapter as any_chapter where any_chapter.season_id = ${sql.ref(`${season}.id`)}))`;

const columnList = (names: readonly string[]): Statement => sql.join(names.map((name) => sql.ref(name)));

const addressList = columnList(movedColumns);

/** SQL that selects those films and series that `markAdults` marks. @param ids - selects the ids of films and series */
export const listUnmarked = (ids: Statement): Statement =>
  sql`select id from video where not is_adult and not is_adult_edited and id in (${ids})`;

/**
 * SQL that marks films and series as meant for adults, without counting as an edit; a mark that an administrator has
 * changed stays.
 *
 * @param ids - selects their ids
 */
export const markAdults = (ids: Statement): Statement => sql`
  update video set is_adult = true where not is_adult and not is_adult_edited and id in (${ids})`;

/**
 * SQL that takes back the marks that `markAdults` has set, except those that an administrator has changed since.
 *
 * @param ids - selects the ids of the films and series that it marked
 */
export const unmarkAdults = (ids: Statement): Statement => sql`
  update video set is_adult = false where is_adult and not is_adult_edited and id in (${ids})`;

/** The columns of a new video for which every import and every film merge gives values. */
const givenColumns = [
  'id',
  'title',
  'title_sort',
  'title_folded',
  'tipo',
  'subcategoria',
  'genres',
  'release_year',
  'thumbnail',
  'created_at',
  'provider_id',
] as const;

/**
 * SQL that inserts active videos, for an import or a merge of films into series. Without `factColumns` they have no
 * description, and are searched by their titles alone.
 *
 * @param rows - selects id, title, title_sort, title_folded, tipo, subcategoria, genres, release_year, thumbnail,
 * created_at, provider_id (`null` for a series), and the columns of `more`
 */
export function insertVideos(rows: Statement, more: readonly (keyof Database['video'])[]): Statement {
  const columns = columnList([...givenColumns, ...more]);
  const isSearchTextGiven = more.includes('search_text');
  return sql`
    insert into video (${columns}${isSearchTextGiven ? sql`` : sql`, search_text`})
    select ${columns}${isSearchTextGiven ? sql`` : sql`, title_folded`}
    from (${rows}) as made order by created_at desc`;
}

/** The facts of a film or series that are null where they are not known. */
const nullableFacts = [
  'backdrop',
  'rating',
  'cast_names',
  'director',
  'duration_seconds',
  'trailer_address',
] as const;

/** The columns of a film or series for which an Xtream account gives values. */
export const factColumns = ['description', 'search_text', ...nullableFacts] as const;

/** The columns that an account fills in where they are null. */
const filledColumns = ['thumbnail', 'release_year', ...nullableFacts] as const;

/** SQL condition that a column of `video` has its value from a source of facts, which the provider's replaces. */
const isFromSource = (name: string): Statement =>
  sql`(video.fact_sources is not null and coalesce(video.fact_sources ->> ${sql.lit(name)}, 'hand') <> 'hand')`;

/**
 * SQL that fills in what is empty of films and series, or known from sources of facts only, without counting as an edit.
 *
 * @param given - selects id, thumbnail, release_year, and the columns `factColumns`
 */
export const completeFacts = (given: Statement): Statement => sql`
  update video set
    description = case when ${takesDescription} then given.description else video.description end,
    search_text = case when ${takesDescription} then given.search_text else video.search_text end,
    ${sql.join(filledColumns.map((name) => sql`${sql.ref(name)} = case when ${takes(name)} then ${sql.ref(`given.${name}`)} else ${sql.ref(`video.${name}`)} end`))},
    fact_sources = case when video.fact_sources is null then null else video.fact_sources - array_remove(array[
      case when ${takesDescription} then 'description' end,
      ${sql.join(filledColumns.map((name) => sql`case when ${takes(name)} then ${sql.lit(name)} end`))}
    ], null) end
  from (${given}) as given
  where video.id = given.id and (${takesDescription} or ${sql.join(filledColumns.map(takes), sql` or `)})`;

/** Whether the provider gives a text for a description that is empty or from a source of facts. */
const takesDescription = sql`(given.description <> '' and (
  video.description = '' or ${isFromSource('description')} and video.description <> given.description)
  and coalesce(video.fact_sources ->> 'description', '') <> 'hand')`;

/** Whether the provider gives a value for a column that is empty or from a source of facts. */
const takes = (name: (typeof filledColumns)[number]): Statement => {
  const [mine, theirs] = [sql.ref(`video.${name}`), sql.ref(`given.${name}`)];
  return sql`(${theirs} is not null and (${mine} is null or ${isFromSource(name)} and ${mine} is distinct from ${theirs})
    and coalesce(video.fact_sources ->> ${sql.lit(name)}, '') <> 'hand')`;
};

/**
 * SQL that adds to videos an image that they lack, and an earlier year than theirs.
 *
 * @param given - selects id, thumbnail and release_year
 */
export const completeVideos = (given: Statement): Statement => sql`
  update video set thumbnail = coalesce(video.thumbnail, given.thumbnail),
    release_year = least(video.release_year, given.release_year)
  from (${given}) as given
  where video.id = given.id and (
    video.thumbnail is null and given.thumbnail is not null
    or least(video.release_year, given.release_year) is distinct from video.release_year)`;

/**
 * SQL that inserts the genres of new videos into `video_genre`.
 *
 * @param rows - selects id, tipo, main_section, created_at, genres, and genres_folded in the same order as genres
 */
export const insertVideoGenres = (rows: Statement): Statement => sql`
  insert into video_genre (video_id, genre_folded, genre, tipo, main_section, active, created_at)
  select id, folded, name, tipo, main_section, true, created_at
  from (${rows}) as made, unnest(made.genres_folded, made.genres) as genre (folded, name)
  order by created_at desc`;

/**
 * SQL that inserts those seasons that do not exist yet. @param wanted - selects video_id, season_number and title, each
 * season once
 */
export const insertSeasons = (wanted: Statement): Statement => sql`
  insert into season (id, video_id, season_number, title)
  select gen_random_uuid()::text, video_id, season_number, title from (${wanted}) as wanted
  where not exists (
    select from season
    where season.video_id = wanted.video_id and season.season_number = wanted.season_number
  )`;

/**
 * SQL that inserts chapters in the order of their numbers, after the existing chapters of their seasons.
 *
 * @param rows - selects id, season_id, video_id, chapter_number, title, description, thumbnail, duration, the address
 * columns, and `nth`, by which chapters of the same number are ordered
 * @param standing - selects season_id and last_position of seasons that already have chapters
 */
export const insertChapters = (rows: Statement, standing: Statement): Statement => sql`
  insert into chapter (id, season_id, video_id, position, chapter_number, title, description, thumbnail, duration,
    ${addressList})
  select id, season_id, video_id,
    coalesce(last_position, -1) + row_number() over (partition by season_id order by chapter_number, nth),
    chapter_number, title, description, thumbnail, duration, ${addressList}
  from (${rows}) as made left join (${standing}) as standing using (season_id)
  order by nth`;

/**
 * SQL that renumbers the positions of chapters from 0 in each season.
 *
 * @param which - a condition on `chapter` that holds for all chapters of a season or for none
 * @param by - the order: by chapter number, or by present position, which only removes gaps
 */
export const orderChapters = (which: Statement, by: 'number' | 'position'): Statement => sql`
  update chapter set position = ordered.position
  from (
    select id, row_number() over (
      partition by season_id order by ${by === 'number' ? sql`chapter_number, position` : sql`position`}) - 1 as position
    from chapter where ${which}
  ) as ordered
  where chapter.id = ordered.id and chapter.position <> ordered.position`;

/**
 * SQL that recounts the seasons and chapters of series that viewers see.
 *
 * @param ids - selects the ids of the series
 * @param isEdit - whether this counts as an edit of the series; the undo of an import skips series that were edited
 * later
 */
export const countParts = (ids: Statement, { isEdit = false } = {}): Statement => sql`
  update video set
    season_count = (
      select count(*) from season where season.video_id = video.id and ${isSeasonShown('season')}),
    chapter_count = (
      select count(*) from chapter where chapter.video_id = video.id and chapter.missing_since is null)
    ${isEdit ? sql`, updated_at = now()` : sql``}
  where id in (${ids})`;

/**
 * SQL condition: a given address is not a newer address of the stream that a film, chapter or version has, but another stream,
 * of another provider.
 *
 * @param given - the row of the given address
 */
export const isOtherStream = (given: 'given' | 'staged'): Statement => sql`(
  target.address is not null and target.provider_id <> ${sql.ref(`${given}.provider_id`)}
  and (target.provider_key = ${sql.ref(`${given}.provider_key`)}) is not true) is true`;

/**
 * SQL that changes the stream addresses of films, chapters or versions, for an import or its undo. Tags that an administrator
 * has set stay with their stream.
 *
 * @param given - selects target_id, the address columns, and edition unless the table is `chapter`; a row without a provider
 *   there keeps its own
 * @param only - a further condition on `target` and `given`
 */
export const readdress = (
  table: 'video' | 'chapter' | 'video_version',
  given: Statement,
  only = sql`true`,
): Statement => sql`
  update ${sql.table(table)} as target
  set address = given.address, address_hash = given.address_hash, provider_key = given.provider_key,
    stream_kind = given.stream_kind, user_agent = given.user_agent, referrer = given.referrer,
    cookie = given.cookie, origin = given.origin, provider_id = coalesce(given.provider_id, target.provider_id),
    ${sql.join(
      (table === 'chapter' ? tagsOfChapter : tagsOfAddress).map(
        (name) => sql`${sql.ref(name)} = case when ${isOtherStream('given')} then ${sql.ref(`given.${name}`)}
          else ${keptTag(name, 'target', sql.ref(`given.${name}`))} end`,
      ),
    )},
    edited_tags = case when ${isOtherStream('given')} then given.edited_tags else target.edited_tags end
  from (${given}) as given
  where target.id = given.target_id and ${only}`;

const tagsOfChapter: readonly TagName[] = ['languages', 'quality'];
const tagsOfAddress: readonly TagName[] = [...tagsOfChapter, 'edition'];

/**
 * SQL that gives films or chapters the tags that an administrator has set of the versions that they were.
 *
 * @param given - selects target_id, and the tags of versions with edited_tags
 */
export const takeEditedTags = (table: 'video' | 'chapter', given: Statement): Statement => sql`
  update ${sql.table(table)} as target
  set edited_tags = given.edited_tags, ${sql.join(
    (table === 'chapter' ? tagsOfChapter : tagsOfAddress).map(
      (name) => sql`${sql.ref(name)} = ${keptTag(name, 'given', sql.ref(`target.${name}`))}`,
    ),
  )}
  from (${given}) as given where target.id = given.target_id and given.edited_tags is not null`;

/**
 * SQL that makes films, chapters or versions belong to the provider whose list has them, and adds the languages and the
 * quality that they lack. Those that were added by hand, and those of the demo, keep their provider.
 *
 * @param given - selects target_id, provider_id, languages and quality
 */
export const claim = (table: 'video' | 'chapter' | 'video_version', given: Statement): Statement => sql`
  update ${sql.table(table)} as target
  set provider_id = case when ${isBuiltIn} then target.provider_id else given.provider_id end,
    ${sql.join(
      tagsOfChapter.map(
        (name) =>
          sql`${sql.ref(name)} = case when ${lacks(name)} then ${sql.ref(`given.${name}`)} else ${sql.ref(`target.${name}`)} end`,
      ),
    )}
  from (${given}) as given
  where target.id = given.target_id and (
    target.provider_id <> given.provider_id and not ${isBuiltIn}
    or ${sql.join(tagsOfChapter.map(lacks), sql` or `)})`;

/** SQL condition: a row lacks a tag that is given, and no administrator has emptied it. */
const lacks = (name: TagName): Statement => sql`(
  ${sql.ref(`target.${name}`)} is null and ${sql.ref(`given.${name}`)} is not null and not ${isTagEdited(name, 'target')})`;

const isBuiltIn = sql`(target.provider_id = any(${sql.val(Object.values(builtInProviders))}::text[]))`;

/**
 * Which videos, seasons or chapters an SQL statement deletes: those for which `where` holds, joined with the tables of
 * `using`.
 */
interface Removal {
  using?: Statement;
  where: Statement;
}

const using = (tables: Statement | undefined): Statement =>
  tables === undefined ? sql`` : sql`using ${tables}`;

/**
 * SQL that sets the plans of videos, without counting as an edit: the undo of an import still finds them unchanged.
 *
 * @param plans - an SQL array; empty for the plans of the section rule
 */
export const setVideoPlans = (plans: Statement, where: Statement): Statement =>
  sql`update video set requires_plan = ${plans} where ${where}`;

/** SQL that deletes videos with their genres, seasons and chapters. */
export const removeVideos = (gone: Removal): Statement =>
  sql`delete from video ${using(gone.using)} where ${gone.where}`;

export const removeSeasons = (gone: Removal): Statement =>
  sql`delete from season ${using(gone.using)} where ${gone.where}`;

export const removeChapters = (gone: Removal): Statement =>
  sql`delete from chapter ${using(gone.using)} where ${gone.where}`;

/**
 * SQL that inserts videos again, unchanged, that a merge of films into series had deleted.
 * @param from - SQL after `from`, in which `kept` is a deleted row of `video`
 */
export const restoreVideos = (from: Statement): Statement =>
  sql`insert into video select kept.* from ${from} on conflict do nothing`;

/**
 * SQL that inserts rows of `video_genre` again, unchanged, that a merge of films into series had deleted.
 * @param from - SQL after `from`, in which `kept` is a deleted row of `video_genre`
 */
export const restoreVideoGenres = (from: Statement): Statement =>
  sql`insert into video_genre select kept.* from ${from} on conflict do nothing`;
