/*
 * Reads the titles of imported films and chapters again, into the temporary table `reread`, and plans from it what would
 * change: `film_change`, `series_change` (also which series become one) and `chapter_change`. The catalogue itself is not
 * changed.
 *
 * A field that an administrator edited stays: the audit log has the names of the fields that each edit changed, and
 * `edited_tags` says whether these were languages or quality. Titles that were added by hand, and those of the demo, are not
 * read. Series become one when they have the same name, kind, plans and section, and no different years. Of those, one that
 * was edited in any field is kept.
 */
import { planFolds } from './fold-versions.ts';
import { builtInProviders, type Database } from '@butaca/db';
import { sql, type RawBuilder, type Transaction } from 'kysely';
import { keptTag } from '../../../shared/source-tags.ts';
import type { ReadStoredTitle, StoredTitle } from '../../../shared/video/stored-title.ts';

const pageRows = 2_000;

interface StoredRow extends StoredTitle {
  id: string;
  videoId: string;
  isOriginal: boolean;
}

/** @param onRead - called with the number of titles read so far; what it throws ends the reading */
export async function planReading(
  trx: Transaction<Database>,
  read: ReadStoredTitle,
  onRead: (titles: number) => Promise<void>,
): Promise<void> {
  for (const statement of preparing) await statement.execute(trx);
  let done = 0;
  for (const page of [filmsAfter, chaptersAfter]) {
    let after = '';
    for (;;) {
      const { rows } = await page(after).execute(trx);
      const last = rows.at(-1);
      if (last === undefined) break;
      after = last.id;
      await insertReadings(trx, rows, read);
      done += rows.length;
      await onRead(done);
    }
  }
  for (const statement of planning) await statement.execute(trx);
}

const isListed = (table: 'video' | 'chapter') => sql`
  ${sql.ref(`${table}.address`)} is not null
  and ${sql.ref(`${table}.provider_id`)} not in (${builtInProviders.manual}, ${builtInProviders.demo})`;

const filmsAfter = (after: string) => sql<StoredRow>`
  select video.id, video.id as "videoId", coalesce(original.title, video.title) as title,
    coalesce(original.group_title, video.group_title, '') as "group", address, tipo, false as "isChapter",
    video.title as "storedName",
    original.title is not null as "isOriginal"
  from video left join original using (address_hash)
  where ${isListed('video')} and video.id > ${after} order by video.id limit ${pageRows}`;

const chaptersAfter = (after: string) => sql<StoredRow>`
  select chapter.id, chapter.video_id as "videoId",
    coalesce(original.title, video.title || ' S' || lpad(season_number::text, 2, '0') || 'E' || lpad(chapter_number::text, 2, '0')) as title,
    coalesce(original.group_title, '') as "group", chapter.address, video.tipo, true as "isChapter",
    video.title as "storedName",
    original.title is not null as "isOriginal"
  from chapter join season on season.id = chapter.season_id join video on video.id = chapter.video_id
  left join original on original.address_hash = chapter.address_hash
  where ${isListed('chapter')} and chapter.id > ${after} order by chapter.id limit ${pageRows}`;

async function insertReadings(
  trx: Transaction<Database>,
  rows: readonly StoredRow[],
  read: ReadStoredTitle,
): Promise<void> {
  const readings = rows.flatMap((row) => {
    const reading = read(row);
    if (reading === undefined) return [];
    // Without the name that the list gave it, nothing tells what a chapter itself is called.
    const chapterTitle = row.isOriginal ? reading.chapterTitle : null;
    return [{ ...reading, chapterTitle, id: row.id, videoId: row.videoId, isChapter: row.isChapter }];
  });
  await sql`
    insert into reread
    select * from jsonb_to_recordset(${JSON.stringify(readings)}::jsonb) as row (
      id text, "videoId" text, "isChapter" boolean, name text, "nameFolded" text, "titleSort" text, year integer,
      season integer, chapter integer, "chapterTitle" text, languages text[], quality text, "isAdult" boolean,
      "isNameless" boolean)`.execute(trx);
}

