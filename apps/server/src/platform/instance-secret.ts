import { randomBytes } from 'node:crypto';
import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';

const secretBytes = 32;

/**
 * Returns a random secret of this installation. It is generated at first use and shared by all processes on the same
 * database.
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
