import type { AddressInfo } from 'node:net';
import { createVirtualClock, startFakeUpstream, type FakeUpstream } from '@butaca/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Person, type TestApp } from './test-app.ts';
import { uploadList } from './upload-list.ts';

let test: TestApp;
let upstream: FakeUpstream;
let origin: string;
/** The clock by which running streams are checked. */
const streamClock = createVirtualClock();
beforeAll(async () => {
  upstream = await startFakeUpstream();
  test = await startTestApp(
    { UPSTREAM_ALLOW_PRIVATE: '127.0.0.0/8' },
    { streamTiming: { clock: streamClock } },
  );
  await test.app.http.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(test.app.http.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});

let made = 0;
async function addChannel(path: string, more: Record<string, unknown> = {}) {
  made += 1;
  const body = { name: `Canal ${made}`, url: `${upstream.origin}${path}`, ...more };
  const { body: channel } = await test.call('POST /api/channels/admin', { body }, await test.admin());
  return channel;
}

async function openStream(person: Person, id: string): Promise<string> {
  const { status, body } = await test.call('GET /api/channels/id/:id', { params: { id } }, person);
  expect(status).toBe(200);
  return origin + body.url;
}

/**
 * Starts to receive an endless media stream; `ended` tells whether the server ended the response or cut the connection.
 */
async function receive(url: string) {
  const response = await fetch(url);
  expect(response.status).toBe(200);
  const reader = response.body!.getReader();
  expect((await reader.read()).done).toBe(false);
  const ended = (async () => {
    try {
      while (!(await reader.read()).done);
      return 'ended';
    } catch {
      return 'cut';
    }
  })();
  return { ended };
}

const accountId = async (person: Person): Promise<string> => {
  const { body } = await test.call(
    'GET /api/admin/users',
    { query: { search: person.username } },
    await test.admin(),
  );
  return body.users[0]?._id ?? '';
};

describe('a running stream', () => {
  type End = (person: Person, channelId: string) => Promise<unknown>;
  const endsAtOnce: [string, End][] = [
    ['its person signs out', (person) => test.call('POST /api/auth/logout', { body: {} }, person)],
    [
      'its person ends the session of its device from another device',
      async (person) =>
        test.call(
          'DELETE /api/devices/:deviceId',
          { params: { deviceId: person.deviceId } },
          await test.login(person),
        ),
    ],
    [
      'its person ends all sessions but that of another device',
      async (person) => test.call('DELETE /api/devices/others', undefined, await test.login(person)),
    ],
    [
      'its device is deactivated',
      async (person) =>
        test.call(
          'DELETE /api/devices/admin/:userId/:deviceId',
          { params: { userId: await accountId(person), deviceId: person.deviceId } },
          await test.admin(),
        ),
    ],
    [
      'its user is deactivated',
      async (person) =>
        test.call(
          'PUT /api/admin/users/:id/status',
          { params: { id: await accountId(person) }, body: { isActive: false } },
          await test.admin(),
        ),
    ],
  ];
  const endsAtCheck: [string, End][] = [
    [
      'its plan no longer opens it',
      async (person) =>
        test.call(
          'PUT /api/admin/users/:id/plan',
          { params: { id: await accountId(person) }, body: { plan: 'gplay' } },
          await test.admin(),
        ),
    ],
    [
      'its channel is deactivated',
      async (_person, id) =>
        test.call(
          'PUT /api/channels/admin/:id',
          { params: { id }, body: { active: false } },
          await test.admin(),
        ),
    ],
    [
      'its channel is deleted',
      async (_person, id) =>
        test.call('DELETE /api/channels/admin/:id', { params: { id } }, await test.admin()),
    ],
  ];

  it.each([
    ...endsAtOnce.map(([what, end]) => [what, end, 0] as const),
    // Running streams are checked every five seconds.
    ...endsAtCheck.map(([what, end]) => [what, end, 5_000] as const),
  ])('is cut when %s', async (_what, end, afterMs) => {
    const channel = await addChannel(`/steady.ts?${made}`);
    const person = await test.viewer('premium');
    const url = await openStream(person, channel._id);
    const { ended } = await receive(url);
    await end(person, channel._id);
    streamClock.pass(afterMs);
    expect(await ended).toMatch(/ended|cut/);
    const again = await fetch(url);
    expect(again.status).toBe(403);
    expect(((await again.json()) as { code: string }).code).toBe('stream.forbidden');
  });
});

describe('a stream address', () => {
  it('delivers the bytes of the provider and none of its secrets', async () => {
    const channel = await addChannel('/live/index.m3u8', {
      userAgent: 'Lector/1.0',
      referrer: 'https://lista.example/',
    });
    const url = await openStream(await test.viewer('premium'), channel._id);
    const playlist = await fetch(url);
    const text = await playlist.text();
    expect(playlist.status).toBe(200);
    expect(text).not.toContain(upstream.origin);
    const seen = upstream.seen.at(-1);
    expect(seen?.headers['user-agent']).toBe('Lector/1.0');
    expect(seen?.headers.referer).toBe('https://lista.example/');
    expect(seen?.headers.authorization).toBeUndefined();
    expect(seen?.headers['x-device-id']).toBeUndefined();
    expect(test.logged.join('')).not.toContain(upstream.origin);
  });

  it('carries the cookies and the origin of an imported list, also after an edit of the channel', async () => {
    const admin = await test.admin();
    const headers = '|Cookie=clave%3D1;plan%3Doro&Origin=https%3A%2F%2Fportal.example';
    const listOf = (title: string, path: string) =>
      `#EXTM3U\n#EXTINF:-1,${title}\n${upstream.origin}${path}${headers}\n`;
    await test.upload(admin, 'canal.m3u', listOf('Galleta', '/live/index.m3u8?galleta=canal'));
    const uploads = [
      ['pelicula', 'POR_GENERO', listOf('Galleta (2001)', '/1.mp4?galleta=pelicula')],
      ['serie', 'HBO MAX', listOf('Galleta S01E01', '/2.mp4?galleta=capitulo')],
    ] as const;
    for (const [categoria, subcategoria, content] of uploads) {
      const form = { categoria, subcategoria };
      await uploadList(test, admin, 'POST /api/videos/upload-text', { content, form });
    }
    const person = await test.viewer('premium');
    const { body } = await test.call('GET /api/channels/admin/list', { query: { search: 'galleta' } }, admin);
    const params = { id: body.channels[0]?._id ?? '' };
    await test.call('PUT /api/channels/admin/:id', { params, body: { userAgent: 'Lector/2.0' } }, admin);
    await fetch(await openStream(person, params.id));
    const found = await test.call('GET /api/search', { query: { q: 'galleta' } }, person);
    for (const { _id } of found.body.videos) {
      const opened = await test.call('GET /api/videos/:id', { params: { id: _id }, query: {} }, person);
      const url = opened.body.url || (opened.body.seasons[0]?.chapters[0]?.url ?? '');
      await fetch(origin + url);
    }
    const seen = upstream.seen.filter(({ path }) => path.includes('galleta='));
    expect(new Set(seen.map(({ path }) => path.replace(/.*galleta=/, '')))).toEqual(
      new Set(['canal', 'pelicula', 'capitulo']),
    );
    for (const request of seen) {
      expect(request.headers).toMatchObject({
        cookie: 'clave=1; plan=oro',
        origin: 'https://portal.example',
      });
    }
  });

  it.each([
    ['forged', () => '/api/stream/AAAA/index.m3u8'],
    [
      'bit-flipped',
      (path: string) =>
        path.replace(
          /stream\/(.{20})(.)/,
          (_m, head: string, char: string) => `stream/${head}${char === 'A' ? 'B' : 'A'}`,
        ),
    ],
    ['of another installation', () => `/api/stream/${'A'.repeat(300)}/index.m3u8`],
  ])('that is %s is refused without a request to the provider', async (_what, change) => {
    const channel = await addChannel(`/live/index.m3u8?${made}`);
    const url = await openStream(await test.viewer('premium'), channel._id);
    const before = upstream.seen.length;
    const response = await fetch(origin + change(url.slice(origin.length)));
    expect([401, 403, 404]).toContain(response.status);
    expect(upstream.seen.length).toBe(before);
  });
});

describe('an upstream in a private network', () => {
  it('is refused unless the operator allows it', async () => {
    await using closed = await startTestApp();
    const { body: channel } = await closed.call(
      'POST /api/channels/admin',
      { body: { name: 'Interno', url: `${upstream.origin}/live/index.m3u8` } },
      await closed.admin(),
    );
    const { body } = await closed.call(
      'GET /api/channels/id/:id',
      { params: { id: channel._id } },
      await closed.admin(),
    );
    const before = upstream.countConnections();
    const response = await closed.app.http.inject(body.url);
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([502, 'upstream.refused']);
    expect(upstream.countConnections()).toBe(before);
  });
});

describe('the cookie by which a browser holds stream addresses', () => {
  const cookie = /^butaca_stream=[\w-]{43}; Path=\/api\/stream; HttpOnly; SameSite=Strict$/;

  it('comes with the address of a channel, is the same for a session, and differs between sessions', async () => {
    const channel = await addChannel('/live/index.m3u8?galleta');
    const person = await test.viewer('premium');
    const ask = async (by: Person) =>
      (await test.call('GET /api/channels/id/:id', { params: { id: channel._id } }, by)).headers[
        'set-cookie'
      ];
    const first = await ask(person);
    expect(first).toMatch(cookie);
    expect(await ask(person)).toBe(first);
    expect(await ask(await test.login(person))).not.toBe(first);
  });

  it('comes once with the addresses of a series, and with no refusal', async () => {
    const body = {
      title: 'El faro',
      tipo: 'serie' as const,
      subcategoria: 'Netflix',
      seasons: [
        {
          seasonNumber: 1,
          chapters: [1, 2, 3].map((number) => ({
            title: `Capítulo ${number}`,
            url: `${upstream.origin}/file.mp4?${number}`,
          })),
        },
      ],
    };
    const { body: series } = await test.call('POST /api/videos', { body }, await test.admin());
    const of = async (person: Person) =>
      (await test.call('GET /api/videos/:id', { params: { id: series._id } }, person)).headers['set-cookie'];
    expect(await of(await test.viewer('premium'))).toMatch(cookie);
    expect(await of({ ...(await test.viewer()), token: 'falso' })).toBeUndefined();
  });

  it('lets its browser play from another network, where the address alone is refused', async () => {
    const channel = await addChannel('/file.mp4?galleta');
    const person = await test.viewer('premium');
    const { body, headers } = await test.call(
      'GET /api/channels/id/:id',
      { params: { id: channel._id } },
      person,
    );
    const from = (remoteAddress: string, given: Record<string, string> = {}) =>
      test.app.http.inject({ url: body.url, remoteAddress, headers: given });
    const refused = await from('198.51.100.1');
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([403, 'stream.elsewhere']);
    const own = String(headers['set-cookie']).split(';')[0] ?? '';
    expect((await from('198.51.100.1', { cookie: own })).statusCode).toBe(200);
  });
});

describe('the playlists in the answer with a channel', () => {
  const list = '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n1.ts\n';
  const open = async (person: Person, id: string, query: Record<string, unknown>) =>
    test.call('GET /api/channels/id/:id', { params: { id }, query }, person);
  const countAsked = (path: string) => upstream.seen.filter((one) => one.path === path).length;

  it('are there for those who ask for them and whose plan opens the channel', async () => {
    upstream.answer('/con-lista.m3u8', { body: list });
    const { _id } = await addChannel('/con-lista.m3u8', { requiresPlan: ['premium'] });
    const premium = await test.viewer('premium');
    const plain = await open(premium, _id, {});
    expect([plain.status, plain.body.playlists]).toEqual([200, undefined]);
    const before = countAsked('/con-lista.m3u8');
    const { body } = await open(premium, _id, { playlists: 'true' });
    expect(body.playlists?.map(({ url }) => url)).toEqual([body.url]);
    expect(body.playlists?.[0]?.text).toMatch(/^\/api\/stream\/[\w-]+\/segment\.ts$/m);
    expect(JSON.stringify(body)).not.toContain(new URL(upstream.origin).host);
    expect(countAsked('/con-lista.m3u8')).toBe(before + 1);
    const denied = await open(await test.viewer('gplay'), _id, { playlists: 'true' });
    expect([denied.status, JSON.stringify(denied.body).includes('EXTM3U')]).toEqual([403, false]);
    expect(countAsked('/con-lista.m3u8')).toBe(before + 1);
  });
});
