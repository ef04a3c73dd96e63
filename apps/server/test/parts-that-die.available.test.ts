import { openDatabase, type DatabaseConnection } from '@butaca/db';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { catalogueOf, countLost, fillCatalogue, personOf } from '../../../bench/viewers/catalogue.mjs';
import type { AvailableCluster } from '../../../tools/cluster/available.d.mts';
import { startAvailableCluster } from '../../../tools/cluster/start.mjs';
import { unlimited } from '../../../tools/product/process.mjs';
import type { FakeUpstream } from '@butaca/testing';
import { openClusterPeople, startBroadcaster, type ClusterPeople } from './cluster-people.ts';
import { judgeTime, noteFigure } from './figures.ts';
import { startSaving, type SavingViewers } from './saving-viewers.ts';

const viewers = 1_000;
const size = { films: 300, channels: 20, streamedFilms: 0 };
/** How long saves may fail after the primary database has died, and after anything else has, in ms. */
const goals = { databaseMs: 15_000, restMs: 3_000 };

let cluster: AvailableCluster;
let database: DatabaseConnection;
let upstream: FakeUpstream;
let people: ClusterPeople;
let saving: SavingViewers;

beforeAll(async () => {
  const broadcaster = await startBroadcaster();
  upstream = broadcaster.upstream;
  cluster = await startAvailableCluster({
    env: { ...unlimited, UPSTREAM_ALLOW_PRIVATE: '127.0.0.0/8', LOG_LEVEL: 'fatal' },
  });
  database = await openDatabase({ dataDir: '/not used', databaseUrl: cluster.database.url, poolSize: 2 });
  const fill = fillCatalogue({ ...size, accounts: viewers, provider: 'http://proveedor.example' });
  await database.db.connection().execute((one) => fill(sql, one));
  people = await openClusterPeople(cluster, upstream);
  const savers = Array.from({ length: viewers }, (_item, index) => personOf(index));
  saving = startSaving(cluster.url, savers, catalogueOf(size).films);
});
afterAll(async () => {
  await saving?.leave();
  await database?.close();
  await cluster?.stop();
  await upstream?.[Symbol.asyncDispose]();
});

/** Compares all that was acknowledged until now with the database. */
async function expectNothingLost(): Promise<void> {
  const acknowledged = [...saving.acknowledged];
  expect(await countLost(acknowledged)(sql, database.db)).toBe(0);
  expect(saving.signedOut()).toBe(0);
}

/** Notes and judges how long saves failed after `what` had been killed at `killedAtMs`. */
async function judgeSaves(what: string, killedAtMs: number, goalMs: number): Promise<void> {
  judgeTime(`${what}: los guardados se confirman de nuevo`, await saving.backAfter(killedAtMs), goalMs);
}

/** A viewer of a channel in MPEG-TS, whose stream has no end. @returns whether it has been cut */
async function watchChannel(): Promise<{ isCut(): boolean; leave(): Promise<void> }> {
  const person = await people.register(cluster.url);
  const stream = await people.watch(cluster.url, person, await people.addChannel());
  let isCut = false;
  void stream.ended?.then(() => (isCut = true));
  expect(stream.status).toBe(200);
  return { isCut: () => isCut, leave: async () => stream.leave?.() };
}

it('a thousand viewers save, and nothing fails', async () => {
  await expect.poll(() => saving.acknowledged.length).toBeGreaterThan(viewers);
  expect(saving.failures()).toEqual({});
});

it('the primary database dies: its replica takes over with all that was acknowledged, and what plays goes on', async () => {
  const channel = await watchChannel();
  const primary = await cluster.database.findPrimary();
  const killedAtMs = performance.now();
  await primary.kill();
  await judgeSaves('Muere la base de datos primaria', killedAtMs, goals.databaseMs);
  expect(await cluster.database.findPrimary()).not.toBe(primary);
  expect(channel.isCut()).toBe(false);
  await channel.leave();
  await expectNothingLost();
  await primary.restart();
  await cluster.database.becomeReplicated();
});

it('the master of the Redis dies: the Sentinels promote its replica, and both servers find it', async () => {
  const master = await cluster.redis.findMaster();
  const killedAtMs = performance.now();
  await master.stop();
  await expect.poll(() => cluster.redis.findMaster().then((found) => found === master)).toBe(false);
  const readStores = async () =>
    Promise.all(
      cluster.servers.map(async ({ url }) => (await people.call(url, 'GET', '/api/ready')).body.sharedStore),
    );
  await expect.poll(readStores).toEqual(['reachable', 'reachable']);
  noteFigure(
    'Muere el Redis principal: los dos servidores usan el nuevo',
    `${Math.round(performance.now() - killedAtMs)} ms`,
    'sin meta',
  );
  await judgeSaves('Muere el Redis principal', killedAtMs, goals.restMs);
  await expectNothingLost();
  await master.restart(Number(new URL((await cluster.redis.findMaster()).url).port));
  await cluster.redis.becomeReplicated();
});

it('the leader of etcd dies: PostgreSQL goes on as it was', async () => {
  const primary = await cluster.database.findPrimary();
  const leader = await cluster.etcd.findLeader();
  const killedAtMs = performance.now();
  await leader.kill();
  await judgeSaves('Muere el líder de etcd', killedAtMs, goals.restMs);
  await expectNothingLost();
  await leader.restart();
  await cluster.database.becomeReplicated();
  expect(await cluster.database.findPrimary()).toBe(primary);
});

it('a server dies: the other one answers', async () => {
  const [server] = cluster.servers;
  const killedAtMs = performance.now();
  await server?.kill();
  await judgeSaves('Muere un servidor', killedAtMs, goals.restMs);
  await expectNothingLost();
  await server?.restart();
});

it('everybody is still signed in, and every acknowledged save is there', async () => {
  expect(await saving.countSignedIn()).toBe(viewers);
  await saving.leave();
  await expectNothingLost();
  // A fault of the servers is told as one that passes: nothing else than 503, or no answer of the server that died.
  const { 503: unavailable = 0, 0: unanswered = 0, ...others } = saving.failures();
  expect(others).toEqual({});
  const count = saving.acknowledged.length;
  noteFigure('Guardados confirmados y perdidos', `${count} y 0`, '0 perdidos');
  noteFigure('Guardados sin confirmar: 503 y sin respuesta', `${unavailable} y ${unanswered}`, 'sin meta');
});
