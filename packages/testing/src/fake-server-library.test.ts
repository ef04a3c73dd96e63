import type { Collection, Home, VideoCard, WatchedCard } from '@butaca/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startFakeServer, type FakeServer } from './fake-server.ts';

const device = 'a'.repeat(32);
let server: FakeServer;

beforeEach(async () => {
  server = await startFakeServer();
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
});

async function call<T = Record<string, unknown>>(request: string, username = 'valentina', body?: unknown) {
  const [method = 'GET', path = ''] = request.split(' ');
  const headers = {
    'content-type': 'application/json',
    'x-device-id': device,
    authorization: `Bearer ${server.signIn(username, device)}`,
  };
  const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
  const response = await fetch(server.origin + path, init);
  return { status: response.status, body: (await response.json()) as T };
}

describe('the home page', () => {
  it('has every row', async () => {
    const { body } = await call<Home>('GET /api/home');
    expect(Object.values(body).every((row) => row.length > 0 && row.length <= 15)).toBe(true);
  });

  it('fails where channels do', async () => {
    expect((await call('GET /api/home', 'sincanales')).status).toBe(503);
  });
});

describe('what a person has begun', () => {
  const continuing = async (username?: string) =>
    (await call<WatchedCard[]>('GET /api/videos/user/continue-watching', username)).body.map(
      ({ _id }) => _id,
    );

  it('is theirs, newest first, without what they finished', async () => {
    expect(await continuing()).toEqual([
      'la-casa-de-los-relojes',
      'el-faro-de-nuble',
      'espada-de-niebla',
      'oceano-4k',
    ]);
    expect(await continuing('gerardo')).toEqual(['cafe-con-leche']);
  });

  it('goes off the row when it is hidden, and stays known', async () => {
    await call('DELETE /api/videos/user/continue-watching/el-faro-de-nuble');
    expect(await continuing()).not.toContain('el-faro-de-nuble');
    const { body } = await call<{ video: VideoCard; progress: object }[]>('GET /api/progress');
    expect(body.map(({ video }) => video._id)).toEqual([
      'la-casa-de-los-relojes',
      'el-faro-de-nuble',
      'espada-de-niebla',
      'oceano-4k',
      'el-jardin-del-sur',
    ]);
    expect(body[1]?.progress).toMatchObject({ lastTime: 2_400, duration: 6_000, progress: 0.4 });
  });
});

describe('a person’s list', () => {
  const kept = async (username?: string) => {
    const { body } = await call<{ videos: VideoCard[]; channels: { _id: string }[] }>(
      'GET /api/favourites',
      username,
    );
    return [...body.videos, ...body.channels].map(({ _id }) => _id);
  };

  it('is newest first, and nobody else’s', async () => {
    expect(await kept()).toEqual(['el-faro-de-cristal', 'marea-alta', 'cenit-24']);
    expect(await kept('gerardo')).toEqual([]);
  });

  it('takes an item once, and loses it however often it is taken off', async () => {
    await call('PUT /api/favourites/video/volcan', 'gerardo');
    await call('PUT /api/favourites/video/volcan', 'gerardo');
    await call('PUT /api/favourites/channel/musa', 'gerardo');
    expect(await kept('gerardo')).toEqual(['volcan', 'musa']);
    await call('DELETE /api/favourites/video/volcan', 'gerardo');
    expect((await call('DELETE /api/favourites/video/volcan', 'gerardo')).status).toBe(200);
    expect(await kept('gerardo')).toEqual(['musa']);
  });

  it('takes only what exists', async () => {
    expect((await call('PUT /api/favourites/video/nadie')).body).toMatchObject({ code: 'video.not_found' });
    expect((await call('PUT /api/favourites/channel/volcan')).body).toMatchObject({
      code: 'channel.not_found',
    });
    expect((await call('PUT /api/favourites/serie/volcan')).status).toBe(400);
  });
});

