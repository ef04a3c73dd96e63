import { randomBytes } from 'node:crypto';
import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';

const secretBytes = 32;

/**
 * The name of the installation's sealing key: it seals stream addresses, and values that the database must not hold
 * readably.
 */
export const sealingKeyName = 'stream';

/** The name of the secret that tells this database from others; unlike the sealing key, it is never replaced. */
export const databaseKeyName = 'database';

/**
 * Returns a random secret of this installation (such as the key that seals (encrypts) stream addresses). The secret is
 * generated at first use and stored in the database, so that all server processes share it.
 */
export async function readInstanceSecret(db: Kysely<Database>, name: string): Promise<Uint8Array> {
  await create(db, name);
  const { value } = await select(db, name).executeTakeFirstOrThrow();
  return value;
}

/**
 * Returns a secret of this installation as `readInstanceSecret` does, and keeps it from being replaced until the
 * caller's transaction ends, so that what the transaction reads and writes is sealed with this key.
 */
export async function holdInstanceSecret(trx: Kysely<Database>, name: string): Promise<Uint8Array> {
  await create(trx, name);
  const { value } = await select(trx, name).forShare().executeTakeFirstOrThrow();
  return value;
}

/**
 * Replaces a secret of this installation by a new random one, in the caller's transaction. Callers of
 * `holdInstanceSecret` wait until that transaction ends.
 *
 * @returns the old secret and the new one
 */
export async function replaceInstanceSecret(
  trx: Kysely<Database>,
  name: string,
): Promise<{ old: Uint8Array; fresh: Uint8Array }> {
  await create(trx, name);
  const { value: old } = await select(trx, name).forUpdate().executeTakeFirstOrThrow();
  const fresh = randomBytes(secretBytes);
  await trx.updateTable('instance_secret').set({ value: fresh }).where('name', '=', name).execute();
  return { old, fresh };
}

const create = (db: Kysely<Database>, name: string) =>
  db
    .insertInto('instance_secret')
    .values({ name, value: randomBytes(secretBytes) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();

const select = (db: Kysely<Database>, name: string) =>
  db.selectFrom('instance_secret').select('value').where('name', '=', name);
