/*
 * Turns films into chapters of series, inside one transaction. The plan is written into a temporary table; from there
 * on every step is one statement over the whole table. Rows that will be deleted are copied for the undo; seasons and
 * chapters are created; people's playback positions in the films become positions in the chapters, and each person's
 * most recently watched film becomes their current chapter of the series; collections and favourites contain the series
 * instead of the films; the films are deleted. Rows that other transactions may be writing are locked first, so that no
 * concurrent save is lost.
 */
import { foldText } from '@butaca/contract';
import type { Database } from '@butaca/db';
import { sql, type RawBuilder, type Transaction } from 'kysely';
import { followTitles } from '../../../shared/video/follow-titles.ts';
import { v7 as newId } from 'uuid';
import { titleKeys } from '../../../shared/video/title-keys.ts';
import {
  countParts,
  insertChapters,
  insertSeasons,
  insertVideoGenres,
  insertVideos,
  markAdults,
  orderChapters,
  removeVideos,
} from '../../../shared/video/write-sets.ts';
import type { FilmMergePlan } from './read-plan.ts';
import type { SeriesPlan } from './resolve-series.ts';

const batchRows = 2_000;
const genresKept = 12;

/**
 * Turns films into the chapters of series that a film merge has planned. @returns the number of moved films and of
 * created series
 */
export async function moveFilms(
  trx: Transaction<Database>,
  runId: string,
  plan: FilmMergePlan,
  onMoved: (films: number) => void,
): Promise<{ moved: number; created: number; updated: number }> {
  const series = plan.series.flatMap((each) => {
    const chapters = each.chapters.filter(({ isRepeated }) => !isRepeated);
    return chapters.length === 0 ? [] : [{ ...each, chapters, id: each.known?.id ?? newId() }];
  });
  const made = series.filter(({ known }) => known === undefined);
  await sql`
    create temp table moved (
      film_id text primary key, series_id text not null, season_number integer not null,
      chapter_number integer not null, title text not null,
      chapter_id text not null default gen_random_uuid()::text, season_id text
    ) on commit drop`.execute(trx);
  const rows = series.flatMap(({ id, chapters }) =>
    chapters.map(({ film, chapter }) => ({
      film_id: film.id,
      series_id: id,
      season_number: chapter.seasonNumber,
      chapter_number: chapter.chapterNumber,
      title: chapter.title,
    })),
  );
  for (let from = 0; from < rows.length; from += batchRows) {
    await sql`
      insert into moved (film_id, series_id, season_number, chapter_number, title)
      select * from jsonb_to_recordset(${JSON.stringify(rows.slice(from, from + batchRows))}::jsonb) as row (
        film_id text, series_id text, season_number integer, chapter_number integer, title text)`.execute(
      trx,
    );
    onMoved(Math.min(rows.length, from + batchRows));
  }
  await sql`analyze moved`.execute(trx);
  for (let from = 0; from < made.length; from += batchRows) {
    await insertSeries(trx, plan, made.slice(from, from + batchRows));
  }
  await sql`
    insert into migration_chapter (run_id, film_id, series_id, chapter_id)
    select ${runId}, film_id, series_id, chapter_id from moved`.execute(trx);
  await keepSeries(trx, runId, made);
  for (const statement of statementsOf(runId)) await statement.execute(trx);
  return { moved: rows.length, created: made.length, updated: series.length - made.length };
}

async function keepSeries(
  trx: Transaction<Database>,
  runId: string,
  made: readonly { id: string }[],
): Promise<void> {
  await sql`
    insert into migration_kept (run_id, kind, content)
    select ${runId}, 'made_series', jsonb_build_object('id', id)
    from unnest(${made.map(({ id }) => id)}::text[]) as id`.execute(trx);
}

