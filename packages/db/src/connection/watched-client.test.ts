import { readdir } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { openFragileNetwork, type FragileNetwork } from '../../test/fragile-network.ts';
import { countWaitingForLocks, createTestDatabase, holdTimers, type TestDatabase } from '../../test/index.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { openBulkSession } from './bulk-session.ts';
import { DatabaseConnectionError } from './database-connection-error.ts';
import { openDatabase, type DatabaseConnection } from '../open-database.ts';
import { silentLog } from './database-log.ts';
import { NotificationListener } from './notification-listener.ts';
import { createPool } from './pool.ts';

const one = sql<{ one: number }>`select 1 as one`;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

async function openNetwork(databaseUrl: string): Promise<FragileNetwork> {
  const network = await openFragileNetwork(databaseUrl);
  onTestFinished(() => network[Symbol.asyncDispose]());
  return network;
}

/** A limit that no statement of these tests reaches in real time. */
const limitMs = 60_000;

async function openThrough(databaseUrl: string): Promise<DatabaseConnection> {
  const opened = await openDatabase({
    dataDir: '/not used',
    databaseUrl,
    poolSize: 4,
    statementTimeoutMs: limitMs,
  });
  onTestFinished(() => opened.close());
  return opened;
}

/** When Postgres answered the last question by which a session of imports finds out whether it can be reached. */
async function lastPing(): Promise<string | undefined> {
  const { rows } = await sql<{ at: string }>`
    select query_start::text as at from pg_stat_activity
    where datname = current_database() and query = 'select 1' and state = 'idle'
    order by query_start desc limit 1`.execute(database.db);
  return rows[0]?.at;
}

describe('a network that vanishes without closing connections', () => {
  it('fails waiting queries, and queries and listeners work again once it is back', async () => {
    using timers = holdTimers();
    const network = await openNetwork(inject('testDatabaseUrl'));
    const { db, listen } = await openThrough(network.databaseUrl);
    const heard: (string | null)[] = [];
    await listen('fragile', (payload) => heard.push(payload));
    await Promise.all(Array.from({ length: 4 }, () => sql`select pg_sleep(0.05)`.execute(db)));

    network.vanish();
    const waiting = Promise.allSettled(Array.from({ length: 4 }, () => one.execute(db)));
    for (const result of await timers.finish(waiting)) {
      expect(result).toMatchObject({
        status: 'rejected',
        reason: expect.any(DatabaseConnectionError) as unknown,
      });
    }
    network.comeBack();
    expect((await one.execute(db)).rows).toEqual([{ one: 1 }]);
    // After its connection broke, the notification listener calls its handler with `null` (notifications may have been
    // missed) and receives new notifications again.
    await expect.poll(() => heard).toContain(null);
    await sql`notify fragile, 'again'`.execute(db);
    await expect.poll(() => heard).toContain('again');
  });

  it('fails the statements of imports and backups, which have no time limit', async () => {
    using timers = holdTimers();
    await using own = await createTestDatabase();
    const network = await openNetwork(own.connectionString);
    const folder = await temporaryFolder();
    const open = () => openBulkSession(network.databaseUrl, silentLog, limitMs);
    await using inStatement = await open();
    await using inCopy = await open();
    await sql`create temporary table staged (line text)`.execute(inCopy.db);
    async function* lines() {
      const line = Buffer.from(`${'x'.repeat(999)}\n`);
      for (;;) yield await new Promise<Buffer>((resolve) => setImmediate(resolve, line));
    }
    await own.db.transaction().execute(async (trx) => {
      await sql`lock table account in access exclusive mode`.execute(trx);
      const work = [
        sql`select count(*) from account`.execute(inStatement.db),
        inCopy.copyInto('staged', lines()),
        writeBackup(network.databaseUrl, join(folder, 'a.bak')),
      ];
      const failures = Promise.all(work.map((each) => each.then(() => 'done', String)));
      await expect.poll(() => countWaitingForLocks(own.db)).toBe(2);
      network.vanish();
      const lost = 'DatabaseConnectionError: The database cannot be reached';
      expect(await timers.finish(failures)).toEqual([lost, lost, lost]);
    });
    expect(await readdir(folder)).toEqual([]);
    expect(await one.execute(inStatement.db).catch(String)).toContain('not queryable');
  });

  it('does not end a transaction that has set its own statement timeout, or a long statement of an import', async () => {
    using timers = holdTimers();
    const { db } = await openThrough(database.connectionString);
    await using session = await openBulkSession(database.connectionString, silentLog, limitMs);
    const wait = sql`select count(*) from account`;
    let work: Promise<unknown> | undefined;
    await database.db.transaction().execute(async (holder) => {
      await sql`lock table account in access exclusive mode`.execute(holder);
      work = Promise.all([
        db.transaction().execute(async (trx) => {
          await sql`set local statement_timeout = 0`.execute(trx);
          await wait.execute(trx);
          return (await one.execute(trx)).rows;
        }),
        wait.execute(session.db),
      ]);
      await expect.poll(() => countWaitingForLocks(database.db)).toBe(2);
      for (let passedMs = 0; passedMs < 2 * limitMs; passedMs += limitMs / 2) {
        const before = await lastPing();
        await timers.pass(limitMs / 2);
        await expect.poll(() => lastPing()).not.toBe(before);
      }
    });
    expect(await work).toMatchObject([[{ one: 1 }], {}]);
    expect((await one.execute(session.db)).rows).toEqual([{ one: 1 }]);
  });
});

describe('a listener that closes', () => {
  it('waits two seconds at most for a network that has vanished', async () => {
    const network = await openNetwork(database.connectionString);
    const listener = new NotificationListener(network.databaseUrl, silentLog);
    await listener.listen('fragile', () => undefined);
    network.vanish();
    using timers = holdTimers();
    let isClosed = false;
    const closing = listener.close().then(() => (isClosed = true));
    await timers.pass(1_999);
    expect(isClosed).toBe(false);
    await timers.pass(1);
    expect(await closing).toBe(true);
  });
});

describe('a connection that breaks', () => {
  it('fails its query with a connection error, and leaves errors of Postgres unchanged', async () => {
    const network = await openNetwork(database.connectionString);
    const { db } = await openThrough(network.databaseUrl);
    const sleeping = sql`select pg_sleep(50)`.execute(db);
    const broken = expect(sleeping).rejects.toBeInstanceOf(DatabaseConnectionError);
    await vi.waitFor(async () => {
      const { rows } = await sql`
        select 1 from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and query like '%pg_sleep(50)%'`.execute(
        database.db,
      );
      expect(rows).toHaveLength(1);
    });
    network.cut();
    await broken;
    await expect(sql`select 1 / 0`.execute(db)).rejects.toMatchObject({ code: '22012' });
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
