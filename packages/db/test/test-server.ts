import pg from 'pg';

declare module 'vitest' {
  interface ProvidedContext {
    /** The run's Postgres server, as its superuser: an address of its maintenance database. */
    testDatabaseUrl: string;
    /** The migrated database that every test database is a copy of. */
    testDatabaseTemplate: string;
  }
}

/** The same server, another database. */
export function withDatabase(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** Runs statements that cannot be in a transaction, such as `create database`. */
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
