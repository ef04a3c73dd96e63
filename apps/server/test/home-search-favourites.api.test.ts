import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Person, type TestApp } from './test-app.ts';

let test: TestApp;
let viewer: Person;
let videoId: string;
let channelId: string;

beforeAll(async () => {
  test = await startTestApp();
  viewer = await test.viewer('premium');
  const ids = await test.app.demoTargets.videos.addDemo([
    {
      slug: 'faro',
      title: 'El último faro',
      description: 'Una isla.',
      tipo: 'serie',
      genres: [],
      isFeatured: true,
    },
    { slug: 'cafe', title: 'Café con leche', description: '', tipo: 'novela', genres: [], isFeatured: true },
  ]);
  videoId = ids.get('faro') ?? '';
  const channel = await test.call(
    'POST /api/channels/admin',
    { body: { name: 'Faro Noticias', url: 'http://tv.ejemplo/faro.m3u8', isFeatured: true } },
    await test.admin(),
  );
  channelId = channel.body._id;
});
afterAll(() => test[Symbol.asyncDispose]());

describe('the home page', () => {
  it('has every row, including empty ones', async () => {
    const { body } = await test.call('GET /api/home', {}, viewer);
    expect(body.recentlyAdded.map(({ title }) => title)).toEqual(['El último faro', 'Café con leche']);
    expect(body.featuredSeries.map(({ title }) => title)).toEqual(['El último faro']);
    expect(body.featuredNovelas.map(({ title }) => title)).toEqual(['Café con leche']);
    expect(body.featuredChannels.map(({ name }) => name)).toEqual(['Faro Noticias']);
    expect(body).toMatchObject({ continueWatching: [], featuredMovies: [], featuredAnimes: [] });
  });

  it('requires a session', async () => {
    expect((await test.call('GET /api/home')).body.code).toBe('session.required');
  });
});

describe('the search over the catalogue', () => {
  const search = async (q: string) => (await test.call('GET /api/search', { query: { q } }, viewer)).body;

  it('finds channels and videos', async () => {
    const found = await search('FARO');
    expect(found.channels.map(({ name }) => name)).toEqual(['Faro Noticias']);
    expect(found.videos.map(({ title }) => title)).toEqual(['El último faro']);
    expect((await search('cafe')).videos.map(({ title }) => title)).toEqual(['Café con leche']);
    expect(await search('zzz')).toEqual({ channels: [], videos: [] });
  });

  it('ranks a title before newer ones that only mention it, with or without its article', async () => {
    const film = (title: string, description: string) => ({
      slug: title,
      title,
      description,
      tipo: 'pelicula' as const,
      genres: [],
    });
    const mentions = Array.from({ length: 25 }, (_, index) =>
      film(`Relato ${index}`, 'Se cuenta en la marea.'),
    );
    await test.app.demoTargets.videos.addDemo([...mentions, film('La marea', 'Un puerto.')]);
    for (const words of ['marea', 'la marea', 'LA MARÉA']) {
      const { videos } = await search(words);
      expect([videos[0]?.title, videos.length]).toEqual(['La marea', 20]);
    }
  });

  it('refuses an empty text and one that is too long', async () => {
    for (const q of ['', '   ', 'x'.repeat(10_000)]) {
      expect((await test.call('GET /api/search', { query: { q } }, viewer)).status).toBe(400);
    }
  });
});

describe('a person’s list of favourites', () => {
  const list = async (person = viewer) => (await test.call('GET /api/favourites', {}, person)).body;
  const keep = (itemType: 'video' | 'channel', id: string) =>
    test.call('PUT /api/favourites/:itemType/:id', { params: { itemType, id } }, viewer);

  it('holds each channel and video once, and is private to the person', async () => {
    await keep('video', videoId);
    await keep('video', videoId);
    await keep('channel', channelId);
    const { videos, channels } = await list();
    expect([videos.length, channels.length]).toEqual([1, 1]);
    expect(await list(await test.viewer())).toEqual({ videos: [], channels: [] });
  });

  it('accepts only existing items', async () => {
    expect((await keep('video', 'nadie')).body.code).toBe('video.not_found');
    expect((await keep('channel', videoId)).body.code).toBe('channel.not_found');
    expect((await keep('serie' as never, videoId)).status).toBe(400);
  });

  it('loses a removed item, also when it is removed twice', async () => {
    const params = { itemType: 'video', id: videoId } as const;
    await test.call('DELETE /api/favourites/:itemType/:id', { params }, viewer);
    await test.call('DELETE /api/favourites/:itemType/:id', { params }, viewer);
    expect((await list()).videos).toEqual([]);
  });
});

describe('what a person has begun to watch', () => {
  it('is empty at first, and hiding an unknown video from it succeeds', async () => {
    expect((await test.call('GET /api/videos/user/continue-watching', {}, viewer)).body).toEqual([]);
    expect((await test.call('GET /api/progress', {}, viewer)).body).toEqual([]);
    const params = { id: videoId };
    expect(
      (await test.call('DELETE /api/videos/user/continue-watching/:id', { params }, viewer)).status,
    ).toBe(200);
  });
});
