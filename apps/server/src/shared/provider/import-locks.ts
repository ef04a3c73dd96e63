import { importAliveLocks, importSlotLock, importWriteLock, listLocks, type Database } from '@butaca/db';
import { sql, type Kysely, type RawBuilder } from 'kysely';

/** SQL condition for the rows of `pg_locks` that are held advisory locks of this database whose first key is `key`. */
export const isHeldPair = (key: number): RawBuilder<boolean> => sql<boolean>`
  locktype = 'advisory' and classid::bigint = ${key} and objsubid = 2 and granted
  and database = (select oid from pg_database where datname = current_database())`;

/** SQL condition for the row of `import` of an import whose process lives. */
export const isAlive: RawBuilder<boolean> = sql<boolean>`hashtext(import.id) in (
  select objid::integer from pg_locks where ${isHeldPair(importAliveLocks)})`;

/**
 * Tries to keep imports from writing until a transaction ends. @returns `false` while one writes
 */
export async function holdWriting(trx: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ is_held: boolean }>`
    select pg_try_advisory_xact_lock(${importWriteLock}) and pg_try_advisory_xact_lock_shared(${importSlotLock})
      as is_held`.execute(trx);
  return rows[0]?.is_held === true;
}

/**
 * Tries to keep the list of a provider from being received and imported until a transaction ends. @returns `false` while it
 * is
 */
export async function holdList(trx: Kysely<Database>, providerId: string): Promise<boolean> {
  const { rows } = await sql<{ is_held: boolean }>`
    select pg_try_advisory_xact_lock(${listLocks}, hashtext(${providerId})) as is_held`.execute(trx);
  return rows[0]?.is_held === true;
}
