/*
 * Loaded before the script of a test process (`--import`): kills the process with SIGKILL right after its database
 * connections have sent as many queries as the first argument says. The last query is then in flight to the database
 * and its answer is never read. A process that ends by itself reports to its parent how many queries it sent.
 */
import pg from 'pg';

const killAt = Number(process.argv[2]);
let sent = 0;

const { query } = pg.Client.prototype;
pg.Client.prototype.query = function sendCounted(this: pg.Client, ...given: unknown[]) {
  const result: unknown = Reflect.apply(query, this, given);
  sent += 1;
  if (sent === killAt) process.kill(process.pid, 'SIGKILL');
  return result;
} as typeof query;

process.once('beforeExit', () => process.send?.(sent));
