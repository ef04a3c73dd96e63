import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { sql } from 'kysely';
import { expect, inject, it, onTestFinished } from 'vitest';
import { openDatabase } from '../open-database.ts';
import { holdTimers } from '../../test/index.ts';
import { DatabaseConnectionError } from './database-connection-error.ts';

/** A proxy before the test's Postgres that accepts connections at once and opens them when the test says so. */
async function openSlowDoor() {
  const target = new URL(inject('testDatabaseUrl'));
  const folder = target.searchParams.get('host');
  const port = Number(target.port || 5432);
  const sockets = new Set<Socket>();
  const kept = new Set<Socket>();
  let isOpen = false;
  function pass(client: Socket): void {
    const upstream = folder?.startsWith('/')
      ? connect({ path: `${folder}/.s.PGSQL.${port}` })
      : connect({ host: target.hostname, port });
    upstream.on('error', () => client.destroy()).on('close', () => client.destroy());
    client.on('close', () => upstream.destroy());
    client.pipe(upstream).pipe(client);
  }
  const door = {
    accepted: 0,
    open() {
      isOpen = true;
      for (const client of kept) pass(client);
    },
  };
  const server = createServer((client) => {
    door.accepted += 1;
    sockets.add(client.on('error', () => undefined));
    if (isOpen) pass(client);
    else kept.add(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const through = new URL(target);
  through.searchParams.delete('host');
  through.hostname = '127.0.0.1';
  through.port = String((server.address() as AddressInfo).port);
  return { door, databaseUrl: through.href };
}

const one = sql<{ one: number }>`select 1 as one`;
const answer = { rows: [{ one: 1 }] };

/** Opens a database through a door that opens connections at once, once `openDatabase` has tried it. */
async function openThrough(more: { poolSize: number; keepsReady?: boolean }) {
  const { door, databaseUrl } = await openSlowDoor();
  door.open();
  const database = await openDatabase({ dataDir: '/not used', databaseUrl, ...more });
  onTestFinished(() => database.close());
  return { ...database, door };
}

it('a query waits for a connection that the database is slow to open, longer than for one that is in use', async () => {
  const { door, databaseUrl } = await openSlowDoor();
  using timers = holdTimers();
  const opening = openDatabase({ dataDir: '/not used', databaseUrl, poolSize: 1 });
  await expect.poll(() => door.accepted).toBe(1);
  await timers.pass(9_000);
  door.open();
  const database = await opening;
  onTestFinished(() => database.close());
  expect(await one.execute(database.db)).toMatchObject(answer);

  await database.db.transaction().execute(async (trx) => {
    await one.execute(trx);
    await expect(timers.finish(one.execute(database.db))).rejects.toBeInstanceOf(DatabaseConnectionError);
  });
  expect(await one.execute(database.db)).toMatchObject(answer);
});

it('connections that are kept ready are open before they are needed, and stay open', async () => {
  using timers = holdTimers();
  const { db, door } = await openThrough({ poolSize: 3, keepsReady: true });
  // One more has asked for the version of the server.
  await expect.poll(() => door.accepted).toBe(4);
  // Each of three transactions waits for the others, so that all connections are known to be open before time passes.
  let begun = 0;
  await Promise.all(
    [1, 2, 3].map(() =>
      db.transaction().execute(async (trx) => {
        await one.execute(trx);
        begun += 1;
        await expect.poll(() => begun).toBe(3);
      }),
    ),
  );
  await timers.pass(600_000);
  await Promise.all([one.execute(db), one.execute(db), one.execute(db)]);
  expect(door.accepted).toBe(4);
});
