import {
  executeFilmMerge as executeEndpoint,
  getFilmMergeProgress,
  getFilmMergeStats,
  listFilmMergeChapters,
  undoFilmMerge as undoEndpoint,
} from '@butaca/contract';
import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import { AppError } from '../../../platform/http/app-error.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import type { Session } from '../../../shared/session.ts';
import { executeFilmMerge, type FilmMergePhase } from './execute-film-merge.ts';
import { findLastRun } from './film-merge.repository.ts';
import { toFilmMergeChapters, toFilmMergeStats } from './film-merge.view.ts';
import { readPlan, type FilmMergePlan } from './read-plan.ts';
import { undoFilmMerge } from './undo-film-merge.ts';

export interface FilmMergeRoutesNeeds {
  db: Kysely<Database>;
  version: { current(): number; advance(): void };
  /**
   * Saves a backup of the database before a film merge (turning films into chapters of series). @returns the name of
   * the backup
   */
  backUp(): Promise<string>;
}

export function serveFilmMerge(
  serve: ServeEndpoint<Pick<Session, 'accountId' | 'username'>>,
  needs: FilmMergeRoutesNeeds,
): void {
  const { db, version } = needs;
  let running: { phase: FilmMergePhase; done: number; total: number | null } | undefined;
  let planned: { version: number; plan: Promise<FilmMergePlan> } | undefined;

  /**
   * Returns what a film merge (turning films into chapters of series) would do with the current catalogue; this plan is
   * cached until the catalogue version changes.
   */
  function plan(): Promise<FilmMergePlan> {
    if (planned?.version !== version.current()) {
      const reading = { version: version.current(), plan: readPlan(db) };
      reading.plan.catch(() => {
        if (planned === reading) planned = undefined;
      });
      planned = reading;
    }
    return planned.plan;
  }

  async function exclusively<T>(phase: FilmMergePhase, work: () => Promise<T>): Promise<T> {
    if (running !== undefined) throw new AppError('migration.running');
    running = { phase, done: 0, total: null };
    try {
      return await work();
    } finally {
      running = undefined;
      version.advance();
    }
  }

  serve(getFilmMergeStats, async () => toFilmMergeStats(await plan(), await findLastRun(db)));
  serve(listFilmMergeChapters, async ({ query }) => ({
    chapters: toFilmMergeChapters(await plan(), query.key),
  }));
  serve(getFilmMergeProgress, async () => running ?? { phase: null, done: 0, total: null });
  serve(executeEndpoint, async ({ body }, { session }) =>
    exclusively('reading', () =>
      executeFilmMerge(
        {
          ...needs,
          onPhase(phase, done, total) {
            running = { phase, done, total };
          },
        },
        session,
        body.names ?? {},
      ),
    ),
  );
  serve(undoEndpoint, async (_request, { session }) => {
    const counts = await exclusively('undoing', () => undoFilmMerge(db, session));
    return { message: sentenceOfUndo(counts), ...counts };
  });
}

function sentenceOfUndo({
  moviesRestored,
  seriesDeleted,
}: {
  moviesRestored: number;
  seriesDeleted: number;
}) {
  const films =
    moviesRestored === 1
      ? '1 película recuperada'
      : `${moviesRestored.toLocaleString('es')} películas recuperadas`;
  const series =
    seriesDeleted === 1 ? '1 serie eliminada' : `${seriesDeleted.toLocaleString('es')} series eliminadas`;
  return `Migración deshecha: ${films}, ${series}.`;
}
