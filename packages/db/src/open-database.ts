import { Kysely, PostgresDialect } from 'kysely';
import { silentLog, type DatabaseLog } from './connection/database-log.ts';
import { endsWithin } from './connection/ends-within.ts';
import { startEmbeddedPostgres } from './embedded-postgres/start-embedded-postgres.ts';
import { connectExternalPostgres } from './connection/external-postgres.ts';
import { NotificationListener, type NotificationHandler } from './connection/notification-listener.ts';
import { openBulkSession, type BulkSession } from './connection/bulk-session.ts';
import { createPool } from './connection/pool.ts';
import type { Database } from './schema/index.ts';

export interface OpenDatabaseOptions {
  /** Holds the embedded Postgres, in `postgres/`; not used with a `databaseUrl`. */
  dataDir: string;
  /** A Postgres of the operator's; without one the embedded Postgres is started. */
  databaseUrl?: string | undefined;
  log?: DatabaseLog;
  /** The most connections of the pool; the listening connection is not counted. */
  poolSize?: number;
  /** The limit for every statement that sets none itself, other than the usual five seconds. */
  statementTimeoutMs?: number;
}

/** An open database: queries, notifications, and closing both. */
export interface DatabaseConnection extends AsyncDisposable {
  db: Kysely<Database>;
  /** For other clients of the same database. Holds the password: never log it. */
  connectionString: string;
  /** Calls the handler for each `notify` on a channel; resolves once no notification can be missed any more. */
  listen(channel: string, handler: NotificationHandler): Promise<void>;
  /** Opens a connection outside the pool for work that takes minutes. */
  openBulkSession(): Promise<BulkSession>;
  /** Waits for running queries, closes every connection, and stops the embedded Postgres. May be called twice. */
  close(): Promise<void>;
  /** Which Postgres this is, in Spanish and without credentials, for the log at start-up. */
  describe(): string;
}

const defaultPoolSize = 10;
/** The longest wait for connections that were never released, so that they do not keep the server from ending. */
const drainTimeoutMs = 10_000;

/**
 * Opens the operator's Postgres, or starts the embedded one in `dataDir`. It runs no migrations.
 *
 * @throws {DatabaseStartError} when the database cannot be opened; the message says in Spanish what to do
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<DatabaseConnection> {
  const log = options.log ?? silentLog;
  const server =
    options.databaseUrl === undefined
      ? await startOwnServer(options.dataDir, log)
      : await connectExternalPostgres(options.databaseUrl);
  const { connectionString } = server;
  const pool = createPool(
    connectionString,
    options.poolSize ?? defaultPoolSize,
    log,
    options.statementTimeoutMs,
  );
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  const listener = new NotificationListener(connectionString, log);

  let closing: Promise<void> | undefined;
  const closeAll = async () => {
    await listener.close();
    // Kysely ends the pool only if it has used it.
    await endsWithin(pool.end(), drainTimeoutMs);
    await server.stop();
  };
  const close = () => (closing ??= closeAll());
  return {
    db,
    connectionString,
    listen: (channel, handler) => listener.listen(channel, handler),
    openBulkSession: () => openBulkSession(connectionString, log),
    close,
    describe: () => server.description,
    [Symbol.asyncDispose]: close,
  };
}

async function startOwnServer(dataDir: string, log: DatabaseLog) {
  const server = await startEmbeddedPostgres({ dataDir, log });
  return { ...server, description: `Postgres ${server.major} incluido, en ${server.folder}` };
}
