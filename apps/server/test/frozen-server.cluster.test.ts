import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { segmentBytes, sendAnswer, writePlaylist, type FakeUpstream } from '@butaca/testing';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { Cluster } from '../../../tools/cluster/cluster.d.mts';
import type { ProductProcess } from '../../../tools/product/process.d.mts';
import { startCluster } from '../../../tools/cluster/start.mjs';
import type { Person } from './cluster-calls.ts';
import { openClusterPeople, startBroadcaster, type ClusterPeople } from './cluster-people.ts';
import { judgeTime, noteFigure } from './figures.ts';
import {
  noServer,
  observeAnswers,
  observePlaylist,
  observeTransport,
  type Observer,
  type Refusal,
} from './frozen-viewers.ts';

/** How long the server stands still: longer than every time limit by which the others may notice it. */
const frozenMs = 25_000;
/** For how long viewers watch before that, and after it. */
const calmMs = 4_000;
const segmentSeconds = 2;
/** Among so many channels the load balancer gives each server some. */
const channelsOfEach = 10;
/** Ten seconds of a channel in HLS. */
const bufferedSegments = 5;
const frozen = `Un servidor de dos que se queda parado ${frozenMs / 1_000} s`;

let cluster: Cluster;
let upstream: FakeUpstream;
let people: ClusterPeople;
let made = 0;

beforeAll(async () => {
  ({ upstream } = await startBroadcaster());
  upstream.serve('/lista-', (request, response) => {
    response.writeHead(200, { 'content-type': 'application/vnd.apple.mpegurl' });
    response.end(livePlaylist(/\d+/.exec(request.url ?? '')?.[0] ?? ''));
  });
  upstream.serve('/parte-', (request, response) =>
    sendAnswer(request, response, {
      headers: { 'content-type': 'video/mp2t' },
      body: segmentBytes,
      hasRanges: true,
    }),
  );
  cluster = await startCluster({
    env: {
      UPSTREAM_ALLOW_PRIVATE: '127.0.0.0/8',
      REQUESTS_PER_MINUTE: '0',
      REGISTRATIONS_PER_DAY: '0',
      LOG_LEVEL: 'error',
    },
  });
  people = await openClusterPeople(cluster, upstream);
  const allowed = { maxConnections: 2 * channelsOfEach };
  await people.call(cluster.url, 'PUT', '/api/admin/providers/manual', allowed, people.admin);
});
afterAll(async () => {
  await cluster?.stop();
  await upstream?.[Symbol.asyncDispose]();
});

/** The playlist of a channel by the clock, with as much as a viewer keeps ahead and some more. */
function livePlaylist(channel: string): string {
  const newest = Math.floor(Date.now() / 1_000 / segmentSeconds);
  return writePlaylist({
    first: newest - 8,
    count: 8,
    seconds: segmentSeconds,
    nameOf: (number) => `/parte-${channel}-${number}.ts`,
  });
}

/** Registers somebody, each of a few from an address of their own. */
async function register(): Promise<Person> {
  people.useNextAddress();
  return people.register(cluster.url);
}

/** Opens a channel as a client does. @returns what requests something of it as this viewer */
async function open(channelId: string) {
  const person = await register();
  const address = people.clientAddress();
  const { status, body, cookie } = await people.call(
    cluster.url,
    'GET',
    `/api/channels/id/${channelId}`,
    undefined,
    person,
  );
  expect(status).toBe(200);
  const headers = { 'x-forwarded-for': address, cookie };
  const ask = (line: string, signal: AbortSignal) => fetch(cluster.url + line, { headers, signal });
  return { ask, askWhole: (signal: AbortSignal) => ask(body.url, signal) };
}

async function addChannelInParts(): Promise<string> {
  made += 1;
  const { plan } = (await people.call(cluster.url, 'GET', '/api/auth/me', undefined, await register())).body
    .user;
  const body = { name: `Lista ${made}`, url: `${upstream.origin}/lista-${made}.m3u8`, requiresPlan: [plan] };
  const added = await people.call(cluster.url, 'POST', '/api/channels/admin', body, people.admin);
  expect(added.status).toBe(201);
  return added.body._id;
}

function callAgain(method: string, path: string, person: Person, makeBody?: () => object): Observer {
  return observeAnswers((signal) =>
    fetch(cluster.url + path, {
      method,
      signal,
      headers: {
        'x-forwarded-for': people.clientAddress(),
        'x-device-id': person.deviceId,
        authorization: `Bearer ${person.token}`,
        ...(makeBody && { 'content-type': 'application/json' }),
      },
      ...(makeBody && { body: JSON.stringify(makeBody()) }),
    }),
  );
}

