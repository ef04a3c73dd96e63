import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import {
  listFilms,
  listKnownCodes,
  listKnownSeries,
  wholeCatalogue,
  type FilmRow,
  type PlanScope,
} from './film-merge.repository.ts';
import { groupFilms, type FilmSet, type Member } from './plan-series.ts';
import { readChapterTitle } from './read-chapter-title.ts';
import { resolveSeries, type SeriesPlan } from './resolve-series.ts';
import { nextTurn } from '../../../platform/async/turns.ts';

/**
 * What a film merge would do now: the series that it would create or extend, and the films that it would turn into
 * chapters.
 */
export interface FilmMergePlan {
  sets: FilmSet[];
  series: SeriesPlan[];
  films: ReadonlyMap<string, FilmRow>;
}

/**
 * Reads the films whose titles look like chapters, and plans into which series a film merge would turn them.
 *
 * @param names - series names that administrators gave, by the key of the set (films of one series) that they apply to
 * @param onRead - called with the number of films read so far
 */
export async function readPlan(
  db: Kysely<Database>,
  names: Readonly<Record<string, string>> = {},
  onRead: (films: number) => void = () => {},
  scope: PlanScope = wholeCatalogue,
): Promise<FilmMergePlan> {
  const films = new Map<string, FilmRow>();
  const members: Member[] = [];
  for await (const page of listFilms(db, scope)) {
    for (const film of page) {
      const chapter = readChapterTitle(film.title);
      if (chapter === undefined) continue;
      films.set(film.id, film);
      members.push({ film, chapter });
    }
    onRead(films.size);
  }
  const sets = groupFilms(members);
  await nextTurn();
  const series = await resolveSeries(sets, names, films, await listKnownSeries(db, scope), (ids) =>
    listKnownCodes(db, ids),
  );
  return { sets, series, films };
}
