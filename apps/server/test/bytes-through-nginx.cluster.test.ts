import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { get as httpGet, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { segmentBytes, selfSigned, startFakeUpstream, type FakeUpstream } from '@butaca/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Cluster } from '../../../tools/cluster/cluster.d.mts';
import { startNginx } from '../../../tools/cluster/nginx.mjs';
import { startCluster } from '../../../tools/cluster/start.mjs';
import { createClusterCalls, type Person } from './cluster-calls.ts';

const film = randomBytes(5_000_000);
film.write('\0\0\0\u0018ftypmp42\0\0\0\0', 0, 'latin1');
const longFilmBytes = 200_000_000;
const { call, signIn, register, useNextAddress } = createClusterCalls();
let cluster: Cluster;
let folder: string;
let upstream: FakeUpstream;
let one: string;
let admin: Person;
let person: Person;
let plan = '';
let made = 0;

beforeEach(useNextAddress);
beforeAll(async () => {
  upstream = await startFakeUpstream();
  upstream.serve('/pelicula-', serveFilm);
  upstream.serve('/larga-', serveLongFilm);
  folder = await mkdtemp(join(tmpdir(), 'butaca-certificados-'));
  const authorities = join(folder, 'proveedor.pem');
  await writeFile(authorities, selfSigned.cert);
  cluster = await startCluster({
    env: {
      NODE_EXTRA_CA_CERTS: authorities,
      UPSTREAM_ALLOW_PRIVATE: '127.0.0.0/8',
      REQUESTS_PER_MINUTE: '0',
      REGISTRATIONS_PER_DAY: '0',
      LOG_LEVEL: 'error',
    },
  });
  one = cluster.servers[0]?.url ?? '';
  admin = await signIn(one, 'admin', cluster.adminPassword);
  person = await register(one);
  plan = (await call(one, 'GET', '/api/auth/me', undefined, person)).body.user.plan;
});
afterAll(async () => {
  await cluster?.stop();
  await upstream?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** Answers with the film or a part of it. */
function serveFilm(request: IncomingMessage, response: ServerResponse): void {
  const [, from = '', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  const every = { 'content-type': 'video/mp4', 'accept-ranges': 'bytes', etag: '"pelicula"' };
  if (from === '') {
    response.writeHead(200, { ...every, 'content-length': film.length }).end(film);
    return;
  }
  const last = to === '' ? film.length - 1 : Math.min(Number(to), film.length - 1);
  if (Number(from) > last) {
    response.writeHead(416, { 'content-range': `bytes */${film.length}` }).end(upstream.origin);
    return;
  }
  const part = film.subarray(Number(from), last + 1);
  const range = `bytes ${from}-${last}/${film.length}`;
  response.writeHead(206, { ...every, 'content-range': range, 'content-length': part.length }).end(part);
}

/** Answers with a part of a film that no buffer holds as a whole. */
function serveLongFilm(request: IncomingMessage, response: ServerResponse): void {
  const [, from = '0', to = '0'] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  const range = `bytes ${from}-${to}/${longFilmBytes}`;
  const length = Number(to) - Number(from) + 1;
  response.writeHead(206, { 'content-type': 'video/mp4', 'content-range': range, 'content-length': length });
  response.end(film.subarray(0, length));
}

/** @returns the path at the provider, and the address at nginx for the viewer */
async function addFilm(viewer = person, prefix = '/pelicula-', origin = upstream.origin) {
  made += 1;
  const path = `${prefix}${made}.mp4`;
  const body = { title: `Película ${made}`, tipo: 'pelicula', url: origin + path };
  const { status, body: added } = await call(one, 'POST', '/api/videos', body, admin);
  expect(status).toBe(201);
  const opened = await call(cluster.url, 'GET', `/api/videos/${added._id}`, undefined, viewer);
  return { path, address: cluster.url + opened.body.url, cookie: opened.cookie };
}

/** The body of an answer; it fails when the body breaks off. */
const bytesOf = async (answer: Response): Promise<Uint8Array> => new Uint8Array(await answer.arrayBuffer());

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The requests for a path that nginx itself has sent to the provider; those of the servers keep their connections. */
const ofNginx = (path: string) =>
  upstream.seen.filter((seen) => seen.path === path && seen.headers.connection === 'close');

/** Everything of an answer that a viewer can read, apart from the bytes of media. */
const told = (answer: Response, body = ''): string => JSON.stringify([...answer.headers, body]);

/** Adds a film in HLS of one segment, which the provider has or is yet to get. @returns the path of the segment at the provider */
async function addFilmInParts(hasPart = true) {
  made += 1;
  const [list, part] = [`/partes-${made}.m3u8`, `/parte-${made}.ts`];
  const lines = ['#EXTM3U', '#EXT-X-TARGETDURATION:2', '#EXTINF:2,', part, '#EXT-X-ENDLIST', ''];
  upstream.answer(list, {
    headers: { 'content-type': 'application/vnd.apple.mpegurl' },
    body: lines.join('\n'),
  });
  const headers = { 'content-type': 'video/mp2t', 'x-fuente': upstream.origin };
  if (hasPart) upstream.answer(part, { headers, body: segmentBytes });
  const body = { title: `Película ${made}`, tipo: 'pelicula', url: upstream.origin + list };
  const { body: added } = await call(one, 'POST', '/api/videos', body, admin);
  return { id: added._id, part };
}

/** Opens something in HLS as a viewer. @returns the addresses of its segments */
async function openSegments(viewer: Person, path: string, origin = cluster.url) {
  const opened = await call(origin, 'GET', path, undefined, viewer);
  expect(opened.status).toBe(200);
  const { cookie } = opened;
  const playlist = await fetch(origin + opened.body.url, { headers: { cookie } });
  expect(playlist.status).toBe(200);
  const lines = (await playlist.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => ({ address: new URL(line, playlist.url).href, cookie }));
}

async function receive({ address, cookie }: { address: string; cookie: string }) {
  const answer = await fetch(address, { headers: { cookie } });
  return { answer, bytes: await bytesOf(answer) };
}

async function registerMany(count: number): Promise<Person[]> {
  const people: Person[] = [];
  for (let index = 0; index < count; index += 1) {
    // Each address may register a few accounts in a minute.
    if (index % 5 === 0) useNextAddress();
    people.push(await register(one));
  }
  return people;
}

describe('a film', () => {
  it('has the same bytes, whole and in ranges, and comes from nginx', async () => {
    const { path, address, cookie } = await addFilm();
    const whole = await fetch(address, { headers: { cookie } });
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'video/mp4']);
    expect([whole.headers.get('accept-ranges'), whole.headers.get('etag')]).toEqual(['bytes', '"pelicula"']);
    expect(digest(await bytesOf(whole))).toBe(digest(film));
    for (const [range, from, to] of [
      ['bytes=0-', 0, film.length],
      ['bytes=2097150-2097160', 2_097_150, 2_097_161],
      ['bytes=-500', film.length - 500, film.length],
      ['bytes=4999999-', 4_999_999, film.length],
    ] as const) {
      const part = await fetch(address, { headers: { cookie, range } });
      expect([part.status, part.headers.get('content-range')]).toEqual([
        206,
        `bytes ${from}-${to - 1}/${film.length}`,
      ]);
      expect(digest(await bytesOf(part))).toBe(digest(film.subarray(from, to)));
      expect(part.headers.get('cache-control')).toBe('private, no-store');
      expect(told(part)).not.toContain(String(upstream.port));
    }
    expect(ofNginx(path).length).toBeGreaterThanOrEqual(7);
    expect(upstream.seen.filter((seen) => seen.path === path)).toHaveLength(ofNginx(path).length + 1);
  });

  it('comes from nginx over TLS, where the certificate of the provider is for its name', async () => {
    const asked: string[] = [];
    const provider = createSecureServer(selfSigned, (request, response) => {
      asked.push(request.headers.connection ?? '');
      serveFilm(request, response);
    });
    await once(provider.listen(0, '127.0.0.1'), 'listening');
    const { port } = provider.address() as AddressInfo;
    for (const [host, parts] of [
      ['localhost', 3],
      ['127.0.0.1', 0],
    ] as const) {
      const { address, cookie } = await addFilm(person, '/pelicula-', `https://${host}:${port}`);
      const got = await fetch(address, { headers: { cookie } });
      expect(digest(await bytesOf(got))).toBe(digest(film));
      expect(asked.splice(0).filter((connection) => connection === 'close')).toHaveLength(parts);
    }
    provider.closeAllConnections();
    provider.close();
  });

  it('is described to a request for its headers, and refused beyond its end', async () => {
    const { address, cookie } = await addFilm();
    const described = await fetch(address, { method: 'HEAD', headers: { cookie } });
    expect([described.status, described.headers.get('content-length')]).toEqual([200, String(film.length)]);
    await bytesOf(await fetch(address, { headers: { cookie, range: 'bytes=0-99' } }));
    const beyond = await fetch(address, { headers: { cookie, range: 'bytes=5000000-' } });
    expect([beyond.status, beyond.headers.get('content-range'), await beyond.text()]).toEqual([
      416,
      `bytes */${film.length}`,
      '',
    ]);
  });

  it('comes from the gateway for players outside of a page and for a provider that allows few connections', async () => {
    const { path, address, cookie } = await addFilm();
    const asked = httpGet(address, { headers: { cookie, range: 'bytes=0-99' } });
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(206);
    answer.resume();
    expect(ofNginx(path)).toEqual([]);
    const allow = async (maxConnections: number | null) =>
      (await call(one, 'PUT', '/api/admin/providers/manual', { maxConnections }, admin)).status;
    expect(await allow(3)).toBe(200);
    try {
      const limited = await addFilm();
      const open = async () => {
        const got = await fetch(limited.address, { headers: { cookie: limited.cookie } });
        await got.body?.cancel();
        return got.status;
      };
      // Servers that have just started do not know yet how many connections others have taken.
      await expect.poll(open, { timeout: 60_000 }).toBe(200);
      expect(ofNginx(limited.path)).toEqual([]);
    } finally {
      expect(await allow(null)).toBe(200);
    }
  });

  it('ends while it plays when its viewer loses the right to it', async () => {
    const viewer = await register(one);
    const { path, address, cookie } = await addFilm(viewer, '/larga-');
    const answer = await fetch(address, { headers: { cookie } });
    const reader = answer.body?.getReader();
    await reader?.read();
    await call(one, 'POST', '/api/auth/logout', {}, viewer);
    const rest = async () => {
      while (!((await reader?.read())?.done ?? true));
    };
    await expect(rest()).rejects.toThrow();
    expect(ofNginx(path).length).toBeLessThan(longFilmBytes / 2_097_152);
    expect((await fetch(address, { headers: { cookie } })).status).toBe(403);
  });
});

describe('a film of a provider that answers nginx otherwise than the gateway', () => {
  const answers: [string, (response: ServerResponse) => void][] = [
    ['a redirect', (response) => response.writeHead(302, { location: `${upstream.origin}/otra` }).end()],
    ['a refusal', (response) => response.writeHead(403).end(upstream.origin)],
    ['a failure', (response) => response.writeHead(500).end(upstream.origin)],
    ['a status of its own', (response) => response.writeHead(599).end(upstream.origin)],
    ['the end of the connection', (response) => void response.destroy()],
    ['silence', () => undefined],
  ];
  it.each(answers)('comes from the gateway after %s', async (_name, answer) => {
    const { path, address, cookie } = await addFilm(person, '/distinta-');
    upstream.serve(path, (request, response) => {
      if (request.headers.connection === 'close') answer(response);
      else serveFilm(request, response);
    });
    const got = await fetch(address, { headers: { cookie } });
    expect(got.status).toBe(200);
    expect(told(got)).not.toContain(String(upstream.port));
    expect(digest(await bytesOf(got))).toBe(digest(film));
    expect(ofNginx(path)).toHaveLength(1);
  });

  it('is not led elsewhere in nginx, and names no provider in its headers', async () => {
    const { path, address, cookie } = await addFilm(person, '/distinta-');
    const names = { 'set-cookie': 'fuente=1', via: upstream.origin, 'x-served-by': upstream.origin };
    upstream.serve(path, (request, response) => {
      if (request.headers.connection === 'close') {
        const led = { 'x-accel-redirect': '/api/health', 'x-accel-limit-rate': '1', server: upstream.origin };
        for (const [name, value] of Object.entries({ ...names, ...led })) response.setHeader(name, value);
      }
      serveFilm(request, response);
    });
    const got = await fetch(address, { headers: { cookie } });
    expect(digest(await bytesOf(got))).toBe(digest(film));
    expect(told(got)).not.toContain(String(upstream.port));
    expect(told(got)).not.toContain('fuente');
    expect(ofNginx(path)).toHaveLength(3);
  });

  it('comes from the gateway when the provider uses headers that nginx does not hide', async () => {
    const { path, address, cookie } = await addFilm(person, '/distinta-');
    upstream.serve(path, (request, response) => {
      response.setHeader('x-nodo', upstream.origin);
      serveFilm(request, response);
    });
    const got = await fetch(address, { headers: { cookie } });
    expect(digest(await bytesOf(got))).toBe(digest(film));
    expect(told(got)).not.toContain(String(upstream.port));
    expect(ofNginx(path)).toEqual([]);
  });

  it('fails with a sentence of this product when the provider fails', async () => {
    const { path, address, cookie } = await addFilm(person, '/distinta-');
    await bytesOf(await fetch(address, { headers: { cookie } }));
    upstream.serve(path, (_request, response) => response.writeHead(404).end(upstream.origin));
    upstream.answer(path, { status: 404, body: upstream.origin });
    const got = await fetch(address, { headers: { cookie } });
    const text = await got.text();
    expect(got.status).toBe(502);
    expect(told(got, text)).not.toContain(String(upstream.port));
    expect(JSON.parse(text)).toMatchObject({ code: expect.stringMatching(/^upstream\./) as string });
  });
});

describe('a segment', () => {
  it('is requested from its provider once for a hundred viewers', async () => {
    const { id, part } = await addFilmInParts(false);
    const people = await registerMany(100);
    const asked = [];
    for (const viewer of people) {
      const [segment] = await openSegments(viewer, `/api/videos/${id}`);
      if (segment !== undefined) asked.push(segment);
    }
    expect(new Set(asked.map(({ address }) => address)).size).toBe(100);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    upstream.serve(part, (_request, response) => {
      void released.then(() => response.writeHead(200, { 'content-type': 'video/mp2t' }).end(segmentBytes));
    });
    const receiving = asked.map(receive);
    await upstream.waitFor(part);
    // The provider answers only when nginx has received what it was asked after the segments.
    await Promise.all(asked.map(() => call(cluster.url, 'GET', '/api/ready')));
    release();
    const got = await Promise.all(receiving);
    expect(new Set(got.map(({ answer }) => answer.status))).toEqual(new Set([200]));
    expect(new Set(got.map(({ bytes }) => digest(bytes)))).toEqual(new Set([digest(segmentBytes)]));
    expect(upstream.seen.filter(({ path }) => path === part)).toHaveLength(1);
    for (const { answer } of got) {
      expect(told(answer)).not.toContain(String(upstream.port));
      expect(answer.headers.get('content-type')).toBe('video/mp2t');
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
      expect(answer.headers.get('x-accel-expires')).toBeNull();
    }
  });

  it('of a channel is requested once for all its viewers', async () => {
    const channel = { name: 'Canal', url: `${upstream.origin}/live/index.m3u8`, requiresPlan: [plan] };
    const { body } = await call(one, 'POST', '/api/channels/admin', channel, admin);
    for (let viewers = 0; viewers < 3; viewers += 1) {
      const [segment] = await openSegments(await register(one), `/api/channels/id/${body._id}`);
      expect(segment).toBeDefined();
      if (segment === undefined) continue;
      expect(digest((await receive(segment)).bytes)).toBe(digest(segmentBytes));
    }
    expect(upstream.seen.filter(({ path }) => path === '/live/100.ts')).toHaveLength(1);
  });

  it('in the cache is refused to a viewer who has lost the right to it', async () => {
    const { id, part } = await addFilmInParts();
    const viewer = await register(one);
    const [segment] = await openSegments(viewer, `/api/videos/${id}`);
    if (segment === undefined) throw new Error('the film has no segment');
    expect((await receive(segment)).answer.status).toBe(200);
    await call(one, 'POST', '/api/auth/logout', {}, viewer);
    expect((await receive(segment)).answer.status).toBe(403);
    const forged = segment.address.replace(/.(?=\/segment)/, '~');
    expect((await receive({ ...segment, address: forged })).answer.status).toBe(404);
    expect(upstream.seen.filter(({ path }) => path === part)).toHaveLength(1);
  });

  it('that its provider does not have is not kept', async () => {
    const { id, part } = await addFilmInParts();
    upstream.answer(part, { status: 404, body: upstream.origin });
    const [segment] = await openSegments(person, `/api/videos/${id}`);
    if (segment === undefined) throw new Error('the film has no segment');
    const failed = await fetch(segment.address, { headers: { cookie: segment.cookie } });
    expect(failed.status).toBe(404);
    expect(told(failed, await failed.text())).not.toContain(String(upstream.port));
    upstream.answer(part, { headers: { 'content-type': 'video/mp2t' }, body: segmentBytes });
    expect(digest((await receive(segment)).bytes)).toBe(digest(segmentBytes));
  });
});

describe('the internal locations of nginx', () => {
  it('are reached by no client', async () => {
    for (const path of ['/_butaca/segment/0', '/_butaca/film', '/_butaca/origin']) {
      const answer = await fetch(cluster.url + path, {
        headers: { 'x-accel-redirect': path, 'x-butaca-peer': `127.0.0.1:${upstream.port}` },
      });
      expect(answer.status).toBe(404);
    }
  });

  it('are named to nothing but nginx', async () => {
    const { address, cookie } = await addFilm();
    const direct = address.replace(cluster.url, one);
    const { id } = await addFilmInParts();
    const [segment] = await openSegments(person, `/api/videos/${id}`, one);
    const forwarded = { cookie, 'x-forwarded-for': '127.0.0.1' };
    for (const url of [direct, segment?.address ?? '']) {
      for (const secret of [undefined, '', 'no-es-el-secreto', cluster.nginxSecret.slice(1)]) {
        for (const step of ['offer', 'slice', 'fill']) {
          const headers = { ...forwarded, ...(secret !== undefined && { 'x-butaca-nginx': secret }) };
          const answer = await fetch(url, {
            headers: { ...headers, 'x-butaca-step': step, range: 'bytes=0-9' },
          });
          await answer.body?.cancel();
          expect([200, 206]).toContain(answer.status);
          expect([...answer.headers.keys()].filter((name) => /^x-(?:accel|butaca)/.test(name))).toEqual([]);
        }
      }
    }
    const secret = { 'x-butaca-nginx': cluster.nginxSecret, 'x-butaca-step': 'slice', range: 'bytes=0-9' };
    const untrusted = await fetch(direct, { headers: { cookie, ...secret } });
    expect(untrusted.headers.get('x-butaca-peer')).toBeNull();
    await untrusted.body?.cancel();
    const trusted = await fetch(direct, { headers: { ...forwarded, ...secret } });
    expect(trusted.headers.get('x-butaca-peer')).toBe(`127.0.0.1:${upstream.port}`);
  });
});

describe('a cache of segments', () => {
  const ports = () => cluster.servers.map(({ port }) => port);

  async function playThrough(origin: string): Promise<void> {
    for (let films = 0; films < 40; films += 1) {
      const { id } = await addFilmInParts();
      const [segment] = await openSegments(person, `/api/videos/${id}`, origin);
      if (segment === undefined) throw new Error('the film has no segment');
      for (let tries = 0; ; tries += 1) {
        const bytes = await receive(segment).then(
          (got) => got.bytes,
          () => undefined,
        );
        if (bytes !== undefined && digest(bytes) === digest(segmentBytes)) break;
        // Players try a segment again that broke off, more often than this.
        expect(tries).toBeLessThan(4);
      }
    }
  }

  it('that is full goes on delivering, and drops the oldest', async () => {
    const folder = join(cluster.folder, 'nginx-lleno');
    await mkdir(folder);
    const cache = { maxSize: '50k' };
    const nginx = await startNginx(folder, ports(), { secret: cluster.nginxSecret, cache });
    try {
      await playThrough(nginx.url);
    } finally {
      await nginx.stop();
    }
  });

  it.skipIf(!canMount())('whose disk is full goes on delivering', async () => {
    const folder = join(cluster.folder, 'nginx-disco');
    const disk = join(folder, 'disco');
    await mkdir(disk, { recursive: true });
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]);
    try {
      const cache = { folder: join(disk, 'segmentos') };
      const nginx = await startNginx(folder, ports(), { secret: cluster.nginxSecret, cache });
      try {
        await playThrough(nginx.url);
      } finally {
        await nginx.stop();
      }
      expect(await readFile(join(folder, 'error.log'), 'utf8')).toContain('No space left on device');
    } finally {
      execFileSync('umount', [disk]);
    }
  });
});

/** Whether this process may mount a small disk. */
function canMount(): boolean {
  if (process.getuid?.() !== 0) return false;
  try {
    execFileSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
