import {
  executeMigration as executeEndpoint,
  getMigrationProgress,
  getMigrationStats,
  listMigrationChapters,
  undoMigration as undoEndpoint,
} from '@butaca/contract';
import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import { AppError } from '../../../platform/http/app-error.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import type { Session } from '../../../shared/session.ts';
import { executeMigration, type MigrationPhase } from './execute-migration.ts';
import { findLastRun } from './migration.repository.ts';
import { toMigrationChapters, toMigrationStats } from './migration.view.ts';
import { readPlan, type MigrationPlan } from './read-plan.ts';
import { undoMigration } from './undo-migration.ts';

export interface MigrationTool {
  routes(serve: ServeEndpoint<Pick<Session, 'accountId' | 'username'>>): void;
}

/** Makes series of films that are really chapters. */
export function filmMergeFeature(needs: {
  db: Kysely<Database>;
  version: { current(): number; advance(): void };
  /** Saves everything as it is. @returns the name of the backup */
  backUp(): Promise<string>;
}): MigrationTool {
  const { db, version } = needs;
  let running: { phase: MigrationPhase; done: number; total: number | null } | undefined;
  let planned: { version: number; plan: Promise<MigrationPlan> } | undefined;

  /** The plan of the catalogue as it is; looking through it is done once, however many ask. */
  function plan(): Promise<MigrationPlan> {
    if (planned?.version !== version.current()) {
      const reading = { version: version.current(), plan: readPlan(db) };
      reading.plan.catch(() => {
        if (planned === reading) planned = undefined;
      });
      planned = reading;
    }
    return planned.plan;
  }

  async function alone<T>(phase: MigrationPhase, work: () => Promise<T>): Promise<T> {
    if (running !== undefined) throw new AppError('migration.running');
    running = { phase, done: 0, total: null };
    try {
      return await work();
    } finally {
      running = undefined;
      version.advance();
    }
  }

  return {
    routes(serve) {
      serve(getMigrationStats, async () => toMigrationStats(await plan(), await findLastRun(db)));
      serve(listMigrationChapters, async ({ query }) => ({
        chapters: toMigrationChapters(await plan(), query.key),
      }));
      serve(getMigrationProgress, async () => running ?? { phase: null, done: 0, total: null });
      serve(executeEndpoint, async ({ body }, { session }) =>
        alone('reading', () =>
          executeMigration(
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
        const counts = await alone('undoing', () => undoMigration(db, session));
        return { message: sentenceOfUndo(counts), ...counts };
      });
    },
  };
}

function sentenceOfUndo({
  moviesRestored,
  seriesDeleted,
}: {
  moviesRestored: number;
  seriesDeleted: number;
}) {
  const films = moviesRestored === 1 ? '1 película recuperada' : `${moviesRestored} películas recuperadas`;
  const series = seriesDeleted === 1 ? '1 serie eliminada' : `${seriesDeleted} series eliminadas`;
  return `Migración deshecha: ${films}, ${series}.`;
}
