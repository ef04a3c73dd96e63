import { DatabaseConnectionError } from '@butaca/db';
import { AppError } from './app-error.ts';

/**
 * Maps SQLSTATE classes and codes of Postgres to errors of the API.
 *
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const byState: readonly [prefix: string, toError: (cause: Error) => AppError][] = [
  ['23505', (cause) => new AppError('resource.conflict', { cause })],
  ['23', (cause) => new AppError('resource.conflict', { cause })],
  ['22', (cause) => new AppError('input.invalid', { cause })],
  ['40', (cause) => new AppError('resource.conflict', { cause })],
  ['53100', (cause) => new AppError('server.storage_full', { cause, retryAfterSeconds: 60 })],
  ['53', (cause) => unavailable(cause)],
  ['57', (cause) => unavailable(cause)],
  ['08', (cause) => unavailable(cause)],
  ['25006', (cause) => unavailable(cause)],
  // A row is locked by another transaction, which ends within seconds, also where its server hangs.
  ['55P03', (cause) => unavailable(cause)],
];

const connectionCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND']);
/**
 * Matches the messages of database connection errors that the driver (pg) throws without a code.
 *
 * @see https://github.com/brianc/node-postgres/tree/master/packages/pg-pool
 */
const connectionMessages =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Query read timeout)/;

function unavailable(cause: Error): AppError {
  return new AppError('server.unavailable', { cause, retryAfterSeconds: 5 });
}

/** Converts a database error to an error of the API; returns `undefined` for an error that is not from the database. */
export function readPostgresError(error: Error): AppError | undefined {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (/^[0-9A-Z]{5}$/.test(code) && 'severity' in error) {
    return byState.find(([prefix]) => code.startsWith(prefix))?.[1](error);
  }
  const isConnection =
    error instanceof DatabaseConnectionError ||
    (connectionCodes.has(code) && ('syscall' in error ? error.syscall === 'connect' : true)) ||
    connectionMessages.test(error.message);
  return isConnection ? unavailable(error) : undefined;
}
