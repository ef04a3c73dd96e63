import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoFilm as film } from '../../../../test/demo-film.ts';
import { personHeaders, startTestApp, type Person, type TestApp } from '../../../../test/test-app.ts';

let test: TestApp;
let premium: Person;
let gplay: Person;
let ids: ReadonlyMap<string, string>;

beforeAll(async () => {
  test = await startTestApp();
  premium = await test.viewer('premium');
  gplay = await test.viewer('gplay');
  ids = await test.app.demoTargets.videos.addDemo([
    film('accion', {
      title: 'Acción en Ávila',
      description: '¿Quién vigila al ÑANDÚ?',
      genres: ['Acción', 'Comedia'],
      rating: 7.86,
      releaseYear: 2024,
      isFeatured: true,
      trailerAddress: 'https://youtu.be/dQw4w9WgXcQ',
    }),
    film('cuatro-k', { mainSection: 'CINE_4K', trailerAddress: 'http://cine.ejemplo/avance.mp4' }),
    film('propia', { requiresPlan: ['gplay'], mainSection: 'CINE_4K' }),
    film('nino', { mainSection: 'ZONA_KIDS', genres: ['Infantil'] }),
    {
      slug: 'faro',
      title: 'El último faro',
      description: 'Un faro y una radio.',
      tipo: 'serie',
      subcategoria: 'Netflix',
      genres: ['Drama', 'Misterio'],
      isFeatured: true,
      seasons: [
        {
          seasonNumber: 2,
          title: 'Temporada 2',
          chapters: [{ chapterNumber: 1, title: 'La otra orilla', address: 'http://cine.ejemplo/s2e1.m3u8' }],
        },
        {
          seasonNumber: 1,
          title: 'Temporada 1',
          chapters: [
            {
              chapterNumber: 1,
              title: 'La farera',
              duration: '47:10',
              address: 'http://cine.ejemplo/s1e1.mkv',
            },
            { chapterNumber: 2, title: 'Sin dirección' },
          ],
        },
      ],
    },
    {
      slug: 'dorama',
      title: 'Flores de Jeju',
      description: '',
      tipo: 'dorama',
      genres: ['Romance'],
      seasons: [],
    },
    { slug: 'infantil', title: 'Kita', description: '', tipo: 'zona kids', genres: [], seasons: [] },
    {
      slug: 'dibujos',
      title: 'Piñata',
      description: '',
      tipo: 'serie',
      subcategoria: 'ZONA KIDS',
      genres: [],
      seasons: [],
    },
  ]);
});
afterAll(() => test[Symbol.asyncDispose]());

const id = (slug: string): string => ids.get(slug) ?? '';
const list = async (query: Record<string, string>, person = premium) =>
  (await test.call('GET /api/videos', { query }, person)).body;
const titles = async (query: Record<string, string>) => (await list(query)).videos.map(({ title }) => title);

