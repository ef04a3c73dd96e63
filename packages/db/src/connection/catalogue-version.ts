import { sql, type Kysely } from 'kysely';
import type { Database } from '../schema/index.ts';

/**
 * The Postgres notification channel (`notify`) on which {@link bumpCatalogueVersion} announces the new catalogue
 * version as decimal text.
 */
export const catalogueNotificationChannel = 'catalogue';

/**
 * Increments the catalogue version, a number that is part of the keys of cached answers. Call it in the transaction
 * that changes the catalogue: servers are notified of the new version when that transaction commits, and never if it
 * rolls back. Writers wait for each other on the lock of the row in `catalogue_version`, so versions become visible in
 * order.
 *
 * @returns the new version
 */
export async function bumpCatalogueVersion(trx: Kysely<Database>): Promise<number> {
  const { version } = await trx
    .updateTable('catalogue_version')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', 1)
    .returning('version')
    .executeTakeFirstOrThrow();
  await sql`select pg_notify(${catalogueNotificationChannel}, ${String(version)})`.execute(trx);
  return version;
}
