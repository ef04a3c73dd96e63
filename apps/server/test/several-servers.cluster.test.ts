import type { ServerResponse } from 'node:http';
import type { FakeUpstream } from '@butaca/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Cluster } from '../../../tools/cluster/cluster.d.mts';
import type { Body } from './cluster-calls.ts';
import { openClusterPeople, startBroadcaster, type ClusterPeople } from './cluster-people.ts';
import { judgeTime, noteFigure } from './figures.ts';
import { listEntry, multipartOf } from './upload-list.ts';
import { startCluster } from '../../../tools/cluster/start.mjs';

/**
 * The time within which a stream at another server ends, in ms: a promise to operators, and the proof that the event has
 * arrived. Without it, the stream ends when its permission is checked again, five seconds after it began.
 */
const endsWithinMs = 1_000;

let cluster: Cluster;
let upstream: FakeUpstream;
/** The connections that the provider has open. */
let counts: { open: number };
let one: string;
let two: string;
let people: ClusterPeople;

// Each test has the attempts of an address of its own.
beforeEach(() => people.useNextAddress());
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

describe('sessions of several servers', () => {
  it('that end at one of them end at the other, with what plays there', async () => {
    const person = await people.register(one);
    const channel = await people.addChannel();
    const stream = await people.watch(two, person, channel);
    expect(stream.status).toBe(200);
    expect((await people.call(two, 'GET', '/api/auth/me', undefined, person)).status).toBe(200);
    expect((await people.call(one, 'POST', '/api/auth/logout', {}, person)).status).toBe(200);
    const endedAtMs = performance.now();
    const tookMs = ((await stream.ended) ?? Infinity) - endedAtMs;
    judgeTime('Sesión que termina en un servidor: lo que reproduce otro, se corta', tookMs, endsWithinMs);
    expect((await people.call(two, 'GET', '/api/auth/me', undefined, person)).status).toBe(401);
  });
});