describe('the list of videos', () => {
  it('requires a session', async () => {
    expect(await test.call('GET /api/videos')).toMatchObject({
      status: 401,
      body: { error: 'Por favor, inicia sesión para acceder al contenido.' },
    });
  });

  it('comes in pages, newest first', async () => {
    const first = await list({ limit: '3' });
    expect(first).toMatchObject({ page: 1, totalPages: 3, total: 8 });
    expect(first.videos.map(({ title }) => title)).toEqual(['Acción en Ávila', 'cuatro-k', 'propia']);
    const all = [
      ...first.videos,
      ...(await list({ limit: '3', page: '2' })).videos,
      ...(await list({ limit: '3', page: '3' })).videos,
    ];
    expect(new Set(all.map(({ _id }) => _id)).size).toBe(8);
    expect((await list({ limit: '3', page: '4' })).videos).toEqual([]);
  });

  it('combines its filters, and treats the words for «all» as no filter', async () => {
    expect(await titles({ tipo: 'pelicula', mainSection: 'CINE_4K' })).toEqual(['cuatro-k', 'propia']);
    expect(await titles({ tipo: 'serie', subcategoria: 'Netflix' })).toEqual(['El último faro']);
    expect(await titles({ genre: 'accion' })).toEqual(['Acción en Ávila']);
    expect(await titles({ genre: 'Drama', tipo: 'serie' })).toEqual(['El último faro']);
    expect(await titles({ genre: 'Todas', tipo: 'serie', subcategoria: 'TODOS' })).toEqual([
      'El último faro',
      'Piñata',
    ]);
  });

  it('is an empty page for unknown filter values', async () => {
    expect(await list({ tipo: 'ópera' })).toMatchObject({ videos: [], total: 0, totalPages: 0 });
    expect(await titles({ mainSection: "'; drop table video; --" })).toEqual([]);
  });

  it('finds children’s titles by any of the three ways to mark them', async () => {
    expect(await titles({ tipo: 'zona kids' })).toEqual(['nino', 'Kita', 'Piñata']);
  });

  it.each(['accion', 'ÁVILA', 'ñandu', 'quien ÑANDÚ', 'vigila avila'])(
    'finds %j regardless of case and accents',
    async (search) => {
      expect(await titles({ search })).toEqual(['Acción en Ávila']);
    },
  );

  it('finds a search of under three letters only at the beginning of a word', async () => {
    expect(await titles({ search: 'ac' })).toEqual(['Acción en Ávila']);
    expect(await titles({ search: 'Áv' })).toEqual(['Acción en Ávila']);
    expect(await titles({ search: 'nd' })).toEqual([]);
  });

  it('combines a genre with the type and the section', async () => {
    expect(await titles({ genre: 'drama', tipo: 'serie' })).toEqual(['El último faro']);
    expect(await titles({ genre: 'drama', tipo: 'pelicula', mainSection: 'ZONA_KIDS' })).toEqual([]);
    expect(await titles({ genre: 'infantil', mainSection: 'ZONA_KIDS' })).toEqual(['nino']);
  });

  it.each([
    { genre: 'drama' },
    { genre: 'drama', tipo: 'pelicula' },
    { genre: 'drama', search: 'o' },
    { genre: 'infantil', tipo: 'zona kids' },
  ])('has the same titles in pages of one as in one page, with the filters %j', async (filters) => {
    const { videos, total } = await list(filters);
    expect(videos).toHaveLength(total);
    const turned: string[] = [];
    for (let page = 1; page <= total + 1; page += 1) {
      turned.push(
        ...(await list({ ...filters, limit: '1', page: String(page) })).videos.map(({ _id }) => _id),
      );
    }
    expect(turned).toEqual(videos.map(({ _id }) => _id));
  });

  it.each(['acci_n', 'accion%avila', '\\accion', 'accion teatro', 'todas'])(
    'finds nothing for %j',
    async (search) => {
      expect(await titles({ search })).toEqual([]);
    },
  );

  it.each([
    { page: '0' },
    { limit: '1e9' },
    { limit: '3001' },
    { page: '-1' },
    { limit: '1000000000' },
    { page: '1000000', limit: '2' },
    { search: 'x'.repeat(4_000) },
    { search: '%%%' },
    { search: '¿¡' },
  ])('refuses the query %j in Spanish', async (query) => {
    const answer = await test.call('GET /api/videos', { query }, premium);
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe('input.invalid');
    expect(answer.body.details?.[0]?.message).toMatch(/^(?:Debe|Admite|Escribe|Solo se pueden)/);
  });

  it.each(['page=1&page=2', 'search=%%%', 'search=%', 'search=%zz'])(
    'refuses the query ?%s',
    async (query) => {
      const { statusCode } = await test.app.http.inject({
        url: `/api/videos?${query}`,
        headers: { authorization: `Bearer ${premium.token}`, 'x-device-id': premium.deviceId },
      });
      expect(statusCode).toBe(400);
    },
  );

  it('marks what the plan does not open, and never contains the address of a stream', async () => {
    const { videos } = await list({}, gplay);
    expect(Object.fromEntries(videos.map(({ title, locked }) => [title, locked]))).toMatchObject({
      'Acción en Ávila': false,
      'cuatro-k': true,
      propia: false,
      'Flores de Jeju': true,
    });
    expect(JSON.stringify(videos)).not.toContain('cine.ejemplo');
  });

  it('includes a title that was added after an earlier answer', async () => {
    const more = await test.app.demoTargets.videos.addDemo([
      film('recien', { tipo: 'documental', mainSection: null }),
    ]);
    expect(await titles({ tipo: 'documental' })).toEqual(['recien']);
    expect(more.size).toBe(1);
  });
});

describe('the public rows of featured titles', () => {
  it('show the featured titles of each kind, locked for visitors', async () => {
    const movies = await test.call('GET /api/videos/public/featured-movies');
    expect(movies.body.map(({ title, locked }) => [title, locked])).toEqual([['Acción en Ávila', true]]);
    const series = await test.call('GET /api/videos/public/featured-series', {}, premium);
    expect(series.body.map(({ title, locked }) => [title, locked])).toEqual([['El último faro', false]]);
    expect((await test.call('GET /api/videos/public/featured-novelas')).body).toEqual([]);
    expect((await test.call('GET /api/videos/public/recently-added')).body.length).toBeGreaterThan(7);
  });
});

