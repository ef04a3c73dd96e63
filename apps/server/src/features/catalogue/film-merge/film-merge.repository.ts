import type { VideoType } from '@butaca/contract';
import type { Database } from '@butaca/db';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Film } from './plan-series.ts';
import { seasonFormOfDatabase } from './read-chapter-title.ts';

/** A film that a film merge may turn into a chapter, with the fields that the new series copies from its films. */
export interface FilmRow extends Film {
  tipo: VideoType;
  mainSection: string | null;
  subcategoria: string | null;
  requiresPlan: string[];
  genres: string[];
  releaseYear: number | null;
  backdrop: string | null;
  isFeatured: boolean;
  isAdult: boolean;
  isDemo: boolean;
  createdAt: Date;
}

/**
 * A series that the catalogue already has, to which a film merge (turning films into chapters) may add further
 * chapters.
 */
export interface KnownSeries {
  id: string;
  title: string;
  tipo: VideoType;
  mainSection: string | null;
  releaseYear: number | null;
  requiresPlan: string[];
}

/** The films that a plan reads, and the titles that films and series have in it in place of the stored ones. */
export interface PlanScope {
  /** A condition on `video`. */
  films: RawBuilder<unknown>;
  /** Selects id and title. */
  titles: RawBuilder<unknown>;
}

/** Every film, under its stored title. */
export const wholeCatalogue: PlanScope = {
  films: sql`true`,
  titles: sql`select null::text as id, null::text as title where false`,
};

const pageRows = 2_000;

/**
 * Reads the active films whose titles may name a chapter, in pages ordered by id. The server answers other requests
 * between two pages.
 */
export async function* listFilms(
  db: Kysely<Database>,
  { films, titles }: PlanScope,
): AsyncGenerator<FilmRow[]> {
  let after = '';
  for (;;) {
    const { rows } = await sql<FilmRow>`
      select video.id, coalesce(given.title, video.title) as title, tipo, main_section as "mainSection", subcategoria, requires_plan as "requiresPlan", genres,
        release_year as "releaseYear", coalesce(custom_thumbnail, tmdb_thumbnail, thumbnail) as image, backdrop,
        is_featured as "isFeatured", is_adult as "isAdult", is_demo as "isDemo", created_at as "createdAt", address,
        provider_key as "providerKey", group_title as "groupTitle",
        exists (select from chapter where chapter.address_hash = video.address_hash) as "hasTwin"
      from video left join (${titles}) as given on given.id = video.id
      where tipo = 'pelicula' and active and address is not null
        and coalesce(given.title, video.title) ~* ${seasonFormOfDatabase} and video.id > ${after} and ${films}
      order by video.id limit ${pageRows}`.execute(db);
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageRows) return;
    after = last.id;
  }
}

export async function listKnownSeries(db: Kysely<Database>, { titles }: PlanScope): Promise<KnownSeries[]> {
  const { rows } = await sql<KnownSeries>`
    select video.id, coalesce(given.title, video.title) as title, tipo, main_section as "mainSection", release_year as "releaseYear",
      requires_plan as "requiresPlan"
    from video left join (${titles}) as given on given.id = video.id
    where tipo <> 'pelicula' and active and address is null order by video.id`.execute(db);
  return rows;
}

/** Returns the codes of the chapters that the given series have, as `<series id> <season>x<chapter>`. */
export async function listKnownCodes(
  db: Kysely<Database>,
  seriesIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ code: string }>`
    select chapter.video_id || ' ' || season_number || 'x' || chapter_number as code
    from chapter join season on season.id = chapter.season_id
    where chapter.video_id = any(${[...seriesIds]}::text[])`.execute(db);
  return new Set(rows.map(({ code }) => code));
}

/**
 * Finds the last film merge (turning films into chapters of series) that was not undone. The films that a new reading of
 * stored titles made chapters of are given back by the undo of that reading alone.
 */
export const findLastRun = (db: Kysely<Database>) =>
  db
    .selectFrom('migration_run')
    .selectAll()
    .where('undone_at', 'is', null)
    .where('id', 'not in', (query) => query.selectFrom('reading_run').select('id'))
    .where((where) =>
      where.exists(
        where
          .selectFrom('migration_chapter')
          .select('film_id')
          .whereRef('migration_chapter.run_id', '=', 'migration_run.id'),
      ),
    )
    .orderBy('executed_at', 'desc')
    .limit(1)
    .executeTakeFirst();
