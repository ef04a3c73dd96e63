/**
 * Thrown when a connection to the database broke, or Postgres did not answer on it in time; whether the statement took
 * effect is not known.
 */
export class DatabaseConnectionError extends Error {
  override readonly name = 'DatabaseConnectionError';
}
