import { mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { startFakeUpstream, type Answer, type FakeUpstream, createVirtualClock } from '@butaca/testing';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { personHeaders, startTestApp, type Person, type TestApp } from '../../../../test/test-app.ts';
import { systemClock, type Clock } from '../../../platform/clock.ts';
import type { ImageLimits } from './make-image.ts';
import { drawTestImage, makeBlackPng } from '../../../../test/media/make-test-image.ts';

let test: TestApp;
let premium: Person;
let upstream: FakeUpstream;
let image: Buffer;
beforeAll(async () => {
  image = await drawTestImage(600, 300).jpeg().toBuffer();
  test = await startApp({ downloadWithinMs: 800 });
  premium = await test.viewer('premium');
});
beforeEach(async () => {
  upstream = await startFakeUpstream();
  upstream.answer('/logo.jpg', { body: image });
});
afterEach(() => upstream[Symbol.asyncDispose]());
afterAll(() => test[Symbol.asyncDispose]());

function startApp(
  imageLimits: Partial<ImageLimits>,
  env: Record<string, string> = {},
  clock: Clock = systemClock,
): Promise<TestApp> {
  return startTestApp({ UPSTREAM_ALLOW_PRIVATE: '127.0.0.1,127.0.0.2', ...env }, { imageLimits, clock });
}

let made = 0;
/** @returns the channel's id, and the path at which viewers get the logo */
async function addChannel(logo: string, app = test): Promise<{ id: string; path: string }> {
  made += 1;
  const { body: channel } = await app.call(
    'POST /api/channels/admin',
    { body: { name: `Canal ${made}`, url: `http://proveedor.example/${made}.m3u8`, logo } },
    await app.admin(),
  );
  return { id: channel._id, path: await findPath(channel._id, app) };
}

/** Adds a channel for each logo, from one list. @returns the paths at which viewers get the logos, in the same order */
async function addChannels(logos: readonly string[], app = test): Promise<string[]> {
  const names = logos.map(() => `Canal ${(made += 1)}`);
  const lines = names.map(
    (name, index) =>
      `#EXTINF:-1 tvg-logo="${logos[index]}",${name}\nhttp://proveedor.example/${name.replace(' ', '-')}.m3u8`,
  );
  const admin = await app.admin();
  expect((await app.upload(admin, 'canales.m3u', ['#EXTM3U', ...lines, ''].join('\n'))).status).toBe(200);
  const { body } = await app.call('GET /api/channels/list', {}, admin);
  const logoOf = new Map(body.channels.map(({ name, logo }) => [name, logo ?? '']));
  return names.map((name) => logoOf.get(name) ?? '');
}

async function findPath(id: string, app = test): Promise<string> {
  const { body } = await app.call('GET /api/channels/list', {}, await app.admin());
  return body.channels.find(({ _id }) => _id === id)?.logo ?? '';
}

/**
 * Adds a series whose images are on another server. @returns the paths of its poster, backdrop and a chapter's still
 */
async function addVideos(address: string): Promise<Record<'video' | 'backdrop' | 'chapter', string>> {
  made += 1;
  const slug = `vídeo-${made}`;
  const ids = await test.app.demoTargets.videos.addDemo([
    {
      slug,
      title: slug,
      description: '',
      tipo: 'serie',
      genres: [],
      thumbnail: address,
      backdrop: address,
      seasons: [{ seasonNumber: 1, chapters: [{ chapterNumber: 1, title: 'Uno', thumbnail: address }] }],
    },
  ]);
  const { body } = await test.call(
    'GET /api/videos/:id',
    { params: { id: ids.get(slug) ?? '' } },
    await test.admin(),
  );
  return {
    video: body.thumbnail ?? '',
    backdrop: body.backdrop ?? '',
    chapter: body.seasons[0]?.chapters[0]?.thumbnail ?? '',
  };
}

const ask = (url: string, app = test) => app.app.http.inject({ url });
const asked = (path: string): number => upstream.seen.filter((request) => request.path === path).length;
const withSize = (path: string, size: string) => path.replace(/\/\d+\?/, `/${size}?`);

describe('a channel logo on another server', () => {
  it('is served by this server under the key of the channel, without its address', async () => {
    const { id, path } = await addChannel(`${upstream.origin}/logo.jpg`);
    expect(path).toMatch(new RegExp(`^/api/images/channel/${id}/320\\?v=[A-Za-z0-9_-]{8}$`));
    const response = await ask(path);
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/webp']);
    expect(await sharp(response.rawPayload).metadata()).toMatchObject({ width: 320, height: 160 });
    const large = await ask(withSize(path, '1280'));
    expect(await sharp(large.rawPayload).metadata()).toMatchObject({ width: 600, height: 300 });
  });

  it('is requested without any header of the viewer', async () => {
    const { path } = await addChannel(`${upstream.origin}/logo.jpg`);
    await test.app.http.inject({ url: path, headers: { ...personHeaders(premium), cookie: 'galleta=1' } });
    const { headers } = await upstream.waitFor('/logo.jpg');
    expect(JSON.stringify(headers)).not.toMatch(/galleta|Bearer|device|127\.0\.0\.1:80/);
    expect(Object.keys(headers).toSorted()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ]);
  });

  it('gets another version and shows the new image when its address changes', async () => {
    const { id, path } = await addChannel(`${upstream.origin}/logo.jpg`);
    const before = (await ask(path)).headers.etag;
    upstream.answer('/otro.png', { body: await drawTestImage(50, 50, '#0000ff').png().toBuffer() });
    await test.call(
      'PUT /api/channels/admin/:id',
      { params: { id }, body: { logo: `${upstream.origin}/otro.png` } },
      await test.admin(),
    );
    const next = await findPath(id);
    expect(next.split('?')[0]).toBe(path.split('?')[0]);
    expect(next).not.toBe(path);
    const after = await ask(next);
    expect(after.headers.etag).not.toBe(before);
    expect(after.headers['cache-control']).toContain('immutable');
    expect((await ask(path)).headers['cache-control']).toBe('public, no-cache');
  });

  it('is not found once its channel is inactive', async () => {
    const { id, path } = await addChannel(`${upstream.origin}/logo.jpg`);
    expect((await ask(path)).statusCode).toBe(200);
    await test.call(
      'PUT /api/channels/admin/:id',
      { params: { id }, body: { active: false } },
      await test.admin(),
    );
    expect((await ask(path)).statusCode).toBe(404);
  });

  it('never shows its address or credentials to viewers or in the log', async () => {
    const secret = upstream.origin.replace('//', '//canario-usuario:canario-clave@');
    upstream.answer('/canario.jpg', { body: image });
    upstream.answer('/canario.html', { body: '<html>canario' });
    let seen = '';
    for (const path of [
      '/canario.jpg',
      '/canario.html',
      '/hangs-up?canario',
      '/status/500?canario',
      '/loop?canario',
    ]) {
      const response = await ask((await addChannel(secret + path)).path);
      seen += JSON.stringify(response.headers) + response.body;
    }
    const gone = await addChannel('http://canario-usuario:canario-clave@canario.invalid/canario.png');
    seen += (await ask(gone.path)).body;
    const list = await test.app.http.inject({ url: '/api/channels/list', headers: personHeaders(premium) });
    seen += list.body;
    expect(test.logged.join('\n')).toContain('image cannot be had');
    for (const text of [seen, test.logged.join('\n')]) {
      expect(text).not.toMatch(/canario/);
      expect(text).not.toContain(`:${upstream.port}`);
    }
    expect(upstream.seen[0]?.headers.authorization).toMatch(/^Basic /);
  });

  it('is fetched through redirects', async () => {
    const { path } = await addChannel(
      `${upstream.origin}/redirect?to=${encodeURIComponent('/redirect?to=/logo.jpg')}`,
    );
    expect((await ask(path)).statusCode).toBe(200);
  });

  it('is served as WebP even when its server states another content type', async () => {
    upstream.answer('/raro', { body: image, headers: { 'content-type': 'text/html' } });
    const response = await ask((await addChannel(`${upstream.origin}/raro`)).path);
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/webp']);
  });
});