/** Lets people watch channels and call the API, at all servers. */
async function gather() {
  const transports: Observer[] = [];
  const playlists: Observer[] = [];
  for (let count = 0; count < channelsOfEach; count += 1) {
    const { askWhole } = await open(await people.addChannel());
    transports.push(observeTransport(askWhole));
    const parts = await open(await addChannelInParts());
    playlists.push(observePlaylist(parts.askWhole, parts.ask));
  }
  const film = { title: 'Película', tipo: 'pelicula', url: `${upstream.origin}/file.mp4` };
  const { body } = await people.call(cluster.url, 'POST', '/api/videos', film, people.admin);
  const person = await register();
  const reads = ['/api/auth/me', '/api/channels/list', '/api/home'].flatMap((path) =>
    Array.from({ length: 3 }, () => callAgain('GET', path, person)),
  );
  const saves = Array.from({ length: 3 }, () =>
    callAgain('PUT', `/api/videos/${body._id}/progress`, person, () => ({
      lastTime: 60,
      duration: 600,
      progress: 0.1,
    })),
  );
  const additions = Array.from({ length: 3 }, () =>
    callAgain('POST', '/api/collections', people.admin, () => ({ name: randomUUID(), itemsModel: 'Video' })),
  );
  return { transports, playlists, reads, saves, additions };
}

/** Waits until everybody plays, each channel with a connection of a provider that allows exactly so many. */
async function settle(transports: readonly Observer[], playlists: readonly Observer[]): Promise<void> {
  const leastOf = (observers: readonly Observer[]) => Math.min(...observers.map(({ seen }) => seen.count));
  await expect.poll(() => leastOf(transports)).toBeGreaterThan(0);
  await expect.poll(() => leastOf(playlists)).toBeGreaterThan(bufferedSegments);
  const path = '/api/admin/providers';
  const { body } = await people.call(cluster.url, 'GET', path, undefined, people.admin);
  const provider = body.providers.find(({ _id }) => _id === 'manual');
  expect(provider?.usedConnections).toBe(2 * channelsOfEach);
  await pause(calmMs);
}

/** Lets a server stand still for a while, and then go on. @returns when it has gone on */
async function freeze(server: ProductProcess): Promise<number> {
  server.freeze();
  try {
    await pause(frozenMs);
  } finally {
    server.thaw();
  }
  return performance.now();
}

const longest = (observers: readonly Observer[]): number =>
  Math.max(...observers.map(({ seen }) => seen.longestMs));
const refusalsOf = (observers: readonly Observer[]): Refusal[] =>
  observers.flatMap(({ seen }) => seen.refusals);
const codesOf = (observers: readonly Observer[], sinceMs: number): string[] =>
  refusalsOf(observers).flatMap(({ atMs, code }) => (atMs > sinceMs ? [code] : []));

it('a server that stands still keeps nobody waiting: what plays goes on at the other one', async () => {
  const [server] = cluster.servers as [ProductProcess];
  const { transports, playlists, reads, saves, additions } = await gather();
  await settle(transports, playlists);
  const everybody = [...transports, ...playlists, ...reads, ...saves, ...additions];
  const beganAtMs = performance.now();
  const connectionsBefore = transports.map(({ seen }) => seen.count);
  for (const { seen } of everybody) seen.longestMs = 0;
  const thawedAtMs = await freeze(server);
  await pause(calmMs);
  await Promise.all(everybody.map((observer) => observer.leave()));

  // Of the channels in MPEG-TS, some were at the server that stood still.
  const moved = transports.filter(({ seen }, index) => seen.count > (connectionsBefore[index] ?? 0));
  expect(moved.length).toBeGreaterThan(0);
  // A busy machine may refuse any request for a moment, and so does a server that has just gone on.
  const strangeOf = (observers: readonly Observer[]): string[] =>
    codesOf(observers, beganAtMs).filter((code) => !['server.unavailable', 'server.busy'].includes(code));
  expect(strangeOf([...reads, ...saves])).toEqual([]);
  // On a busy machine a stream may give its connection up before its first byte, or meet the connections of the server that stands
  // still: it is told to ask again in a moment. Where times are judged, nobody may be.
  const isJudging = process.env['BUTACA_JUDGE_TIMES'] === 'true';
  const isMoment = (code: string): boolean => !isJudging && code === 'upstream.full';
  expect(strangeOf([...transports, ...playlists]).filter((code) => !isMoment(code))).toEqual([]);
  // What the stuck server may have done is not asked of the other one.
  expect(strangeOf(additions).filter((code) => code !== noServer)).toEqual([]);
  // A save may have to wait for the row that the stuck server was writing, and is refused then.
  const repeatable = refusalsOf([...transports, ...playlists, ...reads]);
  const early = repeatable.filter(({ atMs }) => atMs > beganAtMs && atMs < thawedAtMs).length;
  noteFigure(`${frozen}: lecturas y emisiones rechazadas mientras tanto`, String(early), '= 0');
  expect(early).toBeLessThanOrEqual(isJudging ? 0 : Infinity);
  judgeTime(`${frozen}: lo que más espera una petición`, longest([...reads, ...saves, ...additions]), 10_000);
  judgeTime(`${frozen}: un canal en HLS con 10 s guardados se para`, longest(playlists), 1);
  judgeTime(`${frozen}: silencio de un canal en MPEG-TS`, longest(transports), 12_000);

  // Neither its own watchdog nor anybody else has ended it meanwhile.
  expect((await people.call(server.url, 'GET', '/api/auth/me', undefined, people.admin)).status).toBe(200);
});

