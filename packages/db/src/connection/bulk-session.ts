import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Kysely } from 'kysely';
import { from as copyFrom } from 'pg-copy-streams';
import type { DatabaseLog } from './database-log.ts';
import { connectForMaintenance, kyselyOn } from './maintenance-client.ts';
import { connectionConfig } from './pool.ts';
import type { Database } from '../schema/index.ts';
import { WatchedClient } from './watched-client.ts';

/**
 * A database connection of its own for an M3U import, which takes minutes: temporary tables, advisory locks and
 * settings live as long as the connection. Statements run one after another, without a time limit, and fail when the
 * database can no longer be reached.
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

/** @param answerLimitMs - how long the database may take to show that it can be reached */
export async function openBulkSession(
  connectionString: string,
  log: DatabaseLog,
  answerLimitMs?: number,
): Promise<BulkSession> {
  const client = await connectForMaintenance(connectionString, answerLimitMs);
  client.on('error', (error) => log.warn({ err: error }, 'The connection of an import broke'));
  let processId = 0;
  try {
    await client.query(settings);
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    processId = rows[0]?.pid ?? 0;
  } catch (error) {
    await client.end();
    throw error;
  }
  return {
    db: kyselyOn(client),
    copyInto: (target, lines) =>
      pipeline(Readable.from(lines), client.query(copyFrom(`copy ${target} from stdin`))),
    async cancel() {
      const canceller = new WatchedClient(connectionConfig(connectionString));
      // The statement under way tells of a connection that breaks; without a listener the event would end the process.
      canceller.on('error', () => undefined);
      await canceller.connect();
      try {
        await canceller.query('select pg_cancel_backend($1)', [processId]);
      } finally {
        await canceller.end();
      }
    },
    [Symbol.asyncDispose]: () => client.end(),
  };
}
