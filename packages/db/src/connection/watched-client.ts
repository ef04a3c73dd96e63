import pg from 'pg';
import { DatabaseConnectionError } from './database-connection-error.ts';
import { dropConnection } from './drop-connection.ts';
import { after } from '../base/clock.ts';
import { PrimaryClient, type PrimaryClientConfig } from './primary-client.ts';

/**
 * The time limit for every database statement of a request, in milliseconds; a transaction that needs longer sets its
 * own limit with `set local statement_timeout`.
 */
export const statementTimeoutMs = 5_000;
/**
 * How long after a statement's time limit the client still waits for Postgres's answer, in milliseconds. Postgres
 * cancels a statement at its limit and reports that, so a connection that is silent even later is dead.
 */
const answerGraceMs = 1_000;

/** The SQLSTATE of a write that Postgres refuses because the host is a replica, or the transaction may only read. */
const readOnlyState = '25006';

/**
 * Matches statements after which the connection's usual time limit applies again: the end of the transaction that had
 * set its own limit, or an explicit reset.
 */
const endsOwnLimit = /^\s*(?:commit|rollback|reset statement_timeout)\b/i;

/**
 * A `pg` client that never waits for ever for an answer: when a network vanishes without closing connections, a query
 * would never end, and the pool would hand out the dead connection again. When no answer has come shortly after the
 * statement's time limit, the connection is destroyed, and the pool opens another.
 *
 * Errors of the connection are thrown as {@link DatabaseConnectionError}; errors that Postgres itself reports stay as
 * they are.
 */
export class WatchedClient extends PrimaryClient {
  readonly #answerLimitMs: number;
  /**
   * Whether the transaction or session has set a time limit of its own for its statements. The client's timer is off
   * then, and only TCP keep-alive finds a dead connection.
   */
  #hasOwnLimit = false;

  constructor(config: PrimaryClientConfig = {}) {
    super(config);
    this.#answerLimitMs = (Number(config.statement_timeout) || statementTimeoutMs) + answerGraceMs;
    const send = super.query.bind(this) as (...args: unknown[]) => unknown;
    // The driver's method `query` is replaced by assignment, because a method with one signature cannot fit all
    // overloads of the driver's.
    this.query = ((...args: unknown[]) => {
      const text = textOf(args[0]);
      const result = send(...args);
      if (text.includes('statement_timeout')) this.#hasOwnLimit = true;
      if (endsOwnLimit.test(text)) this.#hasOwnLimit = false;
      // A query with a callback, a cursor or a COPY stream returns no promise and is passed on unwatched.
      return result instanceof Promise ? this.#watch(result) : result;
    }) as pg.Client['query'];
  }

  /** Connects, as the pool does, and passes errors of the connection on as {@link DatabaseConnectionError}. */
  override connect(callback: (error: Error) => void): void;
  override connect(): Promise<this>;
  override connect(callback?: (error: Error) => void): Promise<this> | void {
    if (callback === undefined) {
      return super.connect().catch((error: unknown) => {
        throw readConnectionError(error);
      });
    }
    // The driver calls back without an error when the connection is open.
    super.connect((error?: Error) => callback(readConnectionError(error) as Error));
  }

  /** Ends the connection before its query fails: the pool gets the connection back then, and would give it out again. */
  #endNow(): Promise<void> {
    const ended = new Promise<void>((resolve) => this.once('end', () => resolve()));
    dropConnection(this);
    return ended;
  }

  async #watch<T>(result: Promise<T>): Promise<T> {
    const drop = () => dropConnection(this, new Error('The database did not answer in time'));
    const cancel = this.#hasOwnLimit ? undefined : after(this.#answerLimitMs, drop, { keepsAlive: true });
    try {
      return await result;
    } catch (error) {
      // The host was a primary and is none any more, or its address leads to another host: the pool opens a new connection.
      if (error instanceof pg.DatabaseError && error.code === readOnlyState) await this.#endNow();
      throw readConnectionError(error);
    } finally {
      cancel?.();
    }
  }
}

/** Makes an error of the connection recognisable; what Postgres itself reports, and no error, stay as they are. */
function readConnectionError(error: unknown): unknown {
  return error instanceof Error && !(error instanceof pg.DatabaseError)
    ? new DatabaseConnectionError(error.message, { cause: error })
    : error;
}

function textOf(query: unknown): string {
  if (typeof query === 'string') return query;
  if (typeof query === 'object' && query !== null && 'text' in query) return String(query.text);
  return '';
}
