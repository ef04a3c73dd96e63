import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '@butaca/db';
import type { FakeUpstream } from '@butaca/testing';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Cluster } from '../../../tools/cluster/cluster.d.mts';
import { startCluster } from '../../../tools/cluster/start.mjs';
import { projectRoot } from '../src/platform/project-root.ts';
import type { Person } from './cluster-calls.ts';
import { noteFigure } from './figures.ts';
import { openClusterPeople, startBroadcaster, type ClusterPeople, type Watched } from './cluster-people.ts';

let cluster: Cluster;
let upstream: FakeUpstream;
let counts: { open: number; most: number };
let people: ClusterPeople;
let one: string;
let two: string;
let watching: Watched[] = [];

beforeAll(async () => {
  ({ upstream, counts } = await startBroadcaster());
  cluster = await startCluster({
    env: {
      UPSTREAM_ALLOW_PRIVATE: '127.0.0.0/8',
      REQUESTS_PER_MINUTE: '0',
      REGISTRATIONS_PER_DAY: '0',
      LOG_LEVEL: 'error',
    },
  });
  [one = '', two = ''] = cluster.servers.map(({ url }) => url);
  people = await openClusterPeople(cluster, upstream);
});
afterAll(async () => {
  await cluster?.stop();
  await upstream?.[Symbol.asyncDispose]();
});
beforeEach(() => people.useNextAddress());
afterEach(async () => {
  for (const { leave } of watching) await leave?.();
  watching = [];
  await expect.poll(() => counts.open).toBe(0);
  await expect.poll(() => countUsed(two)).toBe(0);
  counts.most = 0;
});

async function watch(origin: string, person: Person, channelId: string): Promise<Watched> {
  const watched = await people.watch(origin, person, channelId);
  watching.push(watched);
  return watched;
}

const isUncertain = ({ error }: Watched): boolean => error?.startsWith('Ahora no se puede') === true;

/** Opens a channel as soon as the Redis gives connections: it does not in the first seconds of an installation. */
async function watchSoon(origin: string, person: Person, channelId: string): Promise<Watched> {
  let watched = await watch(origin, person, channelId);
  const again = async () =>
    isUncertain(watched) ? isUncertain((watched = await watch(origin, person, channelId))) : false;
  await expect.poll(again).toBe(false);
  return watched;
}

async function allow(maxConnections: number): Promise<void> {
  const path = '/api/admin/providers/manual';
  expect((await people.call(one, 'PUT', path, { maxConnections }, people.admin)).status).toBe(200);
}

/** Registers sixty people, as many at once as the servers hash passwords. */
async function gather(): Promise<Person[]> {
  const crowd = [];
  for (let group = 0; group < 10; group += 1) {
    crowd.push(...(await Promise.all([one, two, one, two, one, two].map(people.register))));
  }
  return crowd;
}

/** What «Proveedores» shows as connections in use at a server. */
async function countUsed(origin: string): Promise<number | undefined> {
  const { body } = await people.call(origin, 'GET', '/api/admin/providers', undefined, people.admin);
  return body.providers.find(({ _id }) => _id === 'manual')?.usedConnections;
}

