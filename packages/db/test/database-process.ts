/**
 * A process that opens a database and waits, for tests that need a second process. It reports `open` or `refused` to
 * the test that started it; on SIGINT or SIGTERM it writes one more row, closes the database, and exits with 0.
 */
import { sql } from 'kysely';
import { DatabaseStartError } from '../src/connection/database-start-error.ts';
import { openDatabase } from '../src/open-database.ts';
import { migrateToLatest } from '../src/run-migrations.ts';

export type DatabaseProcessReport = { kind: 'open' } | { kind: 'refused'; message: string };

const [dataDir = ''] = process.argv.slice(2);

function report(message: DatabaseProcessReport): void {
  process.send?.(message);
}

async function saveSecret(name: string): Promise<void> {
  await database.db
    .insertInto('instance_secret')
    .values({ name, value: Buffer.from(name) })
    .execute();
}

async function finish(): Promise<void> {
  // Writes a last row, from which tests see that the database stays open during a shutdown: Ctrl-C sends SIGINT to the
  // whole process group of the server, but must not reach Postgres.
  await saveSecret('last words');
  await sql`select 1`.execute(database.db);
  await database.close();
  process.exit(0);
}

const database = await openDatabase({ dataDir }).catch((error: unknown) => {
  if (error instanceof DatabaseStartError) {
    report({ kind: 'refused', message: error.message });
    process.exit(1);
  }
  throw error;
});
await migrateToLatest(database.db);
await saveSecret(`committed by ${process.pid}`);
process.once('SIGINT', () => void finish());
process.once('SIGTERM', () => void finish());
report({ kind: 'open' });
