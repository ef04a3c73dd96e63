import type { Database } from '@butaca/db';
import type { Transaction } from 'kysely';
import type { PlanScope } from './film-merge.repository.ts';
import { moveFilms } from './move-films.ts';
import { readPlan } from './read-plan.ts';

/** A film that becomes a chapter, and its place in the series. */
interface Move {
  filmId: string;
  series: string;
  season: number;
  chapter: number;
  title: string;
}

/**
 * Plans which films become chapters of which series, for another job than a merge. Films of which no series is known, and those
 * whose chapter the series has already, stay films.
 */
export async function planMoves(
  trx: Transaction<Database>,
  scope: PlanScope,
): Promise<{ moves: readonly Move[]; apply(runId: string): Promise<void> }> {
  const plan = await readPlan(trx, {}, () => {}, scope);
  return {
    moves: plan.series.flatMap(({ name, chapters }) =>
      chapters
        .filter(({ isRepeated }) => !isRepeated)
        .map(({ film, chapter: { seasonNumber: season, chapterNumber: chapter, title } }) => ({
          filmId: film.id,
          series: name,
          season,
          chapter,
          title,
        })),
    ),
    apply: async (runId) => {
      await moveFilms(trx, runId, plan, () => {});
    },
  };
}
