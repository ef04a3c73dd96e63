import type { Duplex } from 'node:stream';
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { connectionConfig } from '../connection/pool.ts';
import type { Database } from '../schema/index.ts';

/** Opens a connection for long work, without the limits on the time of statements. */
export async function connectForMaintenance(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client(connectionConfig(connectionString));
  // An error of the connection also fails the query under way; without a listener it would end the process.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Closes a connection at once, also in the middle of a query: Postgres rolls back what was not committed. */
export function dropConnection(client: pg.Client): void {
  const { connection } = client as unknown as { connection: { stream: Duplex } };
  connection.stream.destroy();
}

/** Typed queries on this one connection, inside its open transaction if there is one. */
export function kyselyOn(client: pg.Client): Kysely<Database> {
  const only = Object.assign(client, { release: () => {} }) as unknown as PostgresPoolClient;
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool: { connect: async () => only, end: async () => {} } }),
  });
}