const preparing: readonly RawBuilder<unknown>[] = [
  // The newest report that has an address tells what its list calls it.
  sql`
    create temporary table original on commit drop as
    select distinct on (address_hash) address_hash, import_entry.title, group_title
    from import_entry join import on import.id = import_entry.import_id
    where address_hash is not null and outcome <> 'skipped' and import_entry.title <> '' and import.status = 'done'
    order by address_hash, import.published_at desc, import_entry.position`,
  sql`create unique index on original (address_hash)`,
  sql`analyze original`,
  // The titles that an administrator edited in any field, and whether it was one of these.
  sql`
    create temporary table edited on commit drop as
    select id, bool_or(fields ? 'title') as title, bool_or(fields ? 'releaseYear') as year,
      bool_or(fields ? 'chapters') as chapters
    from (
      select subject_id as id, "before" as fields from audit_entry
      where action = 'video.update' and subject_id is not null and "before" is not null
      union all select id, '{"isAdult": false}' from video where is_adult_edited) as edit
    group by id`,
  sql`
    create temporary table reread (
      id text, video_id text, is_chapter boolean, name text, name_folded text, title_sort text, year integer,
      season integer, chapter integer, chapter_title text, languages text[], quality text, is_adult boolean,
      is_nameless boolean
    ) on commit drop`,
];

/** Only what a name says is taken: it may lack a year that an account has told, or a language that a report had. */
const changeOfVideo = sql`
  case when edited.title then video.title else said.name end as title,
  case when edited.title then video.title_folded else said.name_folded end as title_folded,
  case when edited.title then video.title_sort else said.title_sort end as title_sort,
  case when edited.year then video.release_year else coalesce(said.year, video.release_year) end as release_year,
  video.is_adult or (said.is_adult and not video.is_adult_edited) as is_adult`;

/** SQL for a tag that a film or chapter gets. */
const tagOf = (name: 'languages' | 'quality', table: 'video' | 'chapter') =>
  sql`${keptTag(name, table, sql`coalesce(${sql.ref(`said.${name}`)}, ${sql.ref(`${table}.${name}`)})`)} as ${sql.ref(name)}`;

const differs = sql`(video.title, video.title_folded, video.title_sort, video.release_year, video.is_adult)
  is distinct from (changed.title, changed.title_folded, changed.title_sort, changed.release_year, changed.is_adult)`;

