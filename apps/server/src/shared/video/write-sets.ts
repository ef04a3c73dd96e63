/*
 * Statements that write whole sets of videos, seasons and chapters, for imports and the merge of films. The caller names the
 * rows by a query over its own temporary tables; the derived columns are filled here: the text that is searched in, the
 * genres, the positions of chapters and the counts of a series. Each function makes one statement, to which a caller may
 * append `returning …`, and which it may put into a larger one (`with removed as (…) …`).
 */
import type { Database } from '@butaca/db';
import { sql, type RawBuilder } from 'kysely';

type Statement = RawBuilder<unknown>;

const columnList = (names: readonly string[]): Statement => sql.join(names.map((name) => sql.ref(name)));

/** The columns of an address, of a film or a chapter. */
const addressColumns = columnList([
  'address',
  'address_hash',
  'provider_key',
  'user_agent',
  'referrer',
  'stream_kind',
]);

/**
 * Adds active videos that have no description, the newest first.
 *
 * @param names - the columns that are given, `title_folded` and `created_at` among them
 * @param rows - a query that selects these columns
 */
export const insertVideos = (names: readonly (keyof Database['video'])[], rows: Statement): Statement => sql`
  insert into video (${columnList(names)}, search_text)
  select ${columnList(names)}, title_folded from (${rows}) as made order by created_at desc`;

/**
 * Adds the genres of new videos.
 *
 * @param rows - selects id, tipo, main_section, created_at, genres and, in the order of these, genres_folded
 */
export const insertVideoGenres = (rows: Statement): Statement => sql`
  insert into video_genre (video_id, genre_folded, genre, tipo, main_section, active, created_at)
  select id, folded, name, tipo, main_section, true, created_at
  from (${rows}) as made, unnest(made.genres_folded, made.genres) as genre (folded, name)
  order by created_at desc`;

/** Adds the seasons that are missing. @param wanted - selects video_id, season_number and title, each season once */
export const insertSeasons = (wanted: Statement): Statement => sql`
  insert into season (id, video_id, season_number, title)
  select gen_random_uuid()::text, video_id, season_number, title from (${wanted}) as wanted
  where not exists (
    select from season
    where season.video_id = wanted.video_id and season.season_number = wanted.season_number
  )`;

/**
 * Adds chapters in the order of their numbers, behind those that their seasons have.
 *
 * @param rows - selects id, season_id, video_id, chapter_number, title, description, thumbnail, duration, the columns of an
 *   address and `nth`, which orders chapters of the same number
 * @param standing - selects season_id and last_position of seasons that have chapters already
 */
export const insertChapters = (rows: Statement, standing: Statement): Statement => sql`
  insert into chapter (id, season_id, video_id, position, chapter_number, title, description, thumbnail, duration,
    ${addressColumns})
  select id, season_id, video_id,
    coalesce(last_position, -1) + row_number() over (partition by season_id order by chapter_number, nth),
    chapter_number, title, description, thumbnail, duration, ${addressColumns}
  from (${rows}) as made left join (${standing}) as standing using (season_id)
  order by nth`;

/**
 * Numbers the positions of chapters from 0, season by season.
 *
 * @param which - a condition on `chapter` that holds for all chapters of a season or for none
 * @param by - the order: that of the chapters' numbers, or the present one without its gaps
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
 * Counts the seasons and chapters of series anew.
 *
 * @param ids - selects the keys of the series
 * @param isEdit - whether the series is edited by it: what was edited since an import is not undone with that import
 */
export const countParts = (ids: Statement, { isEdit = false } = {}): Statement => sql`
  update video set
    season_count = (select count(*) from season where season.video_id = video.id),
    chapter_count = (select count(*) from chapter where chapter.video_id = video.id)
    ${isEdit ? sql`, updated_at = now()` : sql``}
  where id in (${ids})`;

/**
 * Gives films or chapters another address.
 *
 * @param given - selects target_id and the columns of an address
 * @param only - a further condition on `target` and `given`
 */
export const readdress = (table: 'video' | 'chapter', given: Statement, only = sql`true`): Statement => sql`
  update ${sql.table(table)} as target
  set address = given.address, address_hash = given.address_hash, provider_key = given.provider_key,
    stream_kind = given.stream_kind, user_agent = given.user_agent, referrer = given.referrer
  from (${given}) as given
  where target.id = given.target_id and ${only}`;

/** The rows that go: those of the table for which `where` holds, joined with the tables of `using`. */
interface Removal {
  using?: Statement;
  where: Statement;
}

const using = (tables: Statement | undefined): Statement =>
  tables === undefined ? sql`` : sql`using ${tables}`;

/** Removes videos with their genres, seasons and chapters. */
export const removeVideos = (gone: Removal): Statement =>
  sql`delete from video ${using(gone.using)} where ${gone.where}`;

export const removeSeasons = (gone: Removal): Statement =>
  sql`delete from season ${using(gone.using)} where ${gone.where}`;

export const removeChapters = (gone: Removal): Statement =>
  sql`delete from chapter ${using(gone.using)} where ${gone.where}`;

/** Puts removed videos back as they were. @param from - joins with `kept`, a whole row of `video` */
export const restoreVideos = (from: Statement): Statement =>
  sql`insert into video select kept.* from ${from} on conflict do nothing`;

/** Puts removed genres back as they were. @param from - joins with `kept`, a whole row of `video_genre` */
export const restoreVideoGenres = (from: Statement): Statement =>
  sql`insert into video_genre select kept.* from ${from} on conflict do nothing`;