describe('an image that cannot be fetched', () => {
  it.each(['video', 'backdrop', 'chapter', 'channel'] as const)(
    'of a %s answers 404, so that the page draws the name instead',
    async (kind) => {
      const address = `${upstream.origin}/status/404`;
      const path = kind === 'channel' ? (await addChannel(address)).path : (await addVideos(address))[kind];
      const response = await ask(path);
      expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([404, 'image.not_found']);
    },
  );

  const tooLong = 5 * 1_024 * 1_024 + 1;
  const hostile: [string, () => Answer | Promise<Answer>][] = [
    [
      'a drawing',
      () => ({
        body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
        headers: { 'content-type': 'image/svg+xml' },
      }),
    ],
    ['a page', () => ({ body: '<!doctype html>', headers: { 'content-type': 'image/png' } })],
    ['empty', () => ({ body: '', headers: { 'content-type': 'image/png' } })],
    ['nothing, without content', () => ({ status: 204 })],
    ['part of itself', () => ({ status: 206, body: image })],
    ['a bomb', () => ({ body: makeBlackPng(30_000, 30_000) })],
    ['cut in the file', () => ({ body: image.subarray(0, image.length / 2) })],
    [
      'cut on the way',
      () => ({ body: image, cutAt: 'half', headers: { 'content-length': String(image.length) } }),
    ],
    ['cut on the way, in chunks', () => ({ body: image, cutAt: 'half' })],
    [
      'shorter than it promises',
      () => ({ body: image, headers: { 'content-length': String(2 * image.length) } }),
    ],
    ['dripping', () => ({ body: image, pace: { bytes: 1, everyMs: 20 }, ending: 'open' })],
    ['without end', () => ({ body: image, manner: 'endless' })],
    ['too long', () => ({ body: Buffer.concat([image, Buffer.alloc(tooLong)]) })],
    [
      'too long, in chunks',
      () => ({
        body: Buffer.concat([image, Buffer.alloc(tooLong)]),
        headers: { 'transfer-encoding': 'chunked' },
      }),
    ],
    [
      'compressed though nobody asked',
      () => ({ body: gzipSync(image), headers: { 'content-encoding': 'gzip' } }),
    ],
    ['redirected nowhere', () => ({ status: 302, headers: { location: 'file:///etc/passwd' } })],
    ['redirected to a script', () => ({ status: 302, headers: { location: 'javascript:alert(1)' } })],
  ];
  it.each(hostile)('because it is %s answers 404 and leaves no connection or file', async (_what, make) => {
    upstream.answer('/hostil', await make());
    const { path } = await addChannel(`${upstream.origin}/hostil`);
    expect((await ask(path)).statusCode).toBe(404);
    expect(asked('/hostil')).toBeGreaterThan(0);
    await vi.waitFor(() => expect(upstream.countOpenConnections()).toBeLessThanOrEqual(1));
    expect(await readdir(join(test.dataDir, 'images'))).not.toContainEqual(expect.stringMatching(/\.new$/));
  });

  it.each([
    '/silent',
    '/hangs-up',
    '/loop',
    '/hops/5',
    '/html',
    '/short.ts',
    '/stops.ts',
    '/dies.ts',
    '/gzip.m3u8',
  ])('because its server answers like %s is not found', async (path) => {
    expect((await ask((await addChannel(upstream.origin + path)).path)).statusCode).toBe(404);
  });

  it('is not requested again for a while, in any size', async () => {
    const { path } = await addChannel(`${upstream.origin}/status/500`);
    for (const size of ['320', '160', '640', '320']) {
      expect((await ask(withSize(path, size))).statusCode).toBe(404);
    }
    expect(asked('/status/500')).toBe(1);
  });

  it('is requested again after that while', async () => {
    await using forgetful = await startApp({ failureMs: 1 });
    upstream.answer('/luego.jpg', { status: 503 });
    const { path } = await addChannel(`${upstream.origin}/luego.jpg`, forgetful);
    expect((await ask(path, forgetful)).statusCode).toBe(404);
    upstream.answer('/luego.jpg', { body: image });
    await vi.waitFor(async () => expect((await ask(path, forgetful)).statusCode).toBe(200));
  });
});

