import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Person, type TestApp } from './test-app.ts';
import { listEntry, uploadList } from './upload-list.ts';

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
    expect(await search('zzz')).toEqual({ channels: [], videos: [], chapters: [] });
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

  it('finds the titles of a genre, after those with the word in their title', async () => {
    const film = (title: string, genres: string[], description = '') =>
      ({ slug: title, title, description, tipo: 'pelicula', genres }) as const;
    await test.app.demoTargets.videos.addDemo([
      film('Casa vacía', ['Terror', 'Drama']),
      film('Risas', ['Comedia'], 'Un terror de vecino.'),
      film('Noche de terror', []),
    ]);
    const titles = async (q: string) => (await search(q)).videos.map(({ title }) => title);
    expect(await titles('TERRÓR')).toEqual(['Noche de terror', 'Casa vacía', 'Risas']);
    expect(await titles('terro')).toContain('Casa vacía');
    expect((await search('terorr')).corrected).toBe('terror');
  });

  it('finds chapters by their titles, with the series that they belong to', async () => {
    const admin = await test.admin();
    const chapters = ['Capítulo 1', 'La tormenta', 'El árbol caído'].map((title, index) => ({
      title,
      url: `http://a.tv/tormenta-${index}.mp4`,
    }));
    const { body } = await test.call(
      'POST /api/videos',
      {
        body: {
          title: 'Costa brava',
          tipo: 'serie',
          requiresPlan: ['sports'],
          seasons: [
            { seasonNumber: 4, chapters },
            { seasonNumber: 2, chapters: [{ title: 'Capítulo 1', url: 'http://a.tv/calma.mp4' }] },
          ],
        },
      },
      admin,
    );
    const found = await search('tormenta');
    expect(found.chapters).toMatchObject([
      { title: 'La tormenta', seasonNumber: 4, chapterNumber: 2, video: { _id: body._id, locked: true } },
    ]);
    const [{ _id, seasonIndex, chapterIndex } = { _id: '', seasonIndex: -1, chapterIndex: -1 }] =
      found.chapters;
    const { body: detail } = await test.call('GET /api/videos/:id', { params: { id: body._id } }, admin);
    expect(detail.seasons[seasonIndex]?.chapters[chapterIndex]?._id).toBe(_id);
    expect((await search('arbol')).chapters.map(({ title }) => title)).toEqual(['El árbol caído']);
    expect((await search('capitulo')).chapters).toEqual([]);
    expect((await search('tormneta')).corrected).toBe('tormenta');
    await test.call('DELETE /api/videos/:id', { params: { id: body._id } }, admin);
    expect((await search('tormenta')).chapters).toEqual([]);
  });

  it('forgives one slip in each word when nothing is found, and says so', async () => {
    for (const [typed, corrected] of [
      ['utlimo farp', 'último faro'],
      ['CAFÉ con lehce', 'café con leche'],
      ['noticais', 'noticias'],
    ] as const) {
      const found = await search(typed);
      expect(found.corrected).toBe(corrected);
      expect(found.videos.length + found.channels.length).toBeGreaterThan(0);
    }
    expect(await search('frao loti')).toEqual({ channels: [], videos: [], chapters: [] });
    expect((await search('faro')).corrected).toBeUndefined();
  });

  it('knows the words of titles that were changed or added by an import', async () => {
    const admin = await test.admin();
    const { body } = await test.call(
      'POST /api/videos',
      { body: { title: 'Provisional', tipo: 'pelicula', url: 'http://a.tv/quimera.mp4' } },
      admin,
    );
    await test.call(
      'PUT /api/videos/:id',
      {
        params: { id: body._id },
        body: { title: 'Quimera', tipo: 'pelicula', url: 'http://a.tv/quimera.mp4' },
      },
      admin,
    );
    expect((await search('qumera')).videos.map(({ title }) => title)).toEqual(['Quimera']);
    await test.call(
      'PUT /api/videos/:id',
      {
        params: { id: body._id },
        body: { title: 'Quime-Ra II', tipo: 'pelicula', url: 'http://a.tv/quimera.mp4' },
      },
      admin,
    );
    expect((await search('quimera 2')).videos.map(({ title }) => title)).toEqual(['Quime-Ra II']);
    await uploadList(test, admin, 'POST /api/videos/upload-text', {
      content: `#EXTM3U\n${listEntry('Onda·Corta', 'http://a.tv/onda.mp4')}`,
      form: { categoria: 'pelicula', subcategoria: 'POR_GENERO' },
    });
    expect((await search('ondacorta')).videos.map(({ title }) => title)).toEqual(['Onda·Corta']);
  });

  it('offers the newest titles until somebody has watched one, then what most people watch, but none for adults', async () => {
    const popular = async (person: Person) => (await test.call('GET /api/search/popular', {}, person)).body;
    const watcher = await test.viewer('premium');
    const added = await test.call(
      'POST /api/videos',
      {
        body: {
          title: 'Medianoche',
          tipo: 'pelicula',
          url: 'http://a.tv/medianoche.mp4',
          genres: ['Adultos'],
        },
      },
      await test.admin(),
    );
    for (const id of [added.body._id, videoId]) {
      await test.call(
        'PUT /api/videos/:id/progress',
        { params: { id }, body: { lastTime: 600, duration: 6_000 } },
        watcher,
      );
    }
    expect(await popular(viewer)).toMatchObject({ basis: 'watched', videos: [{ _id: videoId }] });
    await using other = await startTestApp();
    const { body } = await other.call('GET /api/search/popular', {}, await other.viewer());
    expect(body).toEqual({ basis: 'recent', videos: [] });
  });

  it('knows the words of imported channels, and forgets nothing when a title is deleted', async () => {
    const admin = await test.admin();
    const { body } = await test.call(
      'POST /api/channels/admin',
      { body: { name: 'Deportes Pampa', url: 'http://tv.ejemplo/pampa.m3u8' } },
      admin,
    );
    const found = await search('deprotes');
    expect(found.corrected).toBe('deportes');
    expect(found.channels.map(({ name }) => name)).toEqual(['Deportes Pampa']);
    await test.call('DELETE /api/channels/admin/:id', { params: { id: body._id } }, admin);
    expect(await search('deprotes')).toEqual({ channels: [], videos: [], chapters: [] });
  });

  it('does not show titles that are not active, whatever finds them', async () => {
    const admin = await test.admin();
    const { body } = await test.call(
      'POST /api/videos',
      {
        body: {
          title: 'Retirada',
          tipo: 'serie',
          genres: ['Melodrama'],
          seasons: [
            { seasonNumber: 1, chapters: [{ title: 'La despedida', url: 'http://a.tv/retirada.mp4' }] },
          ],
        },
      },
      admin,
    );
    expect((await search('melodrama')).videos.map(({ title }) => title)).toEqual(['Retirada']);
    expect((await search('despedida')).chapters).toHaveLength(1);
    expect((await search('reti rada')).videos.map(({ title }) => title)).toEqual(['Retirada']);
    await sql`update video set active = false where id = ${body._id}`.execute(test.db);
    await sql`update video_genre set active = false where video_id = ${body._id}`.execute(test.db);
    expect(await search('despedida')).toEqual({ channels: [], videos: [], chapters: [] });
    for (const typed of ['retirada', 'reti rada', 'r-e-t-i-r-a-d-a', 'retriada', 'la retirada 2']) {
      expect((await search(typed)).videos).toEqual([]);
    }
  });

  it('refuses an empty text and one that is too long', async () => {
    for (const q of ['', '   ', 'x'.repeat(4_000)]) {
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