describe('sections and genres', () => {
  it('list the sections in a fixed order, and say which ones the plan does not open', async () => {
    const { body } = await test.call('GET /api/videos/main-sections', {}, gplay);
    expect(body.map(({ key, displayName, locked }) => [key, displayName, locked])).toEqual([
      ['POR_GENERO', 'POR GÉNEROS', false],
      ['ESPECIALES', 'Festividades', false],
      ['CINE_2025', 'Estrenos', true],
      // One of its films, «propia», names the plan itself.
      ['CINE_4K', 'CINE 4K UHD', false],
      ['CINE_60FPS', 'CINE 60FPS', true],
      ['ZONA_KIDS', 'ZONA KIDS', false],
    ]);
    expect(body.filter(({ isEmpty }) => isEmpty).map(({ key }) => key)).toEqual([
      'ESPECIALES',
      'CINE_2025',
      'CINE_60FPS',
    ]);
    expect(body.find(({ key }) => key === 'CINE_4K')?.requiresPlan).toEqual(['cinefilo', 'premium']);
    expect(body.find(({ key }) => key === 'POR_GENERO')?.requiresPlan).toEqual([]);
  });

  it('list the categories that have series', async () => {
    const { body } = await test.call('GET /api/videos/series-categories', {}, gplay);
    expect(body).toEqual(['Netflix']);
  });

  it('list the genres with their counts, most frequent first', async () => {
    const { body } = await test.call('GET /api/videos/genres', { query: { tipo: 'pelicula' } }, premium);
    expect(body[0]).toEqual({ genre: 'Drama', count: 2 });
    expect(body.map(({ genre }) => genre)).toEqual(['Drama', 'Acción', 'Comedia', 'Infantil']);
  });

  it('list the genres of children’s titles', async () => {
    const { body } = await test.call('GET /api/videos/genres', { query: { tipo: 'zona kids' } }, premium);
    expect(body).toEqual([{ genre: 'Infantil', count: 1 }]);
  });
});

