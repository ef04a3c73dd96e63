import { setImmediate as nextTurn } from 'node:timers/promises';
import { createTransportStream, startFakeUpstream, type FakeUpstream } from '@butaca/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Cluster } from '../../../tools/cluster/cluster.d.mts';
import { createClusterCalls, type Body, type Person } from './cluster-calls.ts';
import { listEntry, multipartOf } from './upload-list.ts';
import { startCluster } from '../../../tools/cluster/start.mjs';

let cluster: Cluster;
let upstream: FakeUpstream;
let one: string;
let two: string;
let admin: Person;
/** The plan of new accounts, which opens the channels of these tests. */
let plan = '';

const { call, signIn, register, clientAddress, useNextAddress } = createClusterCalls();

// Each test has the attempts of an address of its own.
beforeEach(useNextAddress);
beforeAll(async () => {
  upstream = await startFakeUpstream();
  upstream.serve('/emision', (_request, response) => {
    const stream = createTransportStream({ groupFrames: 5 });
    response.writeHead(200, { 'content-type': 'video/mp2t' });
    const sending = setInterval(() => response.write(stream.frame()), 20);
    response.once('close', () => clearInterval(sending));
  });
  cluster = await startCluster({
    env: {
      UPSTREAM_ALLOW_PRIVATE: '127.0.0.0/8',
      REQUESTS_PER_MINUTE: '0',
      REGISTRATIONS_PER_DAY: '0',
      LOG_LEVEL: 'error',
    },
  });
  [one = '', two = ''] = cluster.servers.map(({ url }) => url);
  admin = await signIn(one, 'admin', cluster.adminPassword);
  const anybody = await register(one);
  plan = (await call(one, 'GET', '/api/auth/me', undefined, anybody)).body.user.plan;
});
afterAll(async () => {
  await cluster?.stop();
  await upstream?.[Symbol.asyncDispose]();
});

/** How many answers of the provider are on their way. */
async function countRunning(): Promise<number> {
  const states = await Promise.all(
    upstream.seen.map(({ ended }) => Promise.race([ended.then(() => 0), nextTurn(1)])),
  );
  return states.reduce<number>((sum, state) => sum + state, 0);
}

let made = 0;
async function addChannel(): Promise<string> {
  made += 1;
  const channel = {
    name: `Canal ${made}`,
    url: `${upstream.origin}/emision-${made}.ts`,
    requiresPlan: [plan],
  };
  const { status, body } = await call(one, 'POST', '/api/channels/admin', channel, admin);
  expect(status).toBe(201);
  return body._id;
}

/** Opens a channel at a server, and receives its first bytes. `ended` resolves when the stream is over. */
async function watch(origin: string, person: Person, channelId: string) {
  const path = `/api/channels/id/${channelId}`;
  const { status, body, cookie } = await call(origin, 'GET', path, undefined, person);
  expect(status).toBe(200);
  const response = await fetch(origin + body.url, {
    headers: { 'x-forwarded-for': clientAddress(), cookie },
  });
  if (!response.ok || response.body === null) {
    return { status: response.status, code: ((await response.json()) as { code: string }).code };
  }
  const reader = response.body.getReader();
  await reader.read();
  const ended = (async () => {
    try {
      while (!(await reader.read()).done);
    } catch {
      // The connection was cut.
    }
    return performance.now();
  })();
  return { status: 200, ended, leave: () => reader.cancel() };
}

describe('sessions of several servers', () => {
  it('that end at one of them end at the other, with what plays there', async () => {
    const person = await register(one);
    const channel = await addChannel();
    const stream = await watch(two, person, channel);
    expect(stream.status).toBe(200);
    expect((await call(two, 'GET', '/api/auth/me', undefined, person)).status).toBe(200);
    expect((await call(one, 'POST', '/api/auth/logout', {}, person)).status).toBe(200);
    await stream.ended;
    expect((await call(two, 'GET', '/api/auth/me', undefined, person)).status).toBe(401);
  });
});

