import { hash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/create-test-database.ts';
import { databaseKeyMigration } from './0018-database-key.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const secrets = async () => {
  const rows = await database.db.selectFrom('instance_secret').selectAll().execute();
  return new Map(rows.map(({ name, value }) => [name, value.toString('hex')]));
};

it('keeps the key that was derived from the sealing key, and never changes it afterwards', async () => {
  await databaseKeyMigration.up(database.db);
  expect((await secrets()).has('database')).toBe(false);
  const sealingKey = randomBytes(32);
  await database.db.insertInto('instance_secret').values({ name: 'stream', value: sealingKey }).execute();
  await databaseKeyMigration.up(database.db);
  expect((await secrets()).get('database')).toBe(hash('sha256', sealingKey, 'hex'));
  await sql`update instance_secret set value = sha256('x') where name = 'stream'`.execute(database.db);
  await databaseKeyMigration.up(database.db);
  expect((await secrets()).get('database')).toBe(hash('sha256', sealingKey, 'hex'));
});
