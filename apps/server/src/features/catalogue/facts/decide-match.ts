import { bumpCatalogueVersion, importWriteLock, recordAct, type Actor, type Database } from '@butaca/db';
import { sql, type Kysely, type Transaction } from 'kysely';
import { AppError } from '../../../platform/http/app-error.ts';
import { applyFacts } from '../../../shared/video/apply-facts.ts';
import type { StoredCandidate } from './facts.repository.ts';

interface Needs {
  db: Kysely<Database>;
  actor: Actor;
  now: Date;
}

/**
 * Runs a transaction while no import writes, which would lock the same titles in another order. It waits for a short import,
 * and for the job that looks for facts.
 *
 * @throws AppError `import.running` when the titles are locked for longer
 */
async function withoutImports(
  db: Kysely<Database>,
  work: (trx: Transaction<Database>) => Promise<void>,
): Promise<void> {
  try {
    await db.transaction().execute(async (trx) => {
      await sql`set local lock_timeout = '2s'`.execute(trx);
      await sql`select pg_advisory_xact_lock(${importWriteLock})`.execute(trx);
      await work(trx);
    });
  } catch (error) {
    const isLocked = error instanceof Error && 'code' in error && error.code === '55P03';
    throw isLocked ? new AppError('import.running', { cause: error }) : error;
  }
}

const lock = async (trx: Transaction<Database>, id: string) => {
  const row = await trx
    .selectFrom('title_match')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new AppError('match.not_found');
  return row;
};

/**
 * Decides which work a title is, and keeps what held before.
 *
 * @param work - one of its candidates; `undefined` for none
 * @throws AppError `match.not_found`, `match.candidate_unknown`, `import.running`
 */
export async function decideMatch(
  { db, actor, now }: Needs,
  id: string,
  work: { source: string; workId: string } | undefined,
): Promise<void> {
  await withoutImports(db, async (trx) => {
    const row = await lock(trx, id);
    const candidates = row.candidates as unknown as StoredCandidate[];
    const chosen = candidates.find((each) => each.source === work?.source && each.id === work.workId);
    if (work !== undefined && chosen === undefined) throw new AppError('match.candidate_unknown');
    const { state, source, work_id: workId, username, decided_at: decidedAt } = row;
    const next = {
      state: work === undefined ? ('none' as const) : ('matched' as const),
      source: work?.source ?? null,
      work_id: work?.workId ?? null,
    };
    const isSame = username !== null && source === next.source && workId === next.work_id;
    const before = { state, source, work_id: workId, username, decided_at: decidedAt };
    await trx
      .updateTable('title_match')
      .set({
        ...next,
        username: actor.username,
        decided_at: now,
        ...(!isSame && { previous: JSON.stringify(before) }),
      })
      .where('id', '=', id)
      .execute();
    await applyFacts(trx, row.key);
    await bumpCatalogueVersion(trx);
    await recordAct(trx, actor, {
      action: 'match.decide',
      subjectId: id,
      subjectName: row.title,
      after: { work: chosen === undefined ? 'Ninguna' : chosen.name },
    });
  });
}

/** What held before a decision, as `decideMatch` has kept it. */
interface Previous {
  state: 'matched' | 'unsure' | 'none';
  source: string | null;
  work_id: string | null;
  username: string | null;
  decided_at: string | null;
}

/**
 * Takes the last decision for a title back.
 *
 * @throws AppError `match.not_found`, `match.not_decided`, `import.running`
 */
export async function undoMatch({ db, actor }: Needs, id: string): Promise<void> {
  await withoutImports(db, async (trx) => {
    const row = await lock(trx, id);
    if (row.username === null || row.previous === null) throw new AppError('match.not_decided');
    const { decided_at: decidedAt, ...previous } = row.previous as unknown as Previous;
    await trx
      .updateTable('title_match')
      .set({
        ...previous,
        decided_at: decidedAt === null ? null : new Date(decidedAt),
        previous: null,
      })
      .where('id', '=', id)
      .execute();
    await applyFacts(trx, row.key);
    await bumpCatalogueVersion(trx);
    await recordAct(trx, actor, { action: 'match.undo', subjectId: id, subjectName: row.title });
  });
}