describe('the search over everything', () => {
  const search = async (q: string) =>
    (await call<{ channels: unknown[]; videos: unknown[] }>(`GET /api/search?q=${q}`)).body;

  it('finds channels and videos, at most twenty of each', async () => {
    const { channels, videos } = await search('FARO');
    expect([channels.length, videos.length]).toEqual([1, 4]);
    expect((await search('historia')).videos).toHaveLength(20);
    expect(await search('zzz')).toEqual({ channels: [], videos: [] });
  });
});

describe('collections', () => {
  const winter = '/api/collections/noches-de-invierno';
  const list = async () => (await call<Collection[]>('GET /api/collections')).body;

  it('come by name, with their videos', async () => {
    const collections = await list();
    expect(collections.map(({ name, items }) => [name, items.length])).toEqual([
      ['Aún sin títulos', 0],
      ['Maratón de series', 3],
      ['Noches de invierno', 4],
    ]);
  });

  it('are made by administrators, each name once', async () => {
    const create = (name: string, username: string) =>
      call('POST /api/collections', username, { name, itemsModel: 'Video' });
    expect((await create('Nueva', 'valentina')).body).toMatchObject({ code: 'role.forbidden' });
    expect(await create('Nueva', 'ada')).toMatchObject({ status: 201, body: { name: 'Nueva', items: [] } });
    expect(await create('maraton de  SERIES', 'ada')).toMatchObject({
      status: 409,
      body: { code: 'collection.duplicate' },
    });
  });

  it('take videos of anybody, as a union', async () => {
    const { body } = await call<Collection>(`PUT ${winter}/items`, 'gerardo', {
      items: ['volcan', 'el-faro-del-sur', 'volcan'],
    });
    expect(body.items.map(({ _id }) => _id)).toEqual([
      'la-noche-sin-final',
      'el-faro-del-sur',
      'navidad-en-la-azotea',
      'solo-para-premium',
      'volcan',
    ]);
  });

  it('refuse what does not exist, and change nothing then', async () => {
    const add = (path: string, items: string[]) => call(`PUT ${path}/items`, 'valentina', { items });
    expect((await add(winter, ['volcan', 'nadie'])).body).toMatchObject({ code: 'video.not_found' });
    expect((await add('/api/collections/nada', ['volcan'])).body).toMatchObject({
      code: 'collection.not_found',
    });
    expect((await list())[2]?.items).toHaveLength(4);
  });

  it('lose a video, or go altogether, by administrators', async () => {
    expect((await call(`DELETE ${winter}`)).status).toBe(403);
    await call(`DELETE ${winter}/items/solo-para-premium`, 'ada');
    expect((await list())[2]?.items).toHaveLength(3);
    await call(`DELETE ${winter}`, 'ada');
    expect(await list()).toHaveLength(2);
    expect((await call(`DELETE ${winter}`, 'ada')).body).toMatchObject({ code: 'collection.not_found' });
  });
});

describe('a person to whom everything is empty', () => {
  it.each([
    '/api/collections',
    '/api/progress',
    '/api/videos/genres',
    '/api/videos/main-sections',
    '/api/videos/public/recently-added',
    '/api/videos/user/continue-watching',
  ])('gets an empty list of %s', async (path) => {
    expect((await call(`GET ${path}`, 'vacio')).body).toEqual([]);
  });

  it('finds nothing at home, in the catalogue, in searches and on their list', async () => {
    const { body: home } = await call<Home>('GET /api/home', 'vacio');
    expect(Object.values(home).flat()).toEqual([]);
    expect((await call('GET /api/videos', 'vacio')).body).toMatchObject({ videos: [], total: 0 });
    const nothing = { channels: [], videos: [] };
    expect((await call('GET /api/search?q=faro', 'vacio')).body).toEqual(nothing);
    expect((await call('GET /api/favourites', 'vacio')).body).toEqual(nothing);
  });
});
