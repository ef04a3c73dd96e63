import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Person, type TestApp } from '../../../../test/test-app.ts';

let test: TestApp;
let premium: Person;
/** The image paths, with version, of one demo item of each kind; the images of the demo are SVG drawings. */
let paths: Record<'channel' | 'video' | 'backdrop' | 'chapter', string>;
beforeAll(async () => {
  test = await startTestApp({}, { isDemo: true });
  premium = await test.viewer('premium');
  const { body: live } = await test.call('GET /api/channels/list', {}, premium);
  const { body: page } = await test.call('GET /api/videos', { query: { limit: '100' } }, premium);
  const series = page.videos.find(({ title }) => title === 'El último faro');
  const { body: detail } = await test.call(
    'GET /api/videos/:id',
    { params: { id: series?._id ?? '' } },
    premium,
  );
  paths = {
    channel: live.channels[0]?.logo ?? '',
    video: page.videos.find(({ title }) => title === 'Metrópolis')?.thumbnail ?? '',
    backdrop: page.videos.find(({ backdrop }) => backdrop !== null)?.backdrop ?? '',
    chapter: detail.seasons?.[0]?.chapters[0]?.thumbnail ?? '',
  };
});
afterAll(() => test[Symbol.asyncDispose]());

const ask = (url: string, headers: Record<string, string> = {}) => test.app.http.inject({ url, headers });
const kinds = ['channel', 'video', 'backdrop', 'chapter'] as const;
const withSize = (path: string, size: string) => path.replace(/\/\d+\?/, `/${size}?`);

describe('an image of the demo', () => {
  it.each(kinds)('of a %s has a path with a size and a version', (kind) => {
    expect(paths[kind]).toMatch(
      new RegExp(
        `^/api/images/${kind}/[0-9a-f-]{36}/${kind === 'backdrop' ? 1280 : 320}\\?v=[A-Za-z0-9_-]{8}$`,
      ),
    );
  });

  it.each([
    ['channel', '160', 160],
    ['channel', '320', 320],
    ['channel', '640', 640],
    ['channel', '1280', 640],
    ['video', '160', 160],
    ['video', '320', 320],
    ['video', '640', 640],
    ['video', '1280', 640],
    ['backdrop', '160', 160],
    ['backdrop', '640', 640],
    ['backdrop', '1280', 1_280],
    ['chapter', '160', 160],
    ['chapter', '320', 320],
    ['chapter', '640', 480],
  ] as const)('of a %s at %s is WebP, %i pixels wide', async (kind, size, width) => {
    const response = await ask(withSize(paths[kind], size));
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/webp']);
    expect(await sharp(response.rawPayload).metadata()).toMatchObject({ format: 'webp', width });
  });

  it('is served to anyone, with headers that forbid scripts and requests', async () => {
    const { headers } = await ask(paths.video);
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'content-disposition': 'inline; filename="video-320.webp"',
    });
  });

  it('is converted once', async () => {
    const path = withSize(paths.video, '160');
    const [first, ...others] = await Promise.all(Array.from({ length: 20 }, () => ask(path)));
    for (const other of others) expect(other.headers.etag).toBe(first?.headers.etag);
    expect((await ask(path)).rawPayload.equals(first!.rawPayload)).toBe(true);
  });

  it.each([
    ['its tag', (tag: string) => tag],
    ['its tag as a weak one', (tag: string) => `W/${tag}`],
    ['its tag among others', (tag: string) => `"otra", ${tag}`],
    ['any tag', () => '*'],
  ])('answers 304 to a request with %s', async (_what, known) => {
    const { headers } = await ask(paths.video);
    const again = await ask(paths.video, { 'if-none-match': known(String(headers.etag)) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect(again.headers).toMatchObject({ etag: headers.etag, 'cache-control': headers['cache-control'] });
  });

  it('is sent to a client that has another tag', async () => {
    expect((await ask(paths.video, { 'if-none-match': '"otra"' })).statusCode).toBe(200);
  });

  it.each([
    [(path: string) => path, 'public, max-age=86400, immutable'],
    [(path: string) => path.replace(/\?.*/, ''), 'public, no-cache'],
    [(path: string) => path.replace(/v=.*/, 'v=anterior'), 'public, no-cache'],
    [(path: string) => `${path}&v=otra`, 'public, no-cache'],
  ])('is cached immutably only at a path with its current version (%#)', async (change, caching) => {
    expect((await ask(change(paths.video))).headers['cache-control']).toBe(caching);
  });

  it('never shows where it is stored', async () => {
    const answers = await Promise.all(
      [
        '/api/videos?limit=100',
        '/api/videos/main-sections',
        '/api/channels/list',
        '/api/collections',
        '/api/home',
      ].map((url) => ask(url, { authorization: `Bearer ${premium.token}`, 'x-device-id': premium.deviceId })),
    );
    const image = await ask(paths.video);
    const seen = [...answers.map(({ body }) => body), JSON.stringify(image.headers), ...test.logged];
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(seen.join('\n')).not.toMatch(/internal:|\.svg|posters\//);
  });
});

describe('an image path', () => {
  const itemId = () => paths.video.split('/')[4] ?? '';
  it.each([
    ['of another size', () => `/api/images/video/${itemId()}/321`],
    ['of a size with a sign', () => `/api/images/video/${itemId()}/+320`],
    ['of a size that is no number', () => `/api/images/video/${itemId()}/320x480`],
    ['of another kind', () => `/api/images/poster/${itemId()}/320`],
    ['of the kind of every object', () => `/api/images/constructor/${itemId()}/320`],
    ['that goes up', () => '/api/images/video/..%2f..%2fetc%2fpasswd/320'],
    ['with an address for a key', () => '/api/images/video/http%3A%2F%2F127.0.0.1%2F/320'],
    ['with a key of nothing but zero', () => '/api/images/video/%00/320'],
    ['with an endless key', () => `/api/images/video/${'a'.repeat(65)}/320`],
  ])('%s is refused', async (_what, path) => {
    const response = await ask(path());
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([400, 'input.invalid']);
  });

  it.each(kinds)('of an unknown %s is not found', async (kind) => {
    const response = await ask(`/api/images/${kind}/nadie/320`);
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([404, 'image.not_found']);
  });

  it('of a video asked for as a channel is not found', async () => {
    expect((await ask(`/api/images/channel/${itemId()}/320`)).statusCode).toBe(404);
  });
});

describe('a server that closes', () => {
  it('does not wait for images that are queued', async () => {
    const closing = await startTestApp({}, { isDemo: true });
    await closing.app.http.listen({ port: 0, host: '127.0.0.1' });
    const { port } = closing.app.http.server.address() as AddressInfo;
    const { body } = await closing.call(
      'GET /api/videos',
      { query: { limit: '100' } },
      await closing.viewer('premium'),
    );
    const posters = body.videos.flatMap(({ thumbnail }) => thumbnail ?? []);
    expect(posters.length).toBeGreaterThan(40);
    const asked = posters.map(async (path) => {
      try {
        const answer = await fetch(`http://127.0.0.1:${port}${withSize(path, '640')}`);
        await answer.arrayBuffer();
        return answer.status;
      } catch {
        return 'cut';
      }
    });
    // One image request has been answered, so the others are waiting for their conversion when the server closes.
    await Promise.race(asked);
    await closing[Symbol.asyncDispose]();
    const outcomes = await Promise.all(asked);
    expect(outcomes.filter((outcome) => outcome === 503 || outcome === 'cut').length).toBeGreaterThan(20);
  });
});
