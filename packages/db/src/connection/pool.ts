import pg from 'pg';
import type { DatabaseLog } from './database-log.ts';
import { statementTimeoutMs, WatchedClient } from './watched-client.ts';

/** The limit for a transaction without a running statement, because it may hold locks. */
const idleInTransactionTimeoutMs = 10_000;
/** How long a request waits for a free connection before it is answered with 503. */
const connectionTimeoutMs = 3_000;

/** An idle connection that long without traffic is asked by TCP whether its other end is still there. */
const keepAliveMs = 10_000;

const int8Oid = pg.types.builtins.INT8;

/**
 * Makes `pg` return `bigint` and `count(*)` as numbers, not text: the product's are counts and versions, far below
 * 2^53.
 */
const typeParsers = new pg.TypeOverrides();
typeParsers.setTypeParser(int8Oid, Number);

/** The settings of every database connection of the product, pooled or not. */
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
  // Handles a connection that breaks between two statements of a transaction, while the pool does not handle its
  // errors.
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ err: error }, 'A database connection broke'));
  });
  // The pool also emits the error of a broken idle connection, and replaces the connection; an unhandled `error` event
  // would end the process.
  pool.on('error', () => {});
  return pool;
}
