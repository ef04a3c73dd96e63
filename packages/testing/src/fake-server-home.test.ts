import {
  getHome,
  listCollections,
  listContinueWatching,
  listFavourites,
  listProgress,
  listVideos,
  search as searchEverything,
  type RouteKey,
} from '@butaca/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { openFakeServer, type OpenedFake } from '../test/open-fake-server.ts';

let fake: OpenedFake;

beforeEach(async () => {
  fake = await openFakeServer();
});

const idsOf = (items: readonly { _id: string }[]) => items.map(({ _id }) => _id);

describe('the fake server’s home page', () => {
  it('has every row, and composes none where titles are featured', async () => {
    const { billboard, composedRows, ...rows } = await fake.ask(getHome);
    expect(Object.values(rows).filter(({ length }) => length === 0 || length > 15)).toEqual([]);
    expect([billboard?.isFeatured, composedRows]).toEqual([true, []]);
  });

  it('composes a row of channels and one of videos where nothing is featured', async () => {
    const { memory } = fake.server;
    for (const item of [...memory.videos, ...memory.channels]) item.isFeatured = false;
    const { billboard, composedRows } = await fake.ask(getHome);
    expect(billboard).not.toBeNull();
    expect(composedRows.map(({ videos, channels }) => videos.length + channels.length > 1)).toEqual([
      true,
      true,
    ]);
  });

  it('has rows of titles similar to the last ones watched and kept, without titles already begun or kept', async () => {
    const { becauseYouWatched, moreLikeThis } = await fake.ask(getHome);
    expect(becauseYouWatched.map(({ videoId }) => videoId)).toEqual(['el-jardin-del-sur']);
    expect(moreLikeThis.map(({ videoId }) => videoId)).toEqual(['el-faro-de-cristal']);
    const shown = idsOf([...becauseYouWatched, ...moreLikeThis].flatMap(({ videos }) => videos));
    expect(shown).not.toContain('el-jardin-del-sur');
    expect(idsOf(moreLikeThis.flatMap(({ videos }) => videos))).not.toContain('marea-alta');
  });

  it('leaves the first titles out of its rows of similar titles as soon as the person has begun them', async () => {
    const { memory } = fake.server;
    const rowOf = async () => {
      const { becauseYouWatched, moreLikeThis } = await fake.ask(getHome);
      return idsOf([...becauseYouWatched, ...moreLikeThis].flatMap(({ videos }) => videos));
    };
    const first = await rowOf();
    const begun = memory.progress.find(({ username, completed }) => username === 'valentina' && !completed)!;
    memory.progress.push(...first.map((videoId) => ({ ...begun, videoId })));
    const then = await rowOf();
    expect(then.length).toBeGreaterThan(0);
    expect(then.filter((id) => first.includes(id))).toEqual([]);
  });

  it('fails for the user whose channels fail', async () => {
    expect((await fake.call('GET /api/home', 'sincanales')).status).toBe(503);
  });
});

describe('the fake server’s «Continuar Viendo»', () => {
  const continuing = async (as?: string) => idsOf(await fake.ask(listContinueWatching, '', as));

  it('lists the person’s started titles, newest first, without finished ones', async () => {
    expect(await continuing()).toEqual([
      'la-casa-de-los-relojes',
      'el-faro-de-nuble',
      'espada-de-niebla',
      'oceano-4k',
    ]);
    expect(await continuing('gerardo')).toEqual(['cafe-con-leche']);
  });

  it('hides a title on request, and keeps its progress', async () => {
    await fake.call('DELETE /api/videos/user/continue-watching/el-faro-de-nuble');
    expect(await continuing()).not.toContain('el-faro-de-nuble');
    const known = await fake.ask(listProgress);
    expect(known.map(({ video }) => video._id)).toEqual([
      'la-casa-de-los-relojes',
      'el-faro-de-nuble',
      'espada-de-niebla',
      'oceano-4k',
      'el-jardin-del-sur',
    ]);
    expect(known[1]?.progress).toMatchObject({ lastTime: 2_400, duration: 6_000, progress: 0.4 });
  });
});

describe('the fake server’s list of favourites', () => {
  const kept = async (as?: string) => {
    const { videos, channels } = await fake.ask(listFavourites, '', as);
    return idsOf([...videos, ...channels]);
  };

  it('is newest first, and belongs to one person', async () => {
    expect(await kept()).toEqual(['el-faro-de-cristal', 'marea-alta', 'cenit-24']);
    expect(await kept('gerardo')).toEqual([]);
  });

  it('adds and removes items idempotently', async () => {
    for (const item of ['video/volcan', 'video/volcan', 'channel/musa']) {
      expect((await fake.call(`PUT /api/favourites/${item}`, 'gerardo')).status).toBe(200);
    }
    expect(await kept('gerardo')).toEqual(['volcan', 'musa']);
    for (let times = 0; times < 2; times += 1) {
      expect((await fake.call('DELETE /api/favourites/video/volcan', 'gerardo')).status).toBe(200);
    }
    expect(await kept('gerardo')).toEqual(['musa']);
  });

  it.each([
    ['video/nadie', 404, 'video.not_found'],
    ['channel/volcan', 404, 'channel.not_found'],
    ['serie/volcan', 400, 'input.invalid'],
  ])('refuses %s with %i %s', async (item, status, code) => {
    expect(await fake.call(`PUT /api/favourites/${item}`)).toMatchObject({ status, body: { code } });
  });
});

