import { mainSections, seriesCategories, videoTypes, type VideoCard, type VideoPage } from '@butaca/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFakeVideo } from './fake-server-videos.ts';
import { startFakeServer, type FakeServer } from './fake-server.ts';

const device = 'a'.repeat(32);
let server: FakeServer;

beforeEach(async () => {
  server = await startFakeServer();
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
});

/** @param username - a visitor without it */
async function call<T = Record<string, unknown>>(
  path: string,
  username: string | null = 'valentina',
  { method = 'GET', body }: { method?: string; body?: unknown } = {},
) {
  const headers: Record<string, string> = { 'content-type': 'application/json', 'x-device-id': device };
  if (username !== null) headers['authorization'] = `Bearer ${server.signIn(username, device)}`;
  const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
  const response = await fetch(server.origin + path, init);
  return { status: response.status, body: (await response.json()) as T };
}

async function list(query: string, username = 'valentina'): Promise<VideoPage> {
  return (await call<VideoPage>(`/api/videos?${query}`, username)).body;
}

async function titlesOf(query: string): Promise<string[]> {
  return (await list(`limit=100&${query}`)).videos.map(({ title }) => title);
}

describe('the list of videos', () => {
  it('has about sixty, of all kinds, sections and categories', async () => {
    const { videos, total } = await list('limit=100');
    expect(total).toBeGreaterThan(55);
    expect(new Set(videos.map(({ tipo }) => tipo))).toEqual(new Set(videoTypes));
    const sections = new Set(videos.map(({ mainSection }) => mainSection));
    expect([...mainSections].every(({ key }) => sections.has(key))).toBe(true);
    const categories = new Set(videos.map(({ subcategoria }) => subcategoria));
    expect(seriesCategories.every((name) => categories.has(name))).toBe(true);
    expect(new Set(videos.map(({ _id }) => _id)).size).toBe(total);
  });

  it('comes in pages of twenty, newest first', async () => {
    server.memory.videos.push(makeFakeVideo({ title: 'La más nueva' }));
    const query = 'tipo=pelicula&mainSection=POR_GENERO';
    const [first, second] = [await list(query), await list(`${query}&page=2`)];
    expect(first.videos[0]?.title).toBe('La más nueva');
    expect(first.videos).toHaveLength(20);
    expect(second.videos).toHaveLength(first.total - 20);
    expect(first).toMatchObject({ page: 1, totalPages: 2 });
    expect(second.videos.some(({ _id }) => first.videos.some((other) => other._id === _id))).toBe(false);
  });

  it('searches title and description without regard to case and accents', async () => {
    expect(await titlesOf('search=ACCION')).toEqual(['Acción en Bogotá']);
    expect(await titlesOf('search=quien%20luna')).toEqual(['¿Quién apagó la luna?']);
    expect(await titlesOf('search=nuble&genre=drama')).toEqual(['La noche de Ñuble', 'El faro de Ñuble']);
  });

  it('combines filters, finds nothing for unknown values, and reads «todas» as none', async () => {
    expect(await titlesOf('tipo=serie&subcategoria=Netflix')).toEqual(['La casa de los relojes']);
    expect(await titlesOf('tipo=ninguno')).toEqual([]);
    expect(await titlesOf('tipo=novela&genre=Todas&subcategoria=TODOS')).toHaveLength(2);
    expect(await list('tipo=ninguno')).toMatchObject({ total: 0, totalPages: 0 });
  });

  it('finds what is for children under its three names', async () => {
    expect(await titlesOf('tipo=zona%20kids')).toEqual([
      'La película del erizo',
      'Cuentos de la luna',
      'El bosque de Lila',
      'El dragón pequeño',
    ]);
  });

  it('counts genres, the most frequent first', async () => {
    const { body } = await call('/api/videos/genres?tipo=dorama');
    expect(body).toEqual([
      { genre: 'Drama', count: 2 },
      { genre: 'Romance', count: 1 },
    ]);
  });

  it('locks what the plan does not open, and nothing to an administrator', async () => {
    const lockedTo = async (username: string) =>
      (await list('limit=100', username)).videos.filter(({ locked }) => locked).map(({ _id }) => _id);
    expect(await lockedTo('gerardo')).toEqual(expect.arrayContaining(['oceano-4k', 'solo-para-premium']));
    expect(await lockedTo('gerardo')).not.toContain('estreno-abierto');
    expect(await lockedTo('valentina')).toEqual([]);
    expect(await lockedTo('ada')).toEqual([]);
  });

  it('answers the search «avería» with 503', async () => {
    expect((await call('/api/videos?search=aver%C3%ADa')).status).toBe(503);
    expect((await call('/api/search?q=averia')).status).toBe(503);
  });
});

