import pg from 'pg';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the Postgres server of this test run, as superuser, in its maintenance database. */
    testDatabaseUrl: string;
    /** The migrated database from which every test database is copied. */
    testDatabaseTemplate: string;
  }
}

/** The address of another database on the same server. */
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
