import type { FilmMergeSeries, FilmMergeStats } from '@butaca/contract';
import type { FilmMergePlan } from './read-plan.ts';
import type { SeriesPlan } from './resolve-series.ts';
import type { findLastRun } from './film-merge.repository.ts';

const namelessShown = 200;
const examplesShown = 3;
const chaptersShown = 1_000;

/**
 * Converts the plan of a film merge (turning films into chapters of series) into the numbers that the dry run screen
 * shows.
 */
export function toFilmMergeStats(
  { sets, series, films }: FilmMergePlan,
  lastRun: Awaited<ReturnType<typeof findLastRun>>,
): FilmMergeStats {
  const details = series.map(toSeries).filter(({ totalChapters }) => totalChapters > 0);
  const nameless = sets.filter(({ name }) => name === '');
  return {
    totalMovieChapters: films.size,
    totalSeries: details.length,
    totalSeasons: details.reduce((sum, { totalSeasons }) => sum + totalSeasons, 0),
    seriesDetails: details,
    nameless: nameless.slice(0, namelessShown).map(({ key, chapters }) => ({
      key,
      totalChapters: chapters.length,
      examples: chapters.slice(0, examplesShown).map(({ film }) => film.title),
    })),
    totalNameless: nameless.reduce((sum, { chapters }) => sum + chapters.length, 0),
    totalRepeated: series.reduce(
      (sum, { chapters }) => sum + chapters.filter(({ isRepeated }) => isRepeated).length,
      0,
    ),
    lastRun:
      lastRun === undefined
        ? null
        : {
            executedAt: lastRun.executed_at.toISOString(),
            username: lastRun.username,
            moviesDeleted: lastRun.movies_deleted,
            seriesCreated: lastRun.series_created,
            backupName: lastRun.backup_name,
          },
  };
}

function toSeries({ name, year, known, keys, chapters }: SeriesPlan): FilmMergeSeries {
  const seasons = new Map<number, number>();
  for (const { chapter, isRepeated } of chapters) {
    if (!isRepeated) seasons.set(chapter.seasonNumber, (seasons.get(chapter.seasonNumber) ?? 0) + 1);
  }
  return {
    key: keys[0] ?? '',
    name: year === undefined ? name : `${name} (${year})`,
    totalChapters: [...seasons.values()].reduce((sum, count) => sum + count, 0),
    totalSeasons: seasons.size,
    seasons: [...seasons.keys()].toSorted((one, other) => one - other),
    isKnown: known !== undefined,
  };
}

/**
 * Lists the films that a film merge would turn into chapters of one series, with their season and chapter numbers.
 *
 * @param key - a set of films; where a planned series contains that set, all chapters of the series are listed
 */
export function toFilmMergeChapters({ sets, series }: FilmMergePlan, key: string) {
  const found = series.find(({ keys }) => keys.includes(key)) ?? sets.find((set) => set.key === key);
  return (found?.chapters ?? []).slice(0, chaptersShown).map(({ film, chapter, isRepeated }) => ({
    _id: film.id,
    movieTitle: film.title,
    seasonNumber: chapter.seasonNumber,
    chapterNumber: chapter.chapterNumber,
    title: chapter.title,
    isRepeated,
  }));
}