describe('limits of several servers', () => {
  it('admit exactly as many sign-ins a minute as one server, out of 200 at once', async () => {
    const attempts = Array.from({ length: 200 }, (_, index) =>
      call(index % 2 === 0 ? one : two, 'POST', '/api/auth/login', {
        username: 'nadie-así',
        password: 'no es esta',
      }),
    );
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(190);
  });

  it('let no more devices of an account play than its plan allows', async () => {
    const person = await register(two);
    const { body } = await call(one, 'GET', '/api/streams', undefined, person);
    const channel = await addChannel();
    const devices = [];
    for (let count = 0; count < body.maxStreams + 3; count += 1)
      devices.push(await signIn(one, person.username));
    const streams = await Promise.all(
      devices.map((device, index) => watch(index % 2 === 0 ? one : two, device, channel)),
    );
    expect(streams.filter(({ status }) => status === 200)).toHaveLength(body.maxStreams);
    const codes = streams.flatMap(({ code }) => code ?? []);
    expect(codes).toEqual(Array.from({ length: 3 }, () => 'stream.limit'));
    for (const { leave } of streams) await leave?.();
  });

  it('show at one what plays at the other, and stop it there', async () => {
    const person = await register(one);
    const stream = await watch(one, person, await addChannel());
    expect(stream.status).toBe(200);
    const stats = await call(two, 'GET', '/api/admin/stats?days=1', undefined, admin);
    const [watcher, ...others] = stats.body.watching.filter(({ username }) => username === person.username);
    expect(others).toEqual([]);
    const path = `/api/admin/streams/${watcher?.accountId}/${person.deviceId}`;
    expect((await call(two, 'DELETE', path, undefined, admin)).status).toBe(200);
    await stream.ended;
  });
});

describe('files of several servers', () => {
  const preview = async (origin: string, name: string): Promise<{ status: number; body: Body }> => {
    const content = `#EXTM3U\n${listEntry(name, `http://proveedor.example/${name}.ts`, 'group-title="Noticias"')}`;
    const { body, contentType } = multipartOf('file', { content, form: { kind: 'channels' } });
    const response = await fetch(`${origin}/api/admin/imports/preview`, {
      method: 'POST',
      headers: {
        'content-type': contentType,
        'x-device-id': admin.deviceId,
        authorization: `Bearer ${admin.token}`,
      },
      body: new Uint8Array(body),
    });
    return { status: response.status, body: (await response.json()) as Body };
  };

  it('let one publish a list that the other has received', async () => {
    const { status, body } = await preview(one, 'vista');
    expect(status).toBe(200);
    const path = `/api/admin/imports/${body._id}`;
    const published = await call(two, 'POST', `${path}/publish`, { groups: [] }, admin);
    expect([published.status, published.body.code]).toEqual([200, undefined]);
    const read = async () => (await call(one, 'GET', path, undefined, admin)).body.status;
    await expect.poll(read).toBe('done');
  });

  it('let one import run at a time', async () => {
    const answers = await Promise.all([
      ...['a', 'b', 'c'].map((name) => preview(one, name)),
      ...['d', 'e', 'f'].map((name) => preview(two, name)),
    ]);
    const codes = answers.map(({ status, body }) => (status === 200 ? 'preview' : body.code));
    expect(new Set(codes)).toEqual(new Set(['preview', 'import.running']));
  });

  it('show at one the backups that the other has made', async () => {
    const made = await call(one, 'POST', '/api/admin/backups', {}, admin);
    expect(made.status).toBeLessThan(300);
    const listed = await call(two, 'GET', '/api/admin/backups', undefined, admin);
    expect(listed.body.backups.map(({ name }) => name)).toContain(made.body.name);
  });
});

describe('a load balancer in front of several servers', () => {
  it('brings all viewers of a channel to one server, with one connection to the provider', async () => {
    const channels = [await addChannel(), await addChannel(), await addChannel()];
    for (const channel of channels) {
      const people = await Promise.all([register(one), register(two), register(one), register(two)]);
      const streams = await Promise.all(people.map((person) => watch(cluster.url, person, channel)));
      expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      await expect.poll(countRunning).toBe(1);
      for (const { leave } of streams) await leave?.();
      await expect.poll(countRunning).toBe(0);
    }
  });

  it('answers through the other when one is killed, with everything that was acknowledged', async () => {
    const person = await register(cluster.url);
    const [first] = cluster.servers;
    await first?.kill();
    try {
      for (let count = 0; count < 20; count += 1) {
        expect((await call(cluster.url, 'GET', '/api/auth/me', undefined, person)).status).toBe(200);
      }
      const again = await signIn(cluster.url, person.username);
      expect(again.token).not.toBe(person.token);
    } finally {
      await first?.restart();
    }
    await expect.poll(async () => (await call(one, 'GET', '/api/ready')).body.sharedStore).toBe('reachable');
  });
});
