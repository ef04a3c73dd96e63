import pg from 'pg';
import type { DatabaseLog } from './database-log.ts';

/** No statement of a request runs longer; a transaction that needs more says `set local statement_timeout`. */
const statementTimeoutMs = 5_000;
/** A transaction that waits for its own code holds locks for nothing. */
const idleInTransactionTimeoutMs = 10_000;
/** How long a request waits for a free connection before it is answered with a 503. */
const connectionTimeoutMs = 3_000;

const int8Oid = pg.types.builtins.INT8;

/** `pg` gives `bigint` and `count(*)` as text; ours are counts and versions, far below 2^53. */
const typeParsers = new pg.TypeOverrides();
typeParsers.setTypeParser(int8Oid, Number);

/** What every connection of the product shares, a pool's or a listener's. */
export function connectionConfig(connectionString: string): pg.ClientConfig {
  return {
    connectionString,
    types: typeParsers,
    application_name: 'butaca',
    connectionTimeoutMillis: connectionTimeoutMs,
    keepAlive: true,
  };
}

export function createPool(connectionString: string, size: number, log: DatabaseLog): pg.Pool {
  const pool = new pg.Pool({
    ...connectionConfig(connectionString),
    max: size,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
  });
  // A connection may break between two statements of a transaction, when the pool does not watch it.
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ err: error }, 'A database connection broke'));
  });
  // The pool says the same once more of an idle one, and replaces it; an unheard error would end the process.
  pool.on('error', () => {});
  return pool;
}