/** A picture of one pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Asks for something again and again as a person's browser does. */
const fetchAgain = (path: string, headers: Record<string, string>): Observer =>
  observeAnswers((signal) => fetch(cluster.url + path, { headers, signal }));

/** Asks for the beginning of a film that somebody watches. */
async function watchFilm(): Promise<Observer> {
  const url = `${upstream.origin}/file.mp4?por-partes`;
  const film = { title: 'Película por partes', tipo: 'pelicula', url };
  const { status, body } = await people.call(cluster.url, 'POST', '/api/videos', film, people.admin);
  expect(status).toBe(201);
  const viewer = await register();
  const address = people.clientAddress();
  const opened = await people.call(cluster.url, 'GET', `/api/videos/${body._id}`, undefined, viewer);
  const headers = { 'x-forwarded-for': address, cookie: opened.cookie, range: 'bytes=0-99' };
  return fetchAgain(opened.body.url, headers);
}

/** Asks for the picture of a channel, which comes from its provider. */
async function lookAtPicture(): Promise<Observer> {
  const logo = `${upstream.origin}/logo.png`;
  upstream.answer('/logo.png', { headers: { 'content-type': 'image/png' }, body: picture });
  const channel = { name: 'Canal con logo', url: `${upstream.origin}/emision-logo.ts`, logo };
  const { status, body } = await people.call(
    cluster.url,
    'POST',
    '/api/channels/admin',
    channel,
    people.admin,
  );
  expect(status).toBe(201);
  return fetchAgain(`/api/images/channel/${body._id}/320`, { 'x-forwarded-for': people.clientAddress() });
}

it('servers that are killed and started again one after the other leave no request without an answer', async () => {
  const person = await register();
  const { ask, askWhole } = await open(await addChannelInParts());
  const viewer = observePlaylist(askWhole, ask);
  const transport = observeTransport((await open(await people.addChannel())).askWhole);
  const [film, image] = [await watchFilm(), await lookAtPicture()];
  onTestFinished(async () => {
    await Promise.all([viewer, transport, film, image].map((observer) => observer.leave()));
  });
  const begun = () =>
    [transport, film, image].map(({ seen }) => seen.count > 0 || seen.refusals.at(-1)?.code);
  await expect.poll(begun).toEqual([true, true, true]);
  const beganAtMs = performance.now();
  const asking = Array.from({ length: 6 }, () => callAgain('GET', '/api/auth/me', person));
  const observers = [viewer, transport, film, image, ...asking];
  const countsBefore = observers.map(({ seen }) => seen.count);
  for (const server of cluster.servers) {
    await server.kill();
    await server.restart();
  }
  await pause(calmMs);
  await Promise.all(observers.map((observer) => observer.leave()));
  // Everybody has gone on: the channel in MPEG-TS was opened again at least once, because each server was killed.
  expect(observers.map(({ seen }, index) => seen.count > (countsBefore[index] ?? 0))).not.toContain(false);
  // A server that has just started may be too busy for a moment.
  const codes = codesOf(observers, beganAtMs).filter(
    (code) => !['server.unavailable', 'server.busy'].includes(code),
  );
  const what = 'Dos servidores que mueren y vuelven uno tras otro: peticiones sin servidor';
  noteFigure(what, String(codes.length), '= 0');
  expect(codes).toEqual([]);
});
