import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { countWaitingForLocks } from '../../test/count-waiting-for-locks.ts';
import { createOlderDatabase } from '../../test/create-older-database.ts';
import { migrations } from '../migrations/index.ts';
import { runMigrations } from '../run-migrations.ts';

it('a migration that waits for a long transaction lets others read meanwhile', async () => {
  const changing = '0068_days_of_progress';
  const older = Object.keys(migrations).filter((name) => name < changing);
  await using database = await createOlderDatabase(older);
  const { db } = database;
  const list = Object.fromEntries(Object.entries(migrations).filter(([name]) => name <= changing));
  const read = sql`select from progress`;
  const backup = await db.startTransaction().execute();
  await read.execute(backup);
  const migrated = runMigrations(db, list);
  await expect.poll(() => countWaitingForLocks(db)).toBe(1);
  // The limit ends a read that queues behind the migration for good.
  await db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = '20s'`.execute(trx);
    await read.execute(trx);
  });
  await backup.commit().execute();
  expect(await migrated).toEqual([changing]);
});