describe('a provider of two servers', () => {
  it.each([1, 3])('with a budget of %i has no more connections open, in 60 tries at once', async (most) => {
    await allow(most);
    const channels = await Promise.all(Array.from({ length: 12 }, () => people.addChannel()));
    const crowd = await gather();
    const [first, ...others] = crowd;
    const opened = await watchSoon(one, first!, channels[0]!);
    expect(opened.status).toBe(200);
    const tries = await Promise.all(
      others.map((person, index) => watch(index % 2 === 0 ? one : two, person, channels[index % 12]!)),
    );
    noteFigure(
      `Conexiones abiertas a un proveedor de ${most}, en 60 intentos en dos servidores`,
      String(counts.most),
      `≤ ${most}`,
    );
    expect(counts.most).toBeLessThanOrEqual(most);
    const refused = tries.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(20);
    expect(new Set(refused.map(({ status, code }) => `${status} ${code}`))).toEqual(
      new Set(['503 upstream.full']),
    );
    const [{ error } = { error: '' }] = refused;
    expect(error).toMatch(/^Tu proveedor solo admite \d emisi.n(es)? a la vez\. Ahora se ven?: «Canal \d+»/);
    await expect.poll(() => countUsed(one)).toBe(most);
    expect(await countUsed(two)).toBe(most);
  });

  it('with one connection hands it over to a device that changes the channel at the other server', async () => {
    await allow(1);
    const person = await people.register(one);
    const before = await watchSoon(one, person, await people.addChannel());
    expect(before.status).toBe(200);
    const after = await watch(two, person, await people.addChannel());
    expect(after.status).toBe(200);
    await before.ended;
    expect(counts).toEqual({ open: 1, most: 1 });
  });

  it('with one connection gives that of a server that was killed to the other one', async () => {
    await allow(1);
    const [ana, luis] = [await people.register(one), await people.register(two)];
    expect((await watchSoon(one, ana, await people.addChannel())).status).toBe(200);
    const channel = await people.addChannel();
    expect(await watch(two, luis, channel)).toMatchObject({ status: 503, code: 'upstream.full' });
    await cluster.servers[0]?.kill();
    try {
      await expect.poll(async () => (await watch(two, luis, channel)).status, { timeout: 30_000 }).toBe(200);
      expect(counts).toEqual({ open: 1, most: 1 });
    } finally {
      await cluster.servers[0]?.restart();
    }
  });

  it('is asked for nothing more while the Redis is gone, and its channel goes on and counts when it is back', async () => {
    await allow(1);
    const [ana, luis] = [await people.register(one), await people.register(two)];
    const channel = await people.addChannel();
    expect((await watchSoon(one, ana, await people.addChannel())).status).toBe(200);
    await cluster.redis.stop();
    try {
      expect(await watch(two, luis, channel)).toMatchObject({
        status: 503,
        code: 'upstream.full',
        error:
          'Ahora no se puede comprobar cuántas conexiones de tu proveedor están en uso. Prueba en unos segundos.',
      });
      expect((await people.call(two, 'GET', '/api/auth/me', undefined, luis)).status).toBe(200);
      const ready = await people.call(two, 'GET', '/api/ready');
      expect([ready.status, ready.body.sharedStore]).toEqual([200, 'unreachable']);
    } finally {
      await cluster.redis.restart();
    }
    expect(await watchSoon(two, luis, channel)).toMatchObject({
      status: 503,
      error: expect.stringMatching(/^Tu proveedor solo admite 1 emisión a la vez/),
    });
    expect(counts).toEqual({ open: 1, most: 1 });
  });
});

it('servers go on when a newer version has migrated their database, and none of them starts on it', async () => {
  const databaseUrl = cluster.database.url;
  await using database = await openDatabase({ databaseUrl, dataDir: cluster.folder });
  const { db } = database;
  try {
    await sql`alter table channel add column future text`.execute(db);
    await sql`insert into kysely_migration (name, timestamp)
      values ('9001-future', '2031-01-01T00:00:00Z')`.execute(db);
    const channel = await people.addChannel();
    const { status } = await people.call(two, 'GET', `/api/channels/id/${channel}`, undefined, people.admin);
    expect(status).toBe(200);
    expect(await startOlder()).toContain('La base de datos es de una versión más nueva de Butaca');
  } finally {
    await sql`delete from kysely_migration where name = '9001-future'`.execute(db);
    await sql`alter table channel drop column future`.execute(db);
  }
});

/** Starts one more server, which refuses to start. @returns what it says */
async function startOlder(): Promise<string> {
  const folder = join(cluster.folder, 'older');
  await mkdir(folder);
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: '0',
    DATABASE_URL: cluster.database.url,
    REDIS_URL: cluster.redis.url,
    DATA_DIR: folder,
    SHARED_DIR: join(cluster.folder, 'shared'),
  };
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [join(projectRoot(), 'apps/server/dist/main.js')],
      { env },
      (error, out, said) =>
        error === null ? reject(new Error('the server has started')) : resolve(out + said),
    );
  });
}
