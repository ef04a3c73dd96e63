import pg from 'pg';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of this test run's Postgres, as superuser, for its maintenance database. */
    testDatabaseUrl: string;
    /** The name of the migrated database from which every test database is copied. */
    testDatabaseTemplate: string;
  }
}

/** The URL of another database on the same Postgres. */
export function withDatabase(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** Runs statements that cannot run in a transaction, such as `create database`. */
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
