import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { EmbeddedPostgres } from '../src/embedded-postgres/start-embedded-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The connection URL of the Postgres of this test run, as a role that may create databases. */
    testDatabaseUrl: string;
    /** The same as its superuser; `TEST_DATABASE_URL` itself where that names the server. */
    testSuperuserUrl: string;
    /** The name of the migrated template database from which every test database is copied. */
    testDatabaseTemplate: string;
    /** The name of a template database that lacks the newest migration. */
    testOlderTemplate: string;
  }
}

/** The connection URL of the database with the given name on the Postgres server of the test run. */
export function withDatabase(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** The connection URL of an embedded Postgres as its superuser, whose password is in a file of the data folder. */
export async function superuserUrlOf({ connectionString, folder }: EmbeddedPostgres): Promise<string> {
  const url = new URL(connectionString);
  url.username = 'butaca';
  url.password = await readFile(join(folder, 'butaca.password'), 'utf8');
  return url.href;
}

/**
 * Runs SQL statements on the test run's Postgres server that cannot run in a transaction, such as `create database`.
 */
export async function runOnServer(serverUrl: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    for (const statement of statements) {
      await client.query(statement);
    }
  } finally {
    await client.end();
  }
}