describe('limits of several servers', () => {
  it('admit exactly as many sign-ins a minute as one server, out of 200 at once', async () => {
    const attempts = Array.from({ length: 200 }, (_, index) =>
      people.call(index % 2 === 0 ? one : two, 'POST', '/api/auth/login', {
        username: 'nadie-así',
        password: 'no es esta',
      }),
    );
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    const admitted = statuses.filter((status) => status === 401).length;
    noteFigure('Inicios de sesión admitidos de 200 a la vez, en dos servidores', String(admitted), '= 10');
    expect(admitted).toBe(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(190);
  });

  it('let no more devices of an account play than its plan allows', async () => {
    const person = await people.register(two);
    const { body } = await people.call(one, 'GET', '/api/streams', undefined, person);
    const channel = await people.addChannel();
    const devices = [];
    for (let count = 0; count < body.maxStreams + 3; count += 1)
      devices.push(await people.signIn(one, person.username));
    const streams = await Promise.all(
      devices.map((device, index) => people.watch(index % 2 === 0 ? one : two, device, channel)),
    );
    expect(streams.filter(({ status }) => status === 200)).toHaveLength(body.maxStreams);
    const codes = streams.flatMap(({ code }) => code ?? []);
    expect(codes).toEqual(Array.from({ length: 3 }, () => 'stream.limit'));
    for (const { leave } of streams) await leave?.();
  });

  it('show at one what plays at the other, and stop it there', async () => {
    const person = await people.register(one);
    const stream = await people.watch(one, person, await people.addChannel());
    expect(stream.status).toBe(200);
    const stats = await people.call(two, 'GET', '/api/admin/stats?days=1', undefined, people.admin);
    const [watcher, ...others] = stats.body.watching.filter(({ username }) => username === person.username);
    expect(others).toEqual([]);
    const path = `/api/admin/streams/${watcher?.accountId}/${person.deviceId}`;
    expect((await people.call(two, 'DELETE', path, undefined, people.admin)).status).toBe(200);
    const stoppedAtMs = performance.now();
    const tookMs = ((await stream.ended) ?? Infinity) - stoppedAtMs;
    judgeTime('«Detener» en un servidor: lo que reproduce otro, se corta', tookMs, endsWithinMs);
  });
});

describe('files of several servers', () => {
  const preview = async (
    origin: string,
    name: string,
    padding = 0,
  ): Promise<{ status: number; body: Body }> => {
    const entry = listEntry(name, `http://proveedor.example/${name}.ts`, 'group-title="Noticias"');
    const content = `#EXTM3U\n${entry}\n${'# relleno\n'.repeat(padding / 10)}`;
    const { body, contentType } = multipartOf('file', { content, form: { kind: 'channels' } });
    const response = await fetch(`${origin}/api/admin/imports/preview`, {
      method: 'POST',
      headers: {
        'content-type': contentType,
        'x-device-id': people.admin.deviceId,
        authorization: `Bearer ${people.admin.token}`,
      },
      body: new Uint8Array(body),
    });
    return { status: response.status, body: (await response.json()) as Body };
  };

  it('let one publish a list that the other has received', async () => {
    const { status, body } = await preview(one, 'vista');
    expect(status).toBe(200);
    const path = `/api/admin/imports/${body._id}`;
    const published = await people.call(two, 'POST', `${path}/publish`, { groups: [] }, people.admin);
    expect([published.status, published.body.code]).toEqual([200, undefined]);
    const read = async () => (await people.call(one, 'GET', path, undefined, people.admin)).body.status;
    await expect.poll(read).toBe('done');
  });

  it('come through the load balancer, however large they are', async () => {
    // Larger than what nginx receives of other requests.
    const { status, body } = await preview(cluster.url, 'grande', 25_000_000);
    expect(status).toBe(200);
    const path = `/api/admin/imports/${body._id}`;
    const cancelled = await people.call(cluster.url, 'POST', `${path}/cancel`, {}, people.admin);
    expect(cancelled.status).toBeLessThan(300);
  });

  it('let several imports run at a time', async () => {
    const answers = await Promise.all([
      ...['a', 'b', 'c'].map((name) => preview(one, name)),
      ...['d', 'e', 'f'].map((name) => preview(two, name)),
    ]);
    const codes = answers.map(({ status, body }) => (status === 200 ? 'preview' : body.code));
    expect(codes).toEqual(Array.from({ length: 6 }, () => 'preview'));
    noteFigure('Importaciones a la vez, de 6 pedidas a dos servidores', 'seis', '= seis');
  });

  it('show at one the backups that the other has made', async () => {
    const made = await people.call(one, 'POST', '/api/admin/backups', {}, people.admin);
    expect(made.status).toBeLessThan(300);
    const listed = await people.call(two, 'GET', '/api/admin/backups', undefined, people.admin);
    expect(listed.body.backups.map(({ name }) => name)).toContain(made.body.name);
  });
});

describe('a load balancer in front of several servers', () => {
  it('brings all viewers of a channel to one server, with one connection to the provider', async () => {
    const channels = [await people.addChannel(), await people.addChannel(), await people.addChannel()];
    for (const channel of channels) {
      const viewers = await Promise.all([
        people.register(one),
        people.register(two),
        people.register(one),
        people.register(two),
      ]);
      const streams = await Promise.all(viewers.map((person) => people.watch(cluster.url, person, channel)));
      expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      await expect.poll(() => counts.open).toBe(1);
      for (const { leave } of streams) await leave?.();
      await expect.poll(() => counts.open).toBe(0);
    }
  });

  it('answers through the other when one is killed, with everything that was acknowledged', async () => {
    const person = await people.register(cluster.url);
    const [first] = cluster.servers;
    await first?.kill();
    try {
      for (let count = 0; count < 20; count += 1) {
        expect((await people.call(cluster.url, 'GET', '/api/auth/me', undefined, person)).status).toBe(200);
      }
      const again = await people.signIn(cluster.url, person.username);
      expect(again.token).not.toBe(person.token);
    } finally {
      await first?.restart();
    }
    await expect
      .poll(async () => (await people.call(one, 'GET', '/api/ready')).body.sharedStore)
      .toBe('reachable');
  });

  it('keeps everybody who waits for a provider when one is stopped in good order', async () => {
    const waiting = new Set<ServerResponse>();
    upstream.serve('/tarda', (_request, response) => {
      waiting.add(response);
      response.once('close', () => waiting.delete(response));
    });
    const viewers = await Promise.all(Array.from({ length: 8 }, () => people.register(one)));
    const { plan } = (await people.call(one, 'GET', '/api/auth/me', undefined, viewers[0])).body.user;
    const slow = { name: 'Canal que tarda', url: `${upstream.origin}/tarda.m3u8`, requiresPlan: [plan] };
    const added = await people.call(one, 'POST', '/api/channels/admin', slow, people.admin);
    const streams = await Promise.all(
      viewers.map((viewer) =>
        people.call(one, 'GET', `/api/channels/id/${added.body._id}`, undefined, viewer),
      ),
    );
    await expect.poll(() => waiting.size).toBe(0);
    const ask = async (origin: string, { body, cookie }: (typeof streams)[number]) => {
      const headers = { cookie };
      const answer = await fetch(origin + body.url, { headers }).catch(() => undefined);
      const text = await answer?.text().catch(() => '');
      return answer === undefined
        ? 'broken'
        : `${answer.status} ${answer.headers.get('retry-after')} ${text}`;
    };
    const answers = streams.map((stream) => ask(one, stream));
    await expect.poll(() => waiting.size).toBeGreaterThan(0);
    const [first] = cluster.servers;
    await first?.stop();
    try {
      for (const answer of await Promise.all(answers))
        expect(answer).toMatch(/^(?:broken|503 1 .*server\.unavailable)/);
      upstream.serve('/tarda', (_request, response) => {
        response.end('#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:1\n#EXTINF:2,\na.ts\n');
      });
      // The same addresses are valid at the other server.
      for (const stream of streams) expect(await ask(two, stream)).toMatch(/^200 null #EXTM3U/);
    } finally {
      await first?.restart();
    }
  });
});
