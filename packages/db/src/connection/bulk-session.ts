import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { DatabaseLog } from './database-log.ts';
import { connectionConfig } from './pool.ts';
import type { Database } from '../schema/index.ts';

/**
 * A database connection of its own for an M3U import, which takes minutes: temporary tables, advisory locks and
 * settings live as long as the connection. Statements run one after another, without a time limit.
 */
export interface BulkSession extends AsyncDisposable {
  db: Kysely<Database>;
  /**
   * Copies lines in Postgres's COPY text format into a table, also inside a transaction of {@link db}.
   *
   * @param target - `table (columns)`; trusted text, never user input
   * @param lines - UTF-8 text in which each line ends in `\n`; one chunk may hold any number of lines
   * @see https://www.postgresql.org/docs/current/sql-copy.html#id-1.9.3.55.9.2
   */
  copyInto(target: string, lines: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void>;
  /** Cancels the SQL statement that runs on this connection; the promise of that statement then rejects. */
  cancel(): Promise<void>;
}

/**
 * Postgres settings for M3U imports: more memory for temporary tables and sorting; a larger GIN pending list, so that
 * the search index takes new words in larger batches; and a statistics target of 20, with which `analyze` samples six
 * thousand rows of a table (300 times the target), enough for the query planner.
 */
const settings = `
  set temp_buffers = '64MB'; set work_mem = '48MB'; set maintenance_work_mem = '64MB';
  set gin_pending_list_limit = '16MB'; set jit = off; set default_statistics_target = 20`;

/**
 * A setting that makes Postgres notice within 500 ms that the importing process has disconnected; the running statement
 * then ends and releases its locks. Not every operating system can report a closed connection.
 *
 * @see https://www.postgresql.org/docs/current/runtime-config-connection.html#GUC-CLIENT-CONNECTION-CHECK-INTERVAL
 */
const watchClient = `set client_connection_check_interval = '500ms'`;

export async function openBulkSession(connectionString: string, log: DatabaseLog): Promise<BulkSession> {
  // An import's pool has at most one connection, which is never closed for being idle: a second connection would not
  // see the temporary tables of the first.
  const pool = new pg.Pool({ ...connectionConfig(connectionString), max: 1, idleTimeoutMillis: 0 });
  let connection: pg.PoolClient | undefined;
  pool.on('connect', (client) => {
    connection = client;
    client.on('error', (error) => log.warn({ err: error }, 'The connection of an import broke'));
  });
  pool.on('error', () => {});
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  let processId = 0;
  try {
    await pool.query(settings);
    await pool.query(watchClient).catch(() => undefined);
    const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
    processId = rows[0]?.pid ?? 0;
  } catch (error) {
    await pool.end();
    throw error;
  }
  return {
    db,
    async copyInto(target, lines) {
      // A transaction has taken the only connection out of the pool, and COPY has to run in that transaction.
      if (connection === undefined) throw new Error('An import has no connection');
      await pipeline(Readable.from(lines), connection.query(copyFrom(`copy ${target} from stdin`)));
    },
    async cancel() {
      const client = new pg.Client(connectionConfig(connectionString));
      await client.connect();
      try {
        await client.query('select pg_cancel_backend($1)', [processId]);
      } finally {
        await client.end();
      }
    },
    [Symbol.asyncDispose]: () => pool.end(),
  };
}
