import type { Duplex } from 'node:stream';
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { connectionConfig } from '../connection/pool.ts';
import type { Database } from '../schema/index.ts';

/** Opens a database connection for backups and restores, whose statements take long and so have no time limit. */
export async function connectForMaintenance(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client(connectionConfig(connectionString));
  // A broken connection also fails the running query; without this listener the `error` event would end the process.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Closes a database connection at once, even during a query: Postgres rolls back the uncommitted transaction. */
export function dropConnection(client: pg.Client): void {
  const { connection } = client as unknown as { connection: { stream: Duplex } };
  connection.stream.destroy();
}

/** How long a connection may take to end after a failure, before it is dropped. */
const closeWithinMs = 5000;

/**
 * Rolls back the open transaction of a database connection and closes the connection after a failure, and waits until
 * Postgres has freed its locks, so that the next attempt does not find them taken. A connection that is broken, or does
 * not answer within five seconds, is dropped instead; Postgres frees its locks soon after. Never rejects.
 */
export async function closeAfterFailure(client: pg.Client): Promise<void> {
  const timer = setTimeout(() => dropConnection(client), closeWithinMs);
  try {
    await client.query('rollback');
    await client.end();
  } catch {
    dropConnection(client);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Gives a single `pg` connection Kysely's typed queries; they run inside the connection's open transaction if there is
 * one.
 */
export function kyselyOn(client: pg.Client): Kysely<Database> {
  const only = Object.assign(client, { release: () => {} }) as unknown as PostgresPoolClient;
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool: { connect: async () => only, end: async () => {} } }),
  });
}
