import type { Duplex } from 'node:stream';
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { connectionConfig } from '../pool.ts';
import type { Database } from '../schema/index.ts';

/** A connection of its own for work that takes as long as it takes: no statement of it runs into a limit. */
export async function connectForMaintenance(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client(connectionConfig(connectionString));
  // What breaks it fails the query under way; unheard it would end the process.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Ends a connection at once, in the middle of whatever it does: the server takes back what was not committed. */
export function dropConnection(client: pg.Client): void {
  const { connection } = client as unknown as { connection: { stream: Duplex } };
  connection.stream.destroy();
}

/** Typed queries on this one connection, in whatever transaction it is in. */
export function kyselyOn(client: pg.Client): Kysely<Database> {
  const only = Object.assign(client, { release: () => {} }) as unknown as PostgresPoolClient;
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool: { connect: async () => only, end: async () => {} } }),
  });
}
