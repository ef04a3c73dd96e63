import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import type { Database } from '../schema/index.ts';
import { DatabaseConnectionError } from './database-connection-error.ts';
import { dropConnection } from './drop-connection.ts';
import { connectionConfig } from './pool.ts';
import { PrimaryClient } from './primary-client.ts';
import { WatchedClient } from './watched-client.ts';
import { after, type Cancel } from '../base/clock.ts';

/**
 * Settings with which Postgres notices that the process at the other end of a connection is gone, and ends the statement
 * and releases its locks: within 500 ms when the connection was closed, within half a minute when the network vanished.
 * Not every operating system supports all of them.
 *
 * @see https://www.postgresql.org/docs/current/runtime-config-connection.html
 */
const serverSettings = [
  `client_connection_check_interval = '500ms'`,
  `tcp_keepalives_idle = 10`,
  `tcp_keepalives_interval = 5`,
  `tcp_keepalives_count = 3`,
  `tcp_user_timeout = '25s'`,
];
/** The pause between two questions that show whether the database can still be reached, in milliseconds. */
const pingMs = 1_000;

/**
 * Opens a database connection for imports, backups and restores, whose statements take long and so have no time limit.
 * A second connection beside it is asked for an answer every second. Where that answer is late, the network has vanished:
 * the connection is dropped, and its statement fails with a `DatabaseConnectionError`.
 *
 * @param answerLimitMs - how long the second connection may take to answer; by default as long as a usual statement
 */
export async function connectForMaintenance(
  connectionString: string,
  answerLimitMs?: number,
): Promise<pg.Client> {
  const client = new PrimaryClient(connectionConfig(connectionString));
  // A broken connection also fails the running query; without this listener the `error` event would end the process.
  client.on('error', () => {});
  await Promise.all([client.connect(), watch(client, connectionString, answerLimitMs)]).catch(
    (error: unknown) => {
      dropConnection(client);
      throw error;
    },
  );
  for (const setting of serverSettings) await client.query(`set ${setting}`).catch(() => undefined);
  return client;
}

/** Opens a second connection, which is asked for an answer until `client` has ended, and drops `client` without one. */
async function watch(
  client: pg.Client,
  connectionString: string,
  answerLimitMs: number | undefined,
): Promise<void> {
  const second = new WatchedClient({
    ...connectionConfig(connectionString),
    ...(answerLimitMs !== undefined && { statement_timeout: answerLimitMs }),
  });
  second.on('error', () => {});
  client.once('end', () => dropConnection(second));
  await second.connect();
  let cancel: Cancel | undefined;
  second.once('end', () => cancel?.());
  const ping = async (): Promise<void> => {
    try {
      await second.query('select 1');
      cancel = after(pingMs, () => void ping());
    } catch (error) {
      dropConnection(client, new DatabaseConnectionError('The database cannot be reached', { cause: error }));
    }
  };
  void ping();
}

/** How long a connection may take to end after a failure, before it is dropped. */
const closeWithinMs = 5000;

/**
 * Rolls back the open transaction of a database connection and closes the connection after a failure, and waits until
 * Postgres has freed its locks, so that the next attempt does not find them taken. A connection that is broken, or does
 * not answer within five seconds, is dropped instead; Postgres frees its locks soon after. Never rejects.
 */
export async function closeAfterFailure(client: pg.Client): Promise<void> {
  const cancel = after(closeWithinMs, () => dropConnection(client), { keepsAlive: true });
  try {
    await client.query('rollback');
    await client.end();
  } catch {
    dropConnection(client);
  } finally {
    cancel();
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