describe('simultaneous requests', () => {
  it('for one image cost the provider one request', async () => {
    const { path } = await addChannel(`${upstream.origin}/logo.jpg`);
    const all = await Promise.all(Array.from({ length: 100 }, () => ask(path)));
    expect(new Set(all.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    await ask(path);
    expect(asked('/logo.jpg')).toBe(1);
  });

  it('for different images are all answered', async () => {
    const names = Array.from({ length: 120 }, (_, number) => `${number}.jpg`);
    for (const name of names) upstream.answer(`/${name}`, { body: image });
    const paths = await addChannels(names.map((name) => `${upstream.origin}/${name}`));
    const all = await Promise.all(paths.map((path) => ask(path)));
    expect(all.map(({ statusCode }) => statusCode)).toEqual(paths.map(() => 200));
  });

  it('for images of a silent server all fail, and do not delay those of another server', async () => {
    await using impatient = await startApp({ downloadWithinMs: 300 });
    await using other = await startFakeUpstream('127.0.0.2');
    other.answer('/logo.jpg', { body: image });
    const silent = Array.from({ length: 30 }, (_, number) => `${upstream.origin}/silent?${number}`);
    const paths = await addChannels([...silent, `${other.origin}/logo.jpg`], impatient);
    const answers = await Promise.all(paths.map((path) => ask(path, impatient)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([...silent.map(() => 404), 200]);
    // Six downloads from one server run at once, and at most two more start until the third has timed out; from then on
    // the server is not contacted.
    expect(upstream.seen.length).toBeLessThanOrEqual(8);
  });
});

describe('a fetched foreign image', () => {
  it('is served while its server is down, also after a restart', async () => {
    const { path } = await addChannel(`${upstream.origin}/logo.jpg`);
    expect((await ask(path)).statusCode).toBe(200);
    upstream.answer('/logo.jpg', { status: 503 });
    expect((await ask(path)).statusCode).toBe(200);
    await using restarted = await startApp({}, { DATA_DIR: test.dataDir });
    const again = await addChannel(`${upstream.origin}/logo.jpg`, restarted);
    expect((await ask(again.path, restarted)).statusCode).toBe(200);
    expect(asked('/logo.jpg')).toBe(1);
  });

  it('is fetched again when its cached file is damaged', async () => {
    await using own = await startApp({});
    const { path } = await addChannel(`${upstream.origin}/logo.jpg`, own);
    const before = await ask(path, own);
    const [file = ''] = await readdir(join(own.dataDir, 'images'));
    await truncate(join(own.dataDir, 'images', file), 100);
    expect((await ask(path, own)).rawPayload.equals(before.rawPayload)).toBe(true);
    expect(asked('/logo.jpg')).toBe(2);
  });

  it('is served stale while it is refreshed, and when the refresh fails', async () => {
    await using own = await startApp({ freshMs: -1, failureMs: 1 });
    const { path } = await addChannel(`${upstream.origin}/logo.jpg`, own);
    const { etag } = (await ask(path, own)).headers;
    upstream.answer('/logo.jpg', { status: 503 });
    expect((await ask(path, own)).headers.etag).toBe(etag);
    await vi.waitFor(() => expect(asked('/logo.jpg')).toBe(2));
    upstream.answer('/logo.jpg', { body: await drawTestImage(9, 9, '#00ff00').png().toBuffer() });
    await vi.waitFor(async () => expect((await ask(path, own)).headers.etag).not.toBe(etag));
  });

  it('is fetched again when the clock of the machine was set back after it was made', async () => {
    const clock = createVirtualClock(new Date().toISOString());
    await using own = await startApp({}, {}, clock);
    const { path } = await addChannel(`${upstream.origin}/logo.jpg`, own);
    await ask(path, own);
    clock.pass(60_000);
    await ask(path, own);
    expect(asked('/logo.jpg')).toBe(1);
    clock.setBack(86_400_000);
    await ask(path, own);
    await vi.waitFor(() => expect(asked('/logo.jpg')).toBe(2));
  });

  it('is evicted when the cache would exceed its disk space', async () => {
    await using own = await startApp({ cacheBytes: 10 * 4_096 });
    for (let number = 0; number < 15; number += 1) {
      upstream.answer(`/${number}.jpg`, { body: image });
      await ask((await addChannel(`${upstream.origin}/${number}.jpg`, own)).path, own);
    }
    const dir = join(own.dataDir, 'images');
    await vi.waitFor(async () => expect(await readdir(dir)).toHaveLength(10));
  });

  it('is served even when it cannot be written to disk', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'butaca-test-'));
    await writeFile(join(dataDir, 'images'), 'no es una carpeta');
    {
      await using own = await startApp({}, { DATA_DIR: dataDir });
      const { path } = await addChannel(`${upstream.origin}/logo.jpg`, own);
      expect([(await ask(path, own)).statusCode, (await ask(path, own)).statusCode]).toEqual([200, 200]);
      expect(own.logged.join('')).toContain('image not kept');
    }
    await rm(dataDir, { recursive: true });
  });
});