async function insertSeries(
  trx: Transaction<Database>,
  { films }: FilmMergePlan,
  series: readonly (SeriesPlan & { id: string })[],
): Promise<void> {
  const rows = series.map((each) => {
    const own = each.chapters.flatMap(({ film }) => films.get(film.id) ?? []);
    const genres = [...new Map(own.flatMap((film) => film.genres).map((name) => [foldText(name), name]))]
      .filter(([folded]) => folded !== '')
      .slice(0, genresKept);
    return {
      id: each.id,
      title: each.name,
      ...titleKeys(each.name),
      tipo: 'serie',
      subcategoria: each.subcategoria,
      genres: genres.map(([, name]) => name),
      genres_folded: genres.map(([folded]) => folded),
      release_year: each.year ?? own.find(({ releaseYear }) => releaseYear !== null)?.releaseYear ?? null,
      thumbnail: own.find(({ image }) => image !== null)?.image ?? null,
      backdrop: own.find(({ backdrop }) => backdrop !== null)?.backdrop ?? null,
      requires_plan: each.requiresPlan,
      is_featured: own.some(({ isFeatured }) => isFeatured),
      is_adult: own.some(({ isAdult }) => isAdult),
      is_demo: own.every(({ isDemo }) => isDemo),
      // A series made from films that are chapters gets the creation time of its newest film, so that old titles do not
      // fill the home page's row of newest titles.
      created_at: new Date(Math.max(...own.map(({ createdAt }) => createdAt.getTime()))).toISOString(),
    };
  });
  const given = sql`select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
    id text, title text, title_sort text, title_folded text, tipo text, main_section text, subcategoria text,
    genres text[], genres_folded text[], release_year integer, thumbnail text, backdrop text, requires_plan text[],
    is_featured boolean, is_adult boolean, is_demo boolean, created_at timestamptz, provider_id text)`;
  await insertVideos(given, ['backdrop', 'requires_plan', 'is_featured', 'is_adult', 'is_demo']).execute(trx);
  await insertVideoGenres(given).execute(trx);
}

/**
 * SQL that copies rows into `migration_kept` before a film merge (turning films into chapters) changes them, so that
 * the merge can be undone.
 */
