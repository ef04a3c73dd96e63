import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import { listFilms, listKnownCodes, listKnownSeries, type FilmRow } from './migration.repository.ts';
import { groupFilms, type FilmSet } from './plan-series.ts';
import { readChapterTitle } from './read-chapter-title.ts';
import { resolveSeries, type SeriesPlan } from './resolve-series.ts';

/** What a migration would do now. */
export interface MigrationPlan {
  sets: FilmSet[];
  series: SeriesPlan[];
  films: ReadonlyMap<string, FilmRow>;
}

/**
 * Looks through the films and plans their series.
 *
 * @param names - other names for sets, by their keys
 * @param onRead - told how many films have been read
 */
export async function readPlan(
  db: Kysely<Database>,
  names: Readonly<Record<string, string>> = {},
  onRead: (films: number) => void = () => {},
): Promise<MigrationPlan> {
  const films = new Map<string, FilmRow>();
  for await (const page of listFilms(db)) {
    for (const film of page) if (readChapterTitle(film.title) !== undefined) films.set(film.id, film);
    onRead(films.size);
  }
  const sets = groupFilms([...films.values()]);
  const series = await resolveSeries(sets, names, films, await listKnownSeries(db), (ids) =>
    listKnownCodes(db, ids),
  );
  return { sets, series, films };
}
