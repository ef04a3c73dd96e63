import { createServer, type AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { openFragileNetwork } from '../../test/fragile-network.ts';
import { createTestDatabase, type TestDatabase } from '../../test/index.ts';
import { DatabaseConnectionError } from './database-connection-error.ts';
import { openDatabase, type DatabaseConnection } from '../open-database.ts';
import { silentLog } from './database-log.ts';
import { createPool } from './pool.ts';

const one = sql<{ one: number }>`select 1 as one`;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

async function openThrough(databaseUrl: string): Promise<DatabaseConnection> {
  const opened = await openDatabase({
    dataDir: '/not used',
    databaseUrl,
    poolSize: 4,
    statementTimeoutMs: 200,
  });
  onTestFinished(() => opened.close());
  return opened;
}

describe('a network that vanishes without closing connections', () => {
  it('fails waiting queries, and queries and listeners work again once it is back', async () => {
    const network = await openFragileNetwork(inject('testDatabaseUrl'));
    onTestFinished(() => network[Symbol.asyncDispose]());
    const { db, listen } = await openThrough(network.databaseUrl);
    const heard: (string | null)[] = [];
    await listen('fragile', (payload) => heard.push(payload));
    await Promise.all(Array.from({ length: 4 }, () => sql`select pg_sleep(0.05)`.execute(db)));

    network.vanish();
    const waiting = Array.from({ length: 4 }, () => one.execute(db));
    for (const result of await Promise.allSettled(waiting)) {
      expect(result).toMatchObject({
        status: 'rejected',
        reason: expect.any(DatabaseConnectionError) as unknown,
      });
    }
    network.comeBack();
    expect((await one.execute(db)).rows).toEqual([{ one: 1 }]);
    // After its connection broke, the notification listener calls its handler with `null` (notifications may have been
    // missed) and receives new notifications again.
    await vi.waitFor(() => expect(heard).toContain(null), { timeout: 15_000, interval: 50 });
    await sql`notify fragile, 'again'`.execute(db);
    await vi.waitFor(() => expect(heard).toContain('again'));
  });

  it('does not end a transaction that has set its own statement timeout', async () => {
    const { db } = await openThrough(database.connectionString);
    const slept = db.transaction().execute(async (trx) => {
      await sql`set local statement_timeout = 0`.execute(trx);
      await sql`select pg_sleep(1.5)`.execute(trx);
      return one.execute(trx);
    });
    expect((await slept).rows).toEqual([{ one: 1 }]);
  });
});

describe('a connection that breaks', () => {
  it('fails its query with a connection error, and leaves errors of Postgres unchanged', async () => {
    const own = await createTestDatabase({ poolSize: 1 });
    onTestFinished(() => own.close());
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(own.db);
    const sleeping = sql`select pg_sleep(5)`.execute(own.db);
    const broken = expect(sleeping).rejects.toThrow();
    await vi.waitFor(async () => {
      const { rows: found } =
        await sql`select 1 from pg_stat_activity where pid = ${rows[0]?.pid} and query like '%pg_sleep%'`.execute(
          database.db,
        );
      expect(found).toHaveLength(1);
    });
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(database.db);
    await broken;
    const refused = () => expect(sql`select 1 / 0`.execute(own.db)).rejects.toMatchObject({ code: '22012' });
    await vi.waitFor(refused);
  });
});

describe('a database that resets new connections, as a crashing one does', () => {
  it('fails queries with a connection error', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined).once('data', () => socket.resetAndDestroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const pool = createPool(`postgres://nadie@127.0.0.1:${port}/nada`, 1, silentLog);
    onTestFinished(async () => {
      await pool.end();
      server.close();
    });
    await expect(pool.query('select 1')).rejects.toBeInstanceOf(DatabaseConnectionError);
  });
});
