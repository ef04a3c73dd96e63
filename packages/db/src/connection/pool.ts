import pg from 'pg';
import type { DatabaseLog } from './database-log.ts';
import { statementTimeoutMs, WatchedClient } from './watched-client.ts';

/**
 * How long a transaction may stay open between two statements, in milliseconds: it may hold locks that others wait for.
 */
const idleInTransactionTimeoutMs = 10_000;
/** How long a request waits for a free database connection before the server answers 503, in milliseconds. */
const connectionTimeoutMs = 3_000;

/**
 * After how many milliseconds without traffic TCP keep-alive checks whether the other end of a database connection is
 * still there.
 */
const keepAliveMs = 10_000;

const int8Oid = pg.types.builtins.INT8;

/**
 * Makes `pg` return `bigint` and `count(*)` as numbers, not text: the product uses them for counts and versions, which
 * are far below 2^53.
 */
const typeParsers = new pg.TypeOverrides();
typeParsers.setTypeParser(int8Oid, Number);

/** The settings of every database connection of the product, whether it belongs to the pool or is opened alone. */
export function connectionConfig(connectionString: string): pg.ClientConfig {
  return {
    connectionString,
    types: typeParsers,
    application_name: 'butaca',
    connectionTimeoutMillis: connectionTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
  };
}

export function createPool(
  connectionString: string,
  size: number,
  log: DatabaseLog,
  statementLimitMs = statementTimeoutMs,
): pg.Pool {
  const pool = new pg.Pool({
    ...connectionConfig(connectionString),
    Client: WatchedClient,
    max: size,
    statement_timeout: statementLimitMs,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
  });
  // This listener handles the error of a connection that breaks between two statements of a transaction: while a
  // connection is checked out, the pool does not handle its errors.
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ err: error }, 'A database connection broke'));
  });
  // The pool also emits the error of an idle connection that broke, and replaces that connection; an unhandled `error`
  // event would end the process.
  pool.on('error', () => {});
  return pool;
}