describe('the sections of films', () => {
  it('come in their order with up to five pictures, locked by plan', async () => {
    const { body } = await call<{ key: string; thumbnailSamples: string[]; locked: boolean }[]>(
      '/api/videos/main-sections',
      'gerardo',
    );
    expect(body.map(({ key }) => key)).toEqual(mainSections.map(({ key }) => key));
    expect(body.filter(({ locked }) => locked).map(({ key }) => key)).toEqual([
      'CINE_2025',
      'CINE_4K',
      'CINE_60FPS',
    ]);
    expect(body[3]?.thumbnailSamples).toEqual([
      '/api/images/video/volcan/320',
      '/api/images/video/oceano-4k/320',
    ]);
  });
});

describe('the rows of the home page', () => {
  it('are open to visitors, locked, and never longer than fifteen', async () => {
    const { body } = await call<VideoCard[]>('/api/videos/public/featured-movies', null);
    expect(body).toHaveLength(15);
    expect(body.every(({ tipo, isFeatured, locked }) => tipo === 'pelicula' && isFeatured && locked)).toBe(
      true,
    );
    expect((await call<VideoCard[]>('/api/videos/public/recently-added', null)).body).toHaveLength(15);
  });

  it.each([
    ['featured-series', 'serie'],
    ['featured-animes', 'anime'],
    ['featured-doramas', 'dorama'],
    ['featured-novelas', 'novela'],
    ['featured-documentales', 'documental'],
  ])('%s has videos of the kind %s', async (row, tipo) => {
    const { body } = await call<VideoCard[]>(`/api/videos/public/${row}`, null);
    expect(new Set(body.map((video) => video.tipo))).toEqual(new Set([tipo]));
  });
});

describe('one video', () => {
  it('has an address when it is a film', async () => {
    const { body } = await call('/api/videos/el-faro-de-cristal');
    expect(body).toMatchObject({
      url: '/api/stream/el-faro-de-cristal/index.m3u8',
      streamKind: 'hls',
      seasons: [],
    });
  });

  it('has seasons when it is a series, with the faults of chapters', async () => {
    const { body } = await call('/api/videos/la-casa-de-los-relojes');
    expect(body).toMatchObject({
      url: null,
      seasons: [
        { chapters: [{ title: 'Capítulo 1' }, { title: '' }, { url: null }, {}] },
        { seasonNumber: 2 },
      ],
      watchProgress: { lastSeason: 1, lastChapter: 4, progress: 0.65 },
    });
  });

  it('is denied by plan with what is left of the trial, which can be used', async () => {
    const denied = await call('/api/videos/solo-para-premium', 'gerardo');
    expect(denied).toMatchObject({
      status: 403,
      body: {
        code: 'plan.required',
        currentPlan: 'gplay',
        requiredPlans: ['premium'],
        trialMinutesRemaining: 12,
        trialUsedToday: 3,
      },
    });
    const onTrial = () => call('/api/videos/solo-para-premium?useTrial=true', 'gerardo');
    expect((await onTrial()).status).toBe(200);
    server.memory.trial.minutesRemaining = 0;
    expect((await onTrial()).status).toBe(403);
  });

  it('inherits the rule of its section, and of all doramas', async () => {
    expect((await call('/api/videos/volcan', 'gerardo')).body).toMatchObject({
      requiredPlans: ['cinefilo', 'premium'],
    });
    expect((await call('/api/videos/primavera-en-seul', 'gerardo')).body).toMatchObject({
      requiredPlans: ['estandar', 'cinefilo', 'premium'],
    });
  });

  it('brings the faults that its id asks for', async () => {
    expect((await call('/api/videos/averiado')).body).toMatchObject({ code: 'server.unavailable' });
    expect(await call('/api/videos/sin-datos')).toEqual({ status: 200, body: null });
    expect((await call('/api/videos/nadie')).body).toMatchObject({ code: 'video.not_found' });
  });

  it('answers with the address of a trailer that is a file, even where the plan does not open it', async () => {
    const { videos } = await list('limit=100', 'gerardo');
    const ofFile = videos.find(({ locked, trailerUrl }) => locked && trailerUrl?.startsWith('/api/'));
    expect((await call(ofFile?.trailerUrl ?? '', 'gerardo')).body).toMatchObject({ streamKind: 'file' });
    const onYoutube = videos.find(({ trailerUrl }) => trailerUrl?.includes('youtube'));
    expect((await call(`/api/videos/${onYoutube?._id}/trailer`)).status).toBe(404);
  });
});

describe('pictures', () => {
  it('are drawn for every card, and missing where the id says so', async () => {
    const pictures = (await list('limit=100')).videos.flatMap(({ thumbnail }) => thumbnail ?? []);
    const answers = await Promise.all(pictures.map((path) => fetch(server.origin + path)));
    const missing = answers.filter(({ status }) => status !== 200);
    expect(missing.map(({ status, url }) => [status, new URL(url).pathname])).toEqual([
      [404, '/api/images/video/sin-imagen-que-cargue/320'],
    ]);
    expect(answers[0]?.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    expect((await fetch(`${server.origin}/api/images/video/volcan/321`)).status).toBe(404);
  });
});