describe('the fake server’s search over everything', () => {
  it('finds channels and videos, at most twenty of each', async () => {
    const { channels, videos } = await fake.ask(searchEverything, 'q=FARO');
    expect([channels.length, videos.length]).toEqual([1, 4]);
    expect((await fake.ask(searchEverything, 'q=historia')).videos).toHaveLength(20);
    expect(await fake.ask(searchEverything, 'q=zzz')).toEqual({ channels: [], videos: [], chapters: [] });
  });
});

describe('the fake server’s collections', () => {
  const winter = '/api/collections/noches-de-invierno';
  const winterItems = async () =>
    idsOf((await fake.ask(listCollections)).find(({ name }) => name === 'Noches de invierno')?.items ?? []);

  it('are sorted by name, with their videos', async () => {
    const collections = await fake.ask(listCollections);
    expect(collections.map(({ name, items }) => [name, items.length])).toEqual([
      ['Aún sin títulos', 0],
      ['Maratón de series', 3],
      ['Noches de invierno', 4],
    ]);
  });

  it('are created by administrators, each name once', async () => {
    const create = (name: string, as: string) =>
      fake.call('POST /api/collections', as, { name, itemsModel: 'Video' });
    expect((await create('Nueva', 'valentina')).body).toMatchObject({ code: 'role.forbidden' });
    expect(await create('Nueva', 'ada')).toMatchObject({ status: 201, body: { name: 'Nueva', items: [] } });
    expect(await create('maraton de  SERIES', 'ada')).toMatchObject({
      status: 409,
      body: { code: 'collection.duplicate' },
    });
  });

  it('accept videos from everybody unless the settings close it, without duplicates', async () => {
    const items = ['volcan', 'el-faro-del-sur', 'volcan'];
    const allow = (viewersAddToCollections: boolean) =>
      fake.call('PUT /api/admin/settings', 'ada', { viewersAddToCollections });
    await allow(false);
    expect((await fake.call(`PUT ${winter}/items`, 'gerardo', { items })).body).toMatchObject({
      code: 'collection.closed',
    });
    await allow(true);
    expect((await fake.call(`PUT ${winter}/items`, 'gerardo', { items })).status).toBe(200);
    expect(await winterItems()).toEqual([
      'la-noche-sin-final',
      'el-faro-del-sur',
      'navidad-en-la-azotea',
      'solo-para-premium',
      'volcan',
    ]);
  });

  it('refuse unknown videos, and then stay unchanged', async () => {
    const add = (path: string, items: string[]) => fake.call(`PUT ${path}/items`, 'ada', { items });
    expect((await add(winter, ['volcan', 'nadie'])).body).toMatchObject({ code: 'video.not_found' });
    const nowhere = await add('/api/collections/nada', ['volcan']);
    expect(nowhere.body).toMatchObject({ code: 'collection.not_found' });
    expect(await winterItems()).toHaveLength(4);
  });

  it('can be deleted or lose a video through administrators only', async () => {
    expect((await fake.call(`DELETE ${winter}`)).status).toBe(403);
    await fake.call(`DELETE ${winter}/items/solo-para-premium`, 'ada');
    expect(await winterItems()).toHaveLength(3);
    await fake.call(`DELETE ${winter}`, 'ada');
    expect(await fake.ask(listCollections)).toHaveLength(2);
    expect((await fake.call(`DELETE ${winter}`, 'ada')).body).toMatchObject({ code: 'collection.not_found' });
  });
});

describe('the fake server’s person for whom everything is empty', () => {
  it.each<RouteKey>([
    'GET /api/collections',
    'GET /api/progress',
    'GET /api/videos/genres',
    'GET /api/videos/main-sections',
    'GET /api/videos/public/recently-added',
    'GET /api/videos/user/continue-watching',
  ])('gets an empty list of %s', async (route) => {
    expect(await fake.call(route, 'vacio')).toEqual({ status: 200, body: [] });
  });

  it('finds nothing at home, in the catalogue, in searches and on their list', async () => {
    const { billboard, ...rows } = await fake.ask(getHome, '', 'vacio');
    expect([billboard, ...Object.values(rows).flat()]).toEqual([null]);
    expect(await fake.ask(listVideos, '', 'vacio')).toMatchObject({ videos: [], total: 0 });
    const nothing = { channels: [], videos: [] };
    expect(await fake.ask(searchEverything, 'q=faro', 'vacio')).toEqual({ ...nothing, chapters: [] });
    expect(await fake.ask(listFavourites, '', 'vacio')).toEqual(nothing);
  });
});
