import type { PostgresPool } from 'kysely';
import pg from 'pg';
import { after } from '../base/clock.ts';
import { DatabaseConnectionError } from './database-connection-error.ts';
import type { DatabaseLog } from './database-log.ts';
import type { PrimaryClientConfig } from './primary-client.ts';
import { createPrimaryFinder, type PrimaryFinder } from './primary-finder.ts';
import { readHosts } from './several-hosts.ts';
import { statementTimeoutMs, WatchedClient } from './watched-client.ts';

/**
 * How long a transaction may stay open between two statements, in milliseconds: it may hold locks that others wait for.
 */
const idleInTransactionTimeoutMs = 10_000;
/**
 * How long a request waits for one of the pool's connections while all of them are in use, before the server answers 503, in
 * milliseconds.
 */
const freeWithinMs = 3_000;
/**
 * How long the database may take to open a connection, in milliseconds. It starts a process for each, which takes seconds on
 * a busy machine, and does not mean that the database is overloaded.
 */
const openWithinMs = 10_000;

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

/** By connection string: connections of this process share what one of them has found out about the primary. */
const primaries = new Map<string, PrimaryFinder>();

/**
 * The settings of every database connection of the product, whether it belongs to the pool or is opened alone.
 *
 * @throws {TypeError} when the connection string names several hosts and one of them is invalid
 */
export function connectionConfig(connectionString: string): PrimaryClientConfig {
  const read = readHosts(connectionString);
  if (read === undefined) throw new TypeError('Invalid hosts in the URL of the database');
  const config = {
    connectionString: read.firstUrl,
    types: typeParsers,
    application_name: 'butaca',
    connectionTimeoutMillis: openWithinMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
  };
  if (read.hosts.length === 0) return config;
  const primary = primaries.get(connectionString) ?? createPrimaryFinder(read.hosts, config);
  primaries.set(connectionString, primary);
  return { ...config, primary };
}

/** @param keepsReady - whether connections stay open that nobody uses */
export function createPool(
  connectionString: string,
  size: number,
  log: DatabaseLog,
  { statementLimitMs = statementTimeoutMs, keepsReady = false } = {},
): pg.Pool {
  const pool = new pg.Pool({
    ...connectionConfig(connectionString),
    Client: WatchedClient,
    max: size,
    min: keepsReady ? size : 0,
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

/**
 * Opens all connections of a pool, so that no request waits for that later. A failure is only logged: requests open what is
 * missing.
 */
export async function openAll(pool: pg.Pool, log: DatabaseLog): Promise<void> {
  const openings = Array.from({ length: pool.options.max }, async () => (await pool.connect()).release());
  for (const { status, reason } of (await Promise.allSettled(openings)) as PromiseRejectedResult[])
    if (status === 'rejected') log.warn({ err: reason as unknown }, 'A database connection was not opened');
}

/**
 * Makes requests wait for a connection by what they wait for: for one that is being opened as long as the database may take,
 * for one of those that are in use less.
 */
export function limitWaits(pool: pg.Pool): PostgresPool {
  const open = new Set<unknown>();
  pool.on('connect', (client) => open.add(client));
  pool.on('remove', (client) => open.delete(client));
  const areAllInUse = () => pool.idleCount === 0 && open.size >= pool.options.max;
  return {
    async connect() {
      const taking = pool.connect();
      let cancel = (): void => undefined;
      const late = new Promise<'late'>((resolve) => {
        cancel = after(freeWithinMs, () => {
          if (areAllInUse()) resolve('late');
        });
      });
      const first = await Promise.race([taking, late]).finally(() => cancel());
      if (first !== 'late') return first;
      taking.then((client) => client.release()).catch(() => undefined);
      throw new DatabaseConnectionError('timeout exceeded when trying to connect');
    },
    end: () => pool.end(),
  };
}
