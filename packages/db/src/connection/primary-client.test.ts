import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openFragileNetwork, type FragileNetwork } from '../../test/fragile-network.ts';
import { createTestDatabase, holdTimers, type TestDatabase } from '../../test/index.ts';
import { openDatabase } from '../open-database.ts';
import { silentLog } from './database-log.ts';
import { DatabaseStartError } from './database-start-error.ts';
import { createPrimaryFinder } from './primary-finder.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** Two addresses of the test's Postgres, as of a primary and of a replica that may be promoted, in one URL. */
async function openTwoHosts(): Promise<{ one: FragileNetwork; two: FragileNetwork; databaseUrl: string }> {
  const [one, two] = [
    await openFragileNetwork(database.connectionString),
    await openFragileNetwork(database.connectionString),
  ];
  for (const network of [one, two]) onTestFinished(() => network[Symbol.asyncDispose]());
  const url = new URL(one.databaseUrl);
  const hosts = `${url.host},${new URL(two.databaseUrl).host}`;
  return { one, two, databaseUrl: url.href.replace(url.host, hosts) };
}

async function open(databaseUrl: string) {
  const opened = await openDatabase({ dataDir: '/not used', databaseUrl, poolSize: 1 });
  onTestFinished(() => opened.close());
  return opened;
}

/** Lets new connections to the test's database only read, as those to a replica. */
const refuseWrites = async (isRefused: boolean): Promise<void> => {
  const name = sql.id(new URL(database.connectionString).pathname.slice(1));
  const value = isRefused ? sql`on` : sql`off`;
  await sql`alter database ${name} set default_transaction_read_only = ${value}`.execute(database.db);
};

const ask = sql<{ one: number }>`select 1 as one`;
const answer = { rows: [{ one: 1 }] };

describe('a database with several hosts', () => {
  it('goes on at another host when the one in use is gone, with its listeners', async () => {
    const { one, two, databaseUrl } = await openTwoHosts();
    two.vanish();
    const { db, listen } = await open(databaseUrl);
    const heard: (string | null)[] = [];
    await listen('hosts', (payload) => heard.push(payload));
    expect(await ask.execute(db)).toMatchObject(answer);

    two.comeBack();
    await one[Symbol.asyncDispose]();
    await expect.poll(() => ask.execute(db).catch(() => undefined)).toMatchObject(answer);
    await expect.poll(() => heard).toContain(null);
    await sql`notify hosts, 'again'`.execute(db);
    await expect.poll(() => heard).toContain('again');
  });

  it('is waited for at a start until one of them accepts writes', async () => {
    const { databaseUrl } = await openTwoHosts();
    await refuseWrites(true);
    const warned: string[] = [];
    const warn = (_details: object, text: string) => void warned.push(text);
    const opening = openDatabase({
      dataDir: '/not used',
      databaseUrl,
      log: { ...silentLog, warn },
    });
    await expect.poll(() => warned).toEqual(['The database accepts no writes yet; waiting for it']);
    await refuseWrites(false);
    await using opened = await opening;
    expect(await ask.execute(opened.db)).toMatchObject(answer);
  });

  it('is not waited for longer than a fail-over takes', async () => {
    const { databaseUrl } = await openTwoHosts();
    await refuseWrites(true);
    onTestFinished(() => refuseWrites(false));
    using timers = holdTimers();
    await expect(timers.finish(open(databaseUrl))).rejects.toThrow(
      /ninguno de sus servidores acepta escrituras/,
    );
  });

  it('is found at the host that is promoted while the old primary is silent', async () => {
    const { one, two } = await openTwoHosts();
    one.vanish();
    await refuseWrites(true);
    onTestFinished(() => refuseWrites(false));
    const replica = Number(new URL(two.databaseUrl).port);
    let noteAnswer = (): void => undefined;
    const hasAnswered = new Promise<void>((resolve) => {
      noteAnswer = resolve;
    });
    await using front = createServer((client) => {
      const upstream = connect(replica, '127.0.0.1');
      for (const socket of [client, upstream]) socket.on('error', () => undefined);
      client.pipe(upstream).pipe(client);
      client.once('close', noteAnswer);
    }).listen(0, '127.0.0.1');
    await once(front, 'listening');
    const hosts = [Number(new URL(one.databaseUrl).port), (front.address() as AddressInfo).port].map(
      (port) => ({ host: '127.0.0.1', port }),
    );
    const finding = createPrimaryFinder(hosts, { connectionString: one.databaseUrl }).find();
    await hasAnswered;
    await refuseWrites(false);
    expect(await finding).toEqual(hosts[1]);
  });

  it('is not waited for when it refuses the login', async () => {
    const { databaseUrl } = await openTwoHosts();
    const refused = open(databaseUrl.replace(/:[^:@/]*@/, ':otra@'));
    await expect(refused).rejects.toThrow(/rechaza el usuario o la contraseña/);
  });

  it('is refused with a sentence when one of its hosts is none', async () => {
    const { databaseUrl } = await openTwoHosts();
    const refused = open(databaseUrl.replace(',', ','.repeat(2)));
    await expect(refused).rejects.toBeInstanceOf(DatabaseStartError);
  });
});

it('a connection on which a write is refused as on a replica is replaced', async () => {
  const { db } = await open(database.connectionString);
  const write = sql`select nextval('write_number')`;
  await sql`create sequence if not exists write_number`.execute(db);
  await sql`set default_transaction_read_only = on`.execute(db);
  await expect(write.execute(db)).rejects.toMatchObject({ code: '25006' });
  expect((await write.execute(db)).rows).toHaveLength(1);
});
