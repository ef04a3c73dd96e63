import type { Duplex } from 'node:stream';
import type pg from 'pg';

/**
 * Closes a database connection at once, even during a query: Postgres rolls back the uncommitted transaction.
 *
 * @param error - the error with which the running query and later ones fail
 */
export function dropConnection(client: pg.Client, error?: Error): void {
  const { connection } = client as unknown as { connection: { stream: Duplex } };
  connection.stream.destroy(error);
}
