import pg from 'pg';

/** How many queries have been sent. */
let sent = 0;

/**
 * From now on the process ends with SIGKILL once its connections have sent so many queries, right after the last of them: what
 * that was is on its way to the database, and nobody waits for its answer any more.
 */
export function killAtQuery(killAt: number): void {
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function sendCounted(this: pg.Client, ...given: unknown[]) {
    const result: unknown = Reflect.apply(query, this, given);
    sent += 1;
    if (sent === killAt) process.kill(process.pid, 'SIGKILL');
    return result;
  } as typeof query;
}

/** Tells whoever started the process that it came to its end. */
export function reportEnd(): void {
  process.send?.(sent);
}
