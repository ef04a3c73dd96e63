import { Kysely, PostgresDialect } from 'kysely';
import { silentLog, type DatabaseLog } from './connection/database-log.ts';
import { endsWithin } from './connection/ends-within.ts';
import { startEmbeddedPostgres } from './embedded-postgres/start-embedded-postgres.ts';
import { connectExternalPostgres } from './connection/external-postgres.ts';
import { NotificationListener, type NotificationHandler } from './connection/notification-listener.ts';
import { openBulkSession, type BulkSession } from './connection/bulk-session.ts';
import { createPool, limitWaits, openAll } from './connection/pool.ts';
import type { Database } from './schema/index.ts';

/** Which Postgres `openDatabase` uses, and the limits of its connections. */
export interface OpenDatabaseOptions {
  /** The folder in which the embedded Postgres stores its data, under `postgres/`; unused with a `databaseUrl`. */
  dataDir: string;
  /**
   * The URL of a Postgres server that the operator (who runs the server) provides; without it the embedded Postgres is
   * started.
   */
  databaseUrl?: string | undefined;
  log?: DatabaseLog;
  /** The maximum number of connections in the pool, not counting the connection that listens for notifications. */
  poolSize?: number;
  /** Whether all connections of the pool are opened at once and stay open, so that no request waits for that. */
  keepsReady?: boolean;
  /** The time limit in milliseconds for statements that set none themselves; five seconds by default. */
  statementTimeoutMs?: number;
}

/** An open database of the product: queries, notifications, and `close`. */
export interface DatabaseConnection extends AsyncDisposable {
  db: Kysely<Database>;
  /** The connection URL for other clients of the database that is open. It contains the password: never log it. */
  connectionString: string;
  /** Calls the handler for each Postgres `notify` on a channel; resolves when the subscription is active. */
  listen(channel: string, handler: NotificationHandler): Promise<void>;
  /** Opens a database connection outside the pool, for work that takes minutes. */
  openBulkSession(): Promise<BulkSession>;
  /**
   * Waits for running queries, closes every database connection, and stops the embedded Postgres. May be called twice.
   */
  close(): Promise<void>;
  /** A Spanish description of the Postgres in use, without credentials, which the server logs when it starts. */
  describe(): string;
}

const defaultPoolSize = 10;
/**
 * How long closing the database waits for connections that were never released, in milliseconds, so that the server can
 * end.
 */
const drainTimeoutMs = 10_000;

/**
 * Opens the operator's Postgres (`databaseUrl`), or starts the embedded one in `dataDir`. Schema migrations are not
 * run.
 *
 * @throws {DatabaseStartError} when the database cannot be opened; the message says in Spanish what to do
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<DatabaseConnection> {
  const log = options.log ?? silentLog;
  const server =
    options.databaseUrl === undefined
      ? await startOwnServer(options.dataDir, log)
      : await connectExternalPostgres(options.databaseUrl, log);
  const { connectionString } = server;
  const pool = createPool(connectionString, options.poolSize ?? defaultPoolSize, log, {
    statementLimitMs: options.statementTimeoutMs,
    keepsReady: options.keepsReady,
  });
  if (options.keepsReady === true) void openAll(pool, log);
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: limitWaits(pool) }) });
  const listener = new NotificationListener(connectionString, log);

  let closing: Promise<void> | undefined;
  const closeAll = async () => {
    await listener.close();
    // Kysely ends the connection pool only if it has used the pool, so the pool is ended explicitly.
    await endsWithin(pool.end(), drainTimeoutMs);
    await server.stop();
  };
  const close = () => (closing ??= closeAll());
  return {
    db,
    connectionString,
    listen: (channel, handler) => listener.listen(channel, handler),
    openBulkSession: () => openBulkSession(connectionString, log, options.statementTimeoutMs),
    close,
    describe: () => server.description,
    [Symbol.asyncDispose]: close,
  };
}

async function startOwnServer(dataDir: string, log: DatabaseLog) {
  const server = await startEmbeddedPostgres({ dataDir, log });
  return { ...server, description: `Postgres ${server.major} incluido, en ${server.folder}` };
}
