import { sql } from 'kysely';
import { inject } from 'vitest';
import { migrations } from '../src/migrations/index.ts';
import { runMigrations } from '../src/run-migrations.ts';
import { copyDatabase, createTestDatabase, type TestDatabase } from './create-test-database.ts';

/**
 * Creates a database as an older version of the product has left it.
 *
 * @param names - the migrations that the older version had, in order; by default all but the newest
 */
export async function createOlderDatabase(names?: readonly string[]): Promise<TestDatabase> {
  if (names === undefined) return copyDatabase(inject('testOlderTemplate'));
  const database = await createTestDatabase();
  await sql`drop schema public cascade`.execute(database.db);
  await sql`create schema public`.execute(database.db);
  const list = Object.entries(migrations).filter(([name]) => names.includes(name));
  await runMigrations(database.db, Object.fromEntries(list));
  return database;
}