describe('the page of one video', () => {
  const open = (slug: string, person = premium) =>
    test.call('GET /api/videos/:id', { params: { id: id(slug) } }, person);

  it('gives a film one sealed address', async () => {
    const { body } = await open('accion');
    expect(body).toMatchObject({
      title: 'Acción en Ávila',
      rating: 7.9,
      releaseYear: 2024,
      streamKind: 'file',
      seasons: [],
      watchProgress: null,
    });
    expect(body.url).toMatch(/^\/api\/stream\//);
    expect(body.trailerUrl).toBe('https://www.youtube.com/watch?v=dQw4w9WgXcQ');
    expect(JSON.stringify(body)).not.toContain('cine.ejemplo');
  });

  it('gives a series its seasons in order, and says which chapter has no address', async () => {
    const { body } = await open('faro');
    expect(body).toMatchObject({ url: null, seasonCount: 2, chapterCount: 3 });
    expect(body.seasons.map(({ seasonNumber }) => seasonNumber)).toEqual([1, 2]);
    const [first, second] = body.seasons[0]?.chapters ?? [];
    expect(first).toMatchObject({ title: 'La farera', duration: '47:10', streamKind: 'file' });
    expect(first?.url).toMatch(/^\/api\/stream\//);
    expect(second).toMatchObject({ title: 'Sin dirección', duration: '0:00', url: null, streamKind: null });
  });

  it('gives a long series stream addresses around the chapter that is asked for, and the call for each other', async () => {
    const chapters = Array.from({ length: 300 }, (_, nth) => ({
      chapterNumber: nth + 1,
      title: `Parte ${nth + 1}`,
      address: `http://cine.ejemplo/larga/${nth + 1}.mkv`,
    }));
    const seasons = [{ seasonNumber: 1, title: 'Temporada 1', chapters }];
    const added = await test.app.demoTargets.videos.addDemo([
      { slug: 'larga', title: 'Larga', description: '', tipo: 'serie', genres: [], seasons },
    ]);
    const params = { id: added.get('larga') ?? '' };
    const read = async (query: { can?: string; chapter?: string }) => {
      const { status, body } = await test.call('GET /api/videos/:id', { params, query }, premium);
      expect(status).toBe(200);
      return body.seasons.flatMap((season) => season.chapters);
    };
    const sealedOf = (all: Awaited<ReturnType<typeof read>>) =>
      all.filter(({ url }) => url?.startsWith('/api/stream/')).map(({ chapterNumber }) => chapterNumber);
    const opened = await read({ can: 'mkv' });
    expect(opened).toHaveLength(300);
    expect(sealedOf(opened)).toEqual(Array.from({ length: 20 }, (_, nth) => nth + 1));
    const wanted = opened[249];
    expect(wanted).toMatchObject({
      title: 'Parte 250',
      url: `/api/videos/${params.id}?chapter=${wanted?._id}`,
      streamKind: 'file',
    });
    expect(sealedOf(await read({ can: 'mkv', chapter: wanted?._id ?? '' }))).toContain(250);
    const named = await test.app.http.inject({ url: wanted?.url ?? '', headers: personHeaders(premium) });
    expect(
      sealedOf(named.json<{ seasons: { chapters: typeof opened }[] }>().seasons[0]?.chapters ?? []),
    ).toContain(250);
    // A client that knows of neither parameter, as the specification has it, gets all of them.
    expect(sealedOf(await read({}))).toHaveLength(300);
  });

  it('is answered 403 with the plans that open the video: its own, or those of its section', async () => {
    expect(await open('cuatro-k', gplay)).toMatchObject({
      status: 403,
      body: {
        code: 'plan.required',
        title: 'Contenido Premium',
        message: 'Tu plan actual no permite acceder a este contenido.',
        currentPlan: 'gplay',
        requiredPlans: ['cinefilo', 'premium'],
      },
    });
    expect((await open('dorama', gplay)).body).toMatchObject({
      requiredPlans: ['estandar', 'cinefilo', 'premium'],
    });
    expect((await open('propia', gplay)).status).toBe(200);
    expect((await open('propia')).status).toBe(403);
    expect((await open('propia', await test.admin())).status).toBe(200);
  });

  it('is answered 404 for an unknown id', async () => {
    expect(await test.call('GET /api/videos/:id', { params: { id: 'nadie' } }, premium)).toMatchObject({
      status: 404,
      body: { error: 'El contenido no existe o ya no está disponible.' },
    });
  });

  it('gives a trailer that is not on YouTube through the gateway, to every plan', async () => {
    const card = (await list({ mainSection: 'CINE_4K' }, gplay)).videos.find(
      ({ title }) => title === 'cuatro-k',
    );
    expect(card?.trailerUrl).toBe(`/api/videos/${id('cuatro-k')}/trailer`);
    const trailer = await test.call('GET /api/videos/:id/trailer', { params: { id: id('cuatro-k') } }, gplay);
    expect(trailer.body).toMatchObject({
      url: expect.stringMatching(/^\/api\/stream\//),
      streamKind: 'file',
    });
    const none = await test.call('GET /api/videos/:id/trailer', { params: { id: id('accion') } }, gplay);
    expect(none.status).toBe(404);
  });

  it('tells the scenes and image subtitles that an inspection has found in its file, and nothing before', async () => {
    const url = 'http://cine.ejemplo/disco.mkv';
    const film = { title: 'Disco', url, tipo: 'pelicula' as const, genres: ['Drama'] };
    const { body } = await test.call('POST /api/videos', { body: film }, await test.admin());
    const ask = () => test.call('GET /api/videos/:id/contents', { params: { id: body._id } }, gplay);
    expect((await ask()).body).toEqual({ scenes: [], imageSubtitles: [] });
    const found = {
      imageSubtitles: [{ form: 'vobsub', language: 'spa' }],
      scenes: [
        { startSeconds: 0, title: 'Uno' },
        { startSeconds: 60, title: 'Dos' },
      ],
    };
    const facts = { container: 'matroska,webm', durationSeconds: 120, startSeconds: 0, endSeconds: 120 };
    // Files are inspected with ffprobe, which this test has no need of.
    await test.db
      .insertInto('media_file')
      .values({
        address_hash: Buffer.from(hash('sha256', url, 'hex'), 'hex'),
        probed_at: new Date(),
        facts: JSON.stringify({ ...facts, video: null, audio: [], subtitles: [], ...found }),
      })
      .execute();
    expect((await ask()).body).toEqual(found);
    const unknown = await test.call('GET /api/videos/:id/contents', { params: { id: 'nadie' } }, gplay);
    expect(unknown.body.code).toBe('video.not_found');
  });
});
