import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { openDatabase, type DatabaseConnection } from '../src/open-database.ts';
import { runOnServer, withDatabase } from './test-server.ts';

/** An open database that belongs to one test file. `close` also deletes the database. */
export type TestDatabase = DatabaseConnection;

/**
 * Creates a database for one test file: a copy of the test run's migrated template database, on the real Postgres that
 * the test run has started.
 *
 * @example
 * const database = await createTestDatabase();
 * afterAll(() => database.close());
 */
export async function createTestDatabase(options: { poolSize?: number } = {}): Promise<TestDatabase> {
  return copyDatabase(inject('testDatabaseTemplate'), options);
}

/** Creates a database for one test file as a copy of a template database of the test run. */
export async function copyDatabase(
  template: string,
  options: { poolSize?: number } = {},
): Promise<TestDatabase> {
  const serverUrl = inject('testDatabaseUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await runOnServer(serverUrl, `create database ${name} template ${template} strategy file_copy`);
  const database = await openDatabase({
    dataDir: '',
    databaseUrl: withDatabase(serverUrl, name),
    ...options,
  });
  let closing: Promise<void> | undefined;
  const remove = async () => {
    await database.close();
    // Only the superuser may end the sessions of others, such as a worker of the autovacuum.
    await runOnServer(inject('testSuperuserUrl'), `drop database if exists ${name} with (force)`);
  };
  const close = () => (closing ??= remove());
  return { ...database, close, [Symbol.asyncDispose]: close };
}