const planning: readonly RawBuilder<unknown>[] = [
  sql`create index on reread (video_id)`,
  sql`analyze reread`,
  sql`
    create temporary table film_change on commit drop as
    select changed.* from (
      select video.id, ${changeOfVideo}, ${tagOf('languages', 'video')}, ${tagOf('quality', 'video')}
      from reread as said join video on video.id = said.id left join edited on edited.id = video.id
      where not said.is_chapter) as changed
    join video using (id)
    where ${differs} or (video.languages, video.quality) is distinct from (changed.languages, changed.quality)`,
  // Of the names of its chapters, a series gets the most frequent one.
  sql`
    create temporary table series_name on commit drop as
    select distinct on (video_id) video_id as id, name, name_folded, title_sort,
      min(low) over of_series as low, max(high) over of_series as high, bool_or(is_adult) over of_series as is_adult
    from (
      select video_id, name, name_folded, title_sort, min(year) as low, max(year) as high, bool_or(is_adult) as is_adult,
        count(*) as chapters
      from reread where is_chapter group by video_id, name, name_folded, title_sort) as named
    window of_series as (partition by video_id)
    order by video_id, chapters desc, name`,
  sql`
    create temporary table read_series on commit drop as
    select video.id, ${changeOfVideo}, video.is_adult_edited, video.tipo, video.main_section, video.active, video.requires_plan,
      video.subcategoria = 'ZONA KIDS' as is_for_kids,
      edited.id is not null as is_edited, coalesce(edited.title or edited.year or edited.chapters, false) as is_reread_edited,
      video.is_featured, video.chapter_count, video.created_at, coalesce(edited.chapters, false) as has_edited_chapters
    from (select *, case when low = high then low end as year from series_name) as said
    join video on video.id = said.id left join edited on edited.id = video.id
    where not video.is_demo`,
  // A series without a year is the one of its name, where there is only one year.
  sql`
    create temporary table series_change on commit drop as
    with dated as (
      select *, case when min(release_year) over of_name = max(release_year) over of_name
        then min(release_year) over of_name else release_year end as year
      from read_series
      window of_name as (partition by tipo, title_folded, main_section, active, requires_plan, is_for_kids))
    select *, first_value(id) over (
        partition by tipo, title_folded, main_section, active, requires_plan, is_for_kids, coalesce(year, -1)
        order by is_edited desc, is_reread_edited desc, is_featured desc, chapter_count desc, created_at, id) as kept_id
    from dated`,
  sql`create unique index on series_change (id)`,
  // What is kept is for adults where a part of it is, unless an administrator has said otherwise.
  sql`
    update series_change as kept set is_adult = true from series_change as part
    where part.kept_id = kept.id and part.is_adult and not kept.is_adult and not kept.is_adult_edited`,
  sql`
    create temporary table chapter_change on commit drop as
    select placed.* from (
      select chapter.id, chapter.video_id as old_video_id, chapter.season_id as old_season_id, season.season_number as old_season,
        coalesce(series_change.kept_id, chapter.video_id) as video_id,
        case when has_edited_chapters then season.season_number else coalesce(said.season, season.season_number) end as season,
        case when has_edited_chapters then chapter.chapter_number else coalesce(said.chapter, chapter.chapter_number) end as chapter,
        case when has_edited_chapters then chapter.title else coalesce(said.chapter_title, chapter.title) end as title,
        ${tagOf('languages', 'chapter')}, ${tagOf('quality', 'chapter')}
      from chapter join season on season.id = chapter.season_id
      left join series_change on series_change.id = chapter.video_id
      left join reread as said on said.is_chapter and said.id = chapter.id
      where said.id is not null or series_change.kept_id <> series_change.id) as placed
    join chapter on chapter.id = placed.id
    where (placed.video_id, placed.season, placed.chapter, placed.title, placed.languages, placed.quality)
      is distinct from (placed.old_video_id, placed.old_season, chapter.chapter_number, chapter.title, chapter.languages, chapter.quality)`,
  sql`create unique index on chapter_change (id)`,
  ...planFolds,
  sql`analyze film_change`,
  sql`analyze series_change`,
  sql`analyze chapter_change`,
];

/** Plans which films become chapters of series, as a film merge does. */
export interface MovePlanner {
  /**
   * @param scope - `films`: a condition on `video`; `titles`: selects id and title of what is planned under another title than the
   * stored one
   */
  planMoves(
    trx: Transaction<Database>,
    scope: { films: RawBuilder<unknown>; titles: RawBuilder<unknown> },
  ): Promise<{
    moves: readonly { filmId: string; series: string; season: number; chapter: number; title: string }[];
    apply(runId: string): Promise<void>;
  }>;
}

/** Plans which of the films that were read become chapters, and writes that into the temporary table `moved_film`. */
export async function planMovedFilms(trx: Transaction<Database>, { planMoves }: MovePlanner) {
  const planned = await planMoves(trx, {
    films: sql`video.id in (select id from reread where not is_chapter)
      and video.id not in (select id from edited where edited.title)
      and video.id not in (select id from film_fold)`,
    titles: sql`select id, title from film_change union all select id, title from series_change where kept_id = id`,
  });
  await sql`drop table if exists moved_film`.execute(trx);
  await sql`
    create temporary table moved_film on commit drop as
    select * from jsonb_to_recordset(${JSON.stringify(planned.moves)}::jsonb) as row (
      "filmId" text, series text, season integer, chapter integer, title text)`.execute(trx);
  return planned;
}

/** How many titles of each kind a new reading changes. */
export interface ReadingCounts {
  films: number;
  /** How many films become chapters of series. */
  movedFilms: number;
  series: number;
  /** How many series become part of another one. */
  mergedSeries: number;
  /** How many films and chapters become versions of another one. */
  versions: number;
  chapters: number;
}