const keep = (runId: string, kind: string, from: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`insert into migration_kept (run_id, kind, content) select ${runId}, ${kind}, to_jsonb(kept) from ${from}`;

const wantedSeasons = sql`
  select distinct series_id as video_id, season_number, 'Temporada ' || season_number as title from moved`;

const standingSeasons = sql`
  select season_id, max(position) as last_position from chapter
  where season_id in (select season_id from moved) group by season_id`;

const newChapters = sql`
  select moved.chapter_id as id, moved.season_id, moved.series_id as video_id, moved.chapter_number, film_id as nth,
    moved.title, video.description, coalesce(custom_thumbnail, tmdb_thumbnail, thumbnail) as thumbnail,
    '0:00' as duration, address, address_hash, provider_key, user_agent, referrer, cookie, origin, stream_kind,
    languages, quality, edited_tags, provider_id
  from moved join video on video.id = moved.film_id`;

const statementsOf = (runId: string): RawBuilder<unknown>[] => [
  // A concurrent save of a playback position in a film that is being turned into a chapter waits for this row lock, and
  // then finds that the film is deleted.
  sql`select 1 from video join moved on moved.film_id = video.id order by video.id for update of video`,
  sql`
    select 1 from progress join moved on moved.film_id = progress.video_id
    order by progress.account_id, progress.video_id for update of progress`,

  keep(runId, 'video', sql`video as kept join moved on moved.film_id = kept.id`),
  keep(runId, 'video_genre', sql`video_genre as kept join moved on moved.film_id = kept.video_id`),
  keep(runId, 'progress', sql`progress as kept join moved on moved.film_id = kept.video_id`),
  keep(runId, 'collection_item', sql`collection_item as kept join moved on moved.film_id = kept.video_id`),
  keep(
    runId,
    'favourite',
    sql`favourite as kept join moved on kept.item_type = 'video' and moved.film_id = kept.item_id`,
  ),
  // Copies playback positions in series that the catalogue already has, so that undoing the merge restores them.
  keep(
    runId,
    'series_progress',
    sql`progress as kept where kept.video_id in (select distinct series_id from moved)`,
  ),

  sql`
    with made as (${insertSeasons(wantedSeasons)} returning id)
    insert into migration_kept (run_id, kind, content)
    select ${runId}, 'made_season', to_jsonb(made) from made`,
  sql`
    update moved set season_id = season.id from season
    where season.video_id = moved.series_id and season.season_number = moved.season_number`,
  insertChapters(newChapters, standingSeasons),
  // The chapters made from films were appended to seasons that already existed; this statement puts all chapters of
  // those seasons in the order of their numbers.
  orderChapters(
    sql`season_id in (select season_id from moved) and season_id not in (
      select content ->> 'id' from migration_kept where run_id = ${runId} and kind = 'made_season')`,
    'number',
  ),
  countParts(sql`select series_id from moved`, { isEdit: true }),
  sql`
    with marked as (
      ${markAdults(sql`select series_id from moved join video as film on film.id = film_id where film.is_adult`)}
      returning id)
    insert into migration_kept (run_id, kind, content)
    select ${runId}, 'marked_series', to_jsonb(marked) from marked`,
  sql`
    update video_version set video_id = moved.series_id, chapter_id = moved.chapter_id
    from moved where video_version.video_id = moved.film_id`,

  sql`
    insert into chapter_progress (account_id, chapter_id, last_time_seconds, duration_seconds, progress, is_completed,
      last_watched_at)
    select account_id, chapter_id_of.chapter_id, last_time_seconds, duration_seconds, progress, is_completed,
      last_watched_at
    from progress join moved as chapter_id_of on chapter_id_of.film_id = progress.video_id`,
  // After films were merged into a series, a person's current chapter of the series is the one watched last or, once
  // that is finished, the next one, by the same rule as in `applySave`.
  sql`
    insert into progress as known (account_id, video_id, last_time_seconds, duration_seconds, progress, is_completed,
      last_season, last_chapter, last_watched_at, is_hidden, chapter_id, device_id)
    select newest.account_id, newest.series_id, 0, null, 0, newest.is_completed and here.next_id is null,
      pointed.season_number, pointed.chapter_number, newest.last_watched_at, newest.is_hidden, pointed.id,
      newest.device_id
    from (
      select distinct on (progress.account_id, moved.series_id) progress.*, moved.series_id,
        moved.chapter_id as moved_chapter_id
      from progress join moved on moved.film_id = progress.video_id
      order by progress.account_id, moved.series_id, last_watched_at desc, season_number desc, chapter_number desc
    ) as newest
    join lateral (
      select following.id as next_id from chapter as own
      join season as own_season on own_season.id = own.season_id
      left join lateral (
        select chapter.id from chapter join season on season.id = chapter.season_id
        where chapter.video_id = newest.series_id
          and (season.season_number, chapter.position) > (own_season.season_number, own.position)
        order by season.season_number, chapter.position limit 1) as following on true
      where own.id = newest.moved_chapter_id) as here on true
    join lateral (
      select chapter.id, season.season_number, chapter.chapter_number
      from chapter join season on season.id = chapter.season_id
      where chapter.id = case when newest.is_completed then coalesce(here.next_id, newest.moved_chapter_id)
        else newest.moved_chapter_id end) as pointed on true
    on conflict (account_id, video_id) do update set
      last_time_seconds = 0, duration_seconds = null, progress = 0, is_completed = excluded.is_completed,
      last_season = excluded.last_season, last_chapter = excluded.last_chapter,
      last_watched_at = excluded.last_watched_at, is_hidden = excluded.is_hidden, chapter_id = excluded.chapter_id,
      device_id = excluded.device_id
    where known.last_watched_at < excluded.last_watched_at`,
  ...followTitles(runId, { pairs: sql`moved`, gone: sql`moved.film_id`, kept: sql`moved.series_id` }),
  removeVideos({ using: sql`moved`, where: sql`video.id = moved.film_id` }),
];
