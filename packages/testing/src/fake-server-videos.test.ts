import {
  listFeaturedMovies,
  listGenres,
  listMainSections,
  listRecentlyAdded,
  listVideos,
  mainSections,
  seriesCategories,
  videoCardSchema,
  videoTypes,
} from '@butaca/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { openFakeServer, type OpenedFake } from '../test/open-fake-server.ts';
import { makeFakeVideo } from './fake-videos.ts';

let fake: OpenedFake;

beforeEach(async () => {
  fake = await openFakeServer();
});

const list = (query: string, as?: string) => fake.ask(listVideos, query, as);
const titlesOf = async (query: string) => (await list(`limit=100&${query}`)).videos.map(({ title }) => title);

describe('the fake server’s list of videos', () => {
  it('has about sixty videos of all types, sections and categories', async () => {
    const { videos, total } = await list('limit=100');
    expect(total).toBeGreaterThan(55);
    expect(new Set(videos.map(({ tipo }) => tipo))).toEqual(new Set(videoTypes));
    const sections = new Set(videos.map(({ mainSection }) => mainSection));
    expect(mainSections.filter(({ key }) => !sections.has(key))).toEqual([]);
    const categories = new Set(videos.map(({ subcategoria }) => subcategoria));
    expect(seriesCategories.filter((name) => !categories.has(name))).toEqual([]);
    expect(new Set(videos.map(({ _id }) => _id)).size).toBe(total);
  });

  it('is paged by twenty, newest first', async () => {
    fake.server.memory.videos.push(makeFakeVideo({ title: 'La más nueva' }));
    const query = 'tipo=pelicula&mainSection=POR_GENERO';
    const [first, second] = [await list(query), await list(`${query}&page=2`)];
    expect(first.videos[0]?.title).toBe('La más nueva');
    expect(first).toMatchObject({ page: 1, totalPages: 2 });
    const ids = [...first.videos, ...second.videos].map(({ _id }) => _id);
    expect([first.videos.length, ids.length, new Set(ids).size]).toEqual([20, first.total, first.total]);
  });

  it('leaves out what is for adults while the settings hide it', async () => {
    const { memory } = fake.server;
    memory.videos.push(makeFakeVideo({ title: 'Para mayores', isAdult: true }));
    expect(await titlesOf('search=mayores')).toEqual(['Para mayores']);
    memory.settings.hideAdults = true;
    expect(await titlesOf('search=mayores')).toEqual([]);
    expect((await fake.ask(listRecentlyAdded, '')).map(({ title }) => title)).not.toContain('Para mayores');
  });

  it('searches title and description without regard to case and accents', async () => {
    expect(await titlesOf('search=ACCION')).toEqual(['Acción en Bogotá']);
    expect(await titlesOf('search=quien%20luna')).toEqual(['¿Quién apagó la luna?']);
    expect(await titlesOf('search=nuble&genre=DRAMA')).toEqual([
      'La noche de Ñuble',
      'El jardín de Ñuble',
      'El faro de Ñuble',
    ]);
  });

  it('combines filters, finds nothing for unknown values, and treats «todas» as no filter', async () => {
    expect(await titlesOf('tipo=serie&subcategoria=Netflix')).toEqual(['La casa de los relojes']);
    expect(await titlesOf('tipo=novela&genre=Todas&subcategoria=TODOS')).toHaveLength(2);
    expect(await list('tipo=ninguno')).toMatchObject({ videos: [], total: 0, totalPages: 0 });
  });

  it('finds children’s titles by each of the three fields that mark them', async () => {
    expect(await titlesOf('tipo=zona%20kids')).toEqual([
      'La película del erizo',
      'Cuentos de la luna',
      'El bosque de Lila',
      'El dragón pequeño',
    ]);
  });

  it('counts genres, the most frequent first', async () => {
    expect(await fake.ask(listGenres, 'tipo=dorama')).toEqual([
      { genre: 'Drama', count: 2 },
      { genre: 'Romance', count: 1 },
    ]);
  });

  it('locks titles outside the plan, and none for an administrator', async () => {
    const lockedTo = async (as: string) =>
      (await list('limit=100', as)).videos.filter(({ locked }) => locked).map(({ _id }) => _id);
    expect(await lockedTo('gerardo')).toEqual(expect.arrayContaining(['oceano-4k', 'solo-para-premium']));
    expect(await lockedTo('gerardo')).not.toContain('estreno-abierto');
    expect(await lockedTo('valentina')).toEqual([]);
    expect(await lockedTo('ada')).toEqual([]);
  });

  it('fails when the search is «avería»', async () => {
    expect((await fake.call('GET /api/videos?search=aver%C3%ADa')).status).toBe(503);
    expect((await fake.call('GET /api/search?q=averia')).status).toBe(503);
  });
});