export async function countChanges(trx: Transaction<Database>): Promise<ReadingCounts> {
  const { rows } = await sql<ReadingCounts>`
    select (select count(*)::int from film_change
        where id not in (select "filmId" from moved_film) and id not in (select id from film_fold)) as films,
      (select count(*)::int from moved_film) as "movedFilms",
      (select count(*)::int from series_change as changed join video using (id) where kept_id = id and ${differs}) as series,
      (select count(*)::int from series_change where kept_id <> id) as "mergedSeries",
      (select count(*)::int from film_fold) + (select count(*)::int from chapter_fold) as versions,
      (select count(*)::int from chapter_change) as chapters`.execute(trx);
  return rows[0] ?? { films: 0, movedFilms: 0, series: 0, mergedSeries: 0, versions: 0, chapters: 0 };
}

export interface ReadingPreview {
  counts: ReadingCounts;
  examples: {
    kind: 'film' | 'moved' | 'series' | 'merged' | 'version' | 'chapter';
    before: string;
    after: string;
  }[];
}

const examplesShown = 100;

const placeOfChapter = sql`
  video.title || ' · T' || season.season_number || ' · ' || present.chapter_number || '. ' || present.title`;

/** Lists the first changes of each kind, as they are shown to an administrator. */
export async function listExamples(trx: Transaction<Database>): Promise<ReadingPreview['examples']> {
  const withYear = (table: string) =>
    sql`${sql.ref(`${table}.title`)} || coalesce(' (' || ${sql.ref(`${table}.release_year`)} || ')', '')`;
  const { rows } = await sql<ReadingPreview['examples'][number]>`
    (select 'film' as kind, ${withYear('video')} as before, ${withYear('changed')} as after
      from film_change as changed join video using (id) where id not in (select "filmId" from moved_film)
        and id not in (select id from film_fold) and ${withYear('video')} <> ${withYear('changed')}
      order by video.title_sort, id limit ${examplesShown})
    union all
    (select 'moved', ${withYear('video')},
        moved.series || ' · T' || moved.season || ' · ' || moved.chapter || '. ' || moved.title
      from moved_film as moved join video on video.id = "filmId"
      order by moved.series, moved.season, moved.chapter, video.id limit ${examplesShown})
    union all
    (select 'series', ${withYear('video')}, ${withYear('changed')}
      from series_change as changed join video using (id) where kept_id = id and ${differs}
      order by video.title_sort, id limit ${examplesShown})
    union all
    (select 'merged', ${withYear('video')}, ${withYear('changed')}
      from series_change as changed join video using (id) where kept_id <> id
      order by video.title_sort, id limit ${examplesShown})
    union all
    (select 'version', ${withYear('video')}, coalesce(changed.title, kept.title)
        || coalesce(' (' || coalesce(changed.release_year, kept.release_year) || ')', '')
      from film_fold join video using (id) join video as kept on kept.id = kept_id
      left join film_change as changed on changed.id = kept_id
      order by video.title_sort, video.id limit ${examplesShown})
    union all
    (select 'version', ${placeOfChapter}, coalesce(series.title, kept_video.title) || ' · T' || coalesce(place.season, kept_season.season_number)
        || ' · ' || coalesce(place.chapter, kept_chapter.chapter_number) || '. ' || coalesce(place.title, kept_chapter.title)
      from chapter_fold join chapter as present using (id) join season on season.id = present.season_id
      join video on video.id = present.video_id
      join chapter as kept_chapter on kept_chapter.id = kept_id join season as kept_season on kept_season.id = kept_chapter.season_id
      left join chapter_change as place on place.id = kept_id
      join video as kept_video on kept_video.id = chapter_fold.video_id
      left join series_change as series on series.id = chapter_fold.video_id
      order by video.title_sort, present.id limit ${examplesShown})
    union all
    (select 'chapter', before, after from (
        select ${placeOfChapter} as before,
          coalesce(series.title, kept.title) || ' · T' || changed.season || ' · ' || changed.chapter || '. ' || changed.title as after,
          video.title_sort, changed.id
        from chapter_change as changed join chapter as present using (id) join season on season.id = present.season_id
        join video on video.id = present.video_id join video as kept on kept.id = changed.video_id
        left join series_change as series on series.id = changed.video_id) as placed
      where before <> after order by title_sort, id limit ${examplesShown})`.execute(trx);
  return rows;
}
