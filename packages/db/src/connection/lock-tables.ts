import { sql, type Kysely } from 'kysely';
import { DatabaseStartError } from './database-start-error.ts';

/** How long one attempt waits for the locks, in ms: everybody else who uses the tables queues behind it. */
const attemptMs = 1_000;
const pauseSeconds = 2;
const attempts = 200;

/** The errors of an attempt after which the next one may succeed: no lock in time, and a deadlock. */
const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '55P03' || error.code === '40P01');

/**
 * Locks tables for a change in the transaction of a migration. While another transaction uses a table, as a backup does for
 * minutes, the lock is asked for again and again, for one second each time, so that others can use the tables meanwhile.
 *
 * @throws {DatabaseStartError} when the tables were in use for ten minutes
 */
export async function lockTables(trx: Kysely<unknown>, names: readonly string[]): Promise<void> {
  const { rows } = await sql<{ timeout: string }>`select current_setting('lock_timeout') as timeout`.execute(
    trx,
  );
  for (let attempt = 1; ; attempt += 1) {
    await sql`savepoint locks`.execute(trx);
    try {
      await sql`select set_config('lock_timeout', ${`${attemptMs}ms`}, true)`.execute(trx);
      await sql`lock table ${sql.join(names.map((name) => sql.table(name)))} in access exclusive mode`.execute(
        trx,
      );
      await sql`select set_config('lock_timeout', ${rows[0]?.timeout ?? '0'}, true)`.execute(trx);
      await sql`release savepoint locks`.execute(trx);
      return;
    } catch (error) {
      await sql`rollback to savepoint locks`.execute(trx);
      if (!isBusy(error)) throw error;
      if (attempt === attempts)
        throw new DatabaseStartError(
          `Otra transacción lleva diez minutos usando tablas que hay que cambiar (${names.join(', ')}), por ejemplo una ` +
            'copia con pg_dump. Espera a que termine o termínala, y arranca de nuevo.',
          { cause: error },
        );
      await sql`select pg_sleep(${pauseSeconds})`.execute(trx);
    }
  }
}
