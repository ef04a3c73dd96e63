import type { FilmMergeResult } from '@butaca/contract';
import { bumpCatalogueVersion, recordAct, type Actor, type Database } from '@butaca/db';
import { sql, type Kysely } from 'kysely';
import { v7 as newId } from 'uuid';
import { holdCatalogue } from '../../../shared/video/hold-catalogue.ts';
import { moveFilms } from './move-films.ts';
import { readPlan } from './read-plan.ts';

/** The current step of a film merge (turning films into chapters of series), shown as its progress. */
export type FilmMergePhase = 'backup' | 'reading' | 'writing' | 'undoing';

export interface FilmMergeNeeds {
  db: Kysely<Database>;
  /**
   * Saves a backup of the database before a film merge (turning films into chapters of series) changes it. @returns the
   * name of the backup
   */
  backUp(): Promise<string>;
  onPhase(phase: FilmMergePhase, done: number, total: number | null): void;
}

const nothingDone: FilmMergeResult = {
  totalProcessed: 0,
  seriesCreated: 0,
  seriesUpdated: 0,
  moviesDeleted: 0,
  seriesDetails: [],
  backupName: null,
};

/**
 * Turns films that look like chapters into series; either all of them or none. When no film looks like a chapter, no
 * backup is made.
 *
 * @param names - series names that the administrator chose in the dry run, by the key of the group of films
 * @throws AppError `migration.running`
 */
export async function executeFilmMerge(
  { db, backUp, onPhase }: FilmMergeNeeds,
  actor: Actor,
  names: Readonly<Record<string, string>>,
): Promise<FilmMergeResult> {
  onPhase('reading', 0, null);
  const before = await readPlan(db, names);
  const isNothing = before.series.every(({ chapters }) => chapters.every(({ isRepeated }) => isRepeated));
  if (isNothing) return nothingDone;
  onPhase('backup', 0, null);
  const backupName = await backUp();
  return db.transaction().execute(async (trx) => {
    await holdCatalogue(trx);
    // Which films become chapters of which series is planned again under the lock on the catalogue, because other
    // writes may have changed the catalogue since the first plan.
    const plan = await readPlan(trx, names, (done) => onPhase('reading', done, null));
    const total = plan.films.size;
    const runId = newId();
    await sql`delete from migration_kept where run_id not in (select id from reading_run)`.execute(trx);
    await sql`delete from migration_chapter where run_id not in (select id from reading_run)`.execute(trx);
    await trx
      .insertInto('migration_run')
      .values({
        id: runId,
        username: actor.username,
        backup_name: backupName,
        movies_deleted: 0,
        series_created: 0,
        series_updated: 0,
      })
      .execute();
    const { moved, created, updated } = await moveFilms(trx, runId, plan, (done) =>
      onPhase('writing', done, total),
    );
    const counts = { movies_deleted: moved, series_created: created, series_updated: updated };
    await trx.updateTable('migration_run').set(counts).where('id', '=', runId).execute();
    await bumpCatalogueVersion(trx);
    await recordAct(trx, actor, {
      action: 'migration.execute',
      subjectId: runId,
      subjectName: `${moved} ${moved === 1 ? 'película' : 'películas'}`,
      after: { moviesDeleted: moved, seriesCreated: created, seriesUpdated: updated, backup: backupName },
    });
    return {
      totalProcessed: moved,
      seriesCreated: created,
      seriesUpdated: updated,
      moviesDeleted: moved,
      seriesDetails: plan.series
        .map(({ name, chapters }) => ({ name, count: chapters.filter((each) => !each.isRepeated).length }))
        .filter(({ count }) => count > 0)
        .toSorted((a, b) => b.count - a.count)
        .map(({ name }) => name),
      backupName,
    };
  });
}
