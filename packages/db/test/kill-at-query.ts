/*
 * Loaded before a script: ends its process with SIGKILL once its connections have sent as many queries as the first argument
 * says, right after the last of them. What that was is on its way to the database, and nobody waits for its answer any more. A
 * process that comes to its end tells whoever started it how many queries it sent.
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
