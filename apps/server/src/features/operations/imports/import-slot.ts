import {
  catalogueSetsLock,
  importAliveLocks,
  importSlotLock,
  listLocks,
  type BulkSession,
  type Database,
} from '@butaca/db';
import { sql, type Kysely } from 'kysely';
import { AppError } from '../../../platform/http/app-error.ts';
import { holdWriting } from '../../../shared/provider/import-locks.ts';

/**
 * Opens the database session of an import, whose advisory locks say to all processes that the import lives. Postgres releases
 * them as soon as the session ends, also when its process has died.
 *
 * @param providerId - the provider whose list is received; one of its lists is at a time
 * @throws AppError `import.running` when a list of the provider is being received already, or a server of an earlier version
 *   imports
 */
export async function openImportSession(
  open: () => Promise<BulkSession>,
  importId: string,
  providerId?: string,
): Promise<BulkSession> {
  const session = await open();
  try {
    const isFree =
      providerId === undefined ? sql`true` : sql`pg_try_advisory_lock(${listLocks}, hashtext(${providerId}))`;
    const { rows } = await sql<{ isFree: boolean }>`
      select pg_try_advisory_lock_shared(${importSlotLock}) and ${isFree} as "isFree",
        pg_advisory_lock_shared(${importAliveLocks}, hashtext(${importId}))`.execute(session.db);
    if (rows[0]?.isFree !== true) throw new AppError('import.running');
  } catch (error) {
    await session[Symbol.asyncDispose]();
    throw error;
  }
  return { ...session, [Symbol.asyncDispose]: () => giveBack(session) };
}

/**
 * Releases the locks of an import explicitly before its database session ends: an ending session first drops its temporary
 * tables, and would hold them meanwhile. Those of a session that broke are released by Postgres.
 */
async function giveBack(session: BulkSession): Promise<void> {
  await sql`select pg_advisory_unlock_all()`.execute(session.db).catch(() => undefined);
  await session[Symbol.asyncDispose]();
}

/** Runs a task unless an import writes into the catalogue in any process. @returns whether the task was run */
export async function whileNoneWrites(
  db: Kysely<Database>,
  work: (trx: Kysely<Database>) => Promise<unknown>,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    // What an import of an M3U list brought may be too much to be changed within the statement timeout of requests, so this
    // transaction has none.
    await sql`set local statement_timeout = 0`.execute(trx);
    if (!(await holdWriting(trx))) return false;
    await work(trx);
    return true;
  });
}

/** Waits until no merge of films into series runs, and blocks new merges until the transaction of the import ends. */
export async function shareCatalogue(trx: Kysely<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${catalogueSetsLock})`.execute(trx);
}
