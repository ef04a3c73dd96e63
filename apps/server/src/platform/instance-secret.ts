import { randomBytes } from 'node:crypto';
import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';

const secretBytes = 32;

/**
 * Returns a random secret of this installation (such as the key that seals (encrypts) stream addresses). The secret is
 * generated at first use and stored in the database, so that all server processes share it.
 */
export async function readInstanceSecret(db: Kysely<Database>, name: string): Promise<Uint8Array> {
  await db
    .insertInto('instance_secret')
    .values({ name, value: randomBytes(secretBytes) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { value } = await db
    .selectFrom('instance_secret')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return value;
}
