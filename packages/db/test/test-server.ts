import pg from 'pg';

declare module 'vitest' {
  interface ProvidedContext {
    /** The connection URL of the Postgres of this test run, as superuser, for its maintenance database. */
    testDatabaseUrl: string;
    /** The name of the migrated template database from which every test database is copied. */
    testDatabaseTemplate: string;
  }
}

/** The connection URL of the database with the given name on the Postgres server of the test run. */
export function withDatabase(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
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
