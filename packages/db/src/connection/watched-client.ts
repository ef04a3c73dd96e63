import type { Socket } from 'node:net';
import pg from 'pg';
import { DatabaseConnectionError } from './database-connection-error.ts';

/** The limit for every statement of a request; a transaction that needs longer says `set local statement_timeout`. */
export const statementTimeoutMs = 5_000;
/** Postgres has cancelled a statement at its limit; what has not answered this much later is on a connection that is dead. */
const answerGraceMs = 1_000;

/** Statements after which the usual limit holds again. */
const endsOwnLimit = /^\s*(?:commit|rollback|reset statement_timeout)\b/i;

/**
 * A client that does not wait for ever: when a network vanishes without closing connections, nothing would end a query, and its
 * connection would be used again. Past the limit of its statements the connection is destroyed, and the pool makes another.
 *
 * Whatever fails on the way to the database and back is a {@link DatabaseConnectionError}; refusals of Postgres itself stay as they are.
 */
export class WatchedClient extends pg.Client {
  readonly #answerLimitMs: number;
  /** The transaction, or the session, has set a limit of its own: only the keep-alive of TCP finds a dead connection. */
  #hasOwnLimit = false;

  constructor(config: pg.ClientConfig = {}) {
    super(config);
    this.#answerLimitMs = (Number(config.statement_timeout) || statementTimeoutMs) + answerGraceMs;
    const send = super.query.bind(this) as (...args: unknown[]) => unknown;
    // An assignment, because no one signature of a method fits all overloads of the driver's.
    this.query = ((...args: unknown[]) => {
      const text = textOf(args[0]);
      const result = send(...args);
      if (text.includes('statement_timeout')) this.#hasOwnLimit = true;
      if (endsOwnLimit.test(text)) this.#hasOwnLimit = false;
      // A call with a callback, a cursor or a copy stream is passed on as it is.
      return result instanceof Promise ? this.#watch(result) : result;
    }) as pg.Client['query'];
  }

  async #watch<T>(result: Promise<T>): Promise<T> {
    const timer = this.#hasOwnLimit ? undefined : setTimeout(() => this.#destroy(), this.#answerLimitMs);
    try {
      return await result;
    } catch (error) {
      if (error instanceof Error && !(error instanceof pg.DatabaseError)) {
        throw new DatabaseConnectionError(error.message, { cause: error });
      }
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  #destroy(): void {
    const { connection } = this as unknown as { connection: { stream: Socket } };
    connection.stream.destroy(new Error('The database did not answer in time'));
  }
}

function textOf(query: unknown): string {
  if (typeof query === 'string') return query;
  if (typeof query === 'object' && query !== null && 'text' in query) return String(query.text);
  return '';
}