describe('the fake server’s sections of films', () => {
  it('are in a fixed order with up to five images, locked by plan', async () => {
    const sections = await fake.ask(listMainSections, '', 'gerardo');
    expect(sections.map(({ key }) => key)).toEqual(mainSections.map(({ key }) => key));
    const locked = sections.filter((section) => section.locked);
    expect(locked.map(({ key }) => key)).toEqual(['CINE_4K', 'CINE_60FPS']);
    expect(sections[3]?.thumbnailSamples).toEqual([
      '/api/images/video/volcan/320',
      '/api/images/video/oceano-4k/320',
    ]);
  });
});

describe('the fake server’s rows of the home page', () => {
  it('are open to visitors, with locked titles, and have at most five', async () => {
    const movies = await fake.ask(listFeaturedMovies, '', null);
    expect(movies).toHaveLength(5);
    expect(
      movies.filter(({ tipo, isFeatured, locked }) => tipo !== 'pelicula' || !isFeatured || !locked),
    ).toEqual([]);
    expect(await fake.ask(listRecentlyAdded, '', null)).toHaveLength(5);
  });

  it.each([
    ['featured-series', 'serie'],
    ['featured-animes', 'anime'],
    ['featured-doramas', 'dorama'],
    ['featured-novelas', 'novela'],
    ['featured-documentales', 'documental'],
  ])('under %s hold videos of the type %s', async (row, tipo) => {
    const { body } = await fake.call(`GET /api/videos/public/${row}`, null);
    const kinds = new Set(
      videoCardSchema
        .array()
        .parse(body)
        .map((video) => video.tipo),
    );
    expect(kinds).toEqual(new Set([tipo]));
  });
});

describe('the fake server’s detail of a video', () => {
  const open = (id: string, as?: string) => fake.call(`GET /api/videos/${id}`, as);

  it('has an address for a film', async () => {
    expect((await open('el-faro-de-cristal')).body).toMatchObject({
      url: '/api/stream/el-faro-de-cristal/index.m3u8',
      streamKind: 'hls',
      seasons: [],
    });
  });

  it('has seasons for a series, whose chapters have the requested faults', async () => {
    expect((await open('la-casa-de-los-relojes')).body).toMatchObject({
      url: null,
      seasons: [
        { chapters: [{ title: 'Capítulo 1' }, { title: '' }, { url: null }, {}] },
        { seasonNumber: 2 },
      ],
      watchProgress: { lastSeason: 1, lastChapter: 4, progress: 0.65 },
    });
  });

  it('is denied by plan with the remaining trial, which can be used', async () => {
    expect(await open('solo-para-premium', 'gerardo')).toMatchObject({
      status: 403,
      body: {
        code: 'plan.required',
        currentPlan: 'gplay',
        requiredPlans: ['premium'],
        trialMinutesRemaining: 12,
        trialUsedToday: 3,
      },
    });
    const onTrial = async () => (await open('solo-para-premium?useTrial=true', 'gerardo')).status;
    expect(await onTrial()).toBe(200);
    fake.server.memory.trial.minutesRemaining = 0;
    expect(await onTrial()).toBe(403);
  });

  it('inherits the plans of its section, or those of all doramas', async () => {
    const plans = (...requiredPlans: string[]) => ({ status: 403, body: { requiredPlans } });
    expect(await open('volcan', 'gerardo')).toMatchObject(plans('cinefilo', 'premium'));
    expect(await open('primavera-en-seul', 'gerardo')).toMatchObject(
      plans('estandar', 'cinefilo', 'premium'),
    );
  });

  it('fails as its id requests', async () => {
    expect((await open('averiado')).body).toMatchObject({ code: 'server.unavailable' });
    expect(await open('sin-datos')).toEqual({ status: 200, body: null });
    expect((await open('nadie')).body).toMatchObject({ code: 'video.not_found' });
  });

  it('includes the address of a trailer file, even when the plan locks the video', async () => {
    const { videos } = await list('limit=100', 'gerardo');
    const ofFile = videos.find(({ locked, trailerUrl }) => locked && trailerUrl?.startsWith('/api/'));
    expect((await fake.call(`GET ${ofFile?.trailerUrl}`, 'gerardo')).body).toEqual({
      url: `/api/stream/trailer-${ofFile?._id}/video.mp4`,
      streamKind: 'file',
    });
    const onYoutube = videos.find(({ trailerUrl }) => trailerUrl?.includes('youtube'));
    expect(await open(`${onYoutube?._id}/trailer`)).toMatchObject({
      status: 404,
      body: { code: 'video.not_found' },
    });
  });
});

describe('the fake server’s images', () => {
  it('exist for every card, except when the id contains «sin-imagen»', async () => {
    const { videos } = await list('limit=100');
    const images = videos.flatMap(({ thumbnail }) => thumbnail ?? []);
    const answers = await Promise.all(images.map((path) => fetch(fake.server.origin + path)));
    const missing = answers.filter(({ status }) => status === 404);
    expect(missing.map(({ url }) => new URL(url).pathname)).toEqual([
      '/api/images/video/sin-imagen-que-cargue/320',
    ]);
    expect(answers[0]?.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    expect((await fake.call('GET /api/images/video/volcan/321', null)).body).toMatchObject({
      code: 'image.not_found',
    });
  });
});
