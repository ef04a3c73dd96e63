import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Person, type TestApp } from '../../../../test/test-app.ts';

let test: TestApp;
let admin: Person;
let viewer: Person;

beforeAll(async () => {
  test = await startTestApp();
  admin = await test.admin();
  viewer = await test.viewer('premium');
});
afterAll(() => test[Symbol.asyncDispose]());

let made = 0;
const address = (): string => {
  made += 1;
  return `http://cine.ejemplo/${made}.mp4`;
};

const chapter = (title: string, more: object = {}) => ({ title, url: address(), ...more });
const film = (more: object = {}) => ({
  title: 'Una película',
  tipo: 'pelicula' as const,
  url: address(),
  ...more,
});
const series = (more: object = {}) => ({
  title: 'Una serie',
  tipo: 'serie' as const,
  seasons: [
    { seasonNumber: 1, title: 'Temporada 1', chapters: [chapter('A'), chapter('B'), chapter('C')] },
    { seasonNumber: 2, title: 'Temporada 2', chapters: [chapter('D')] },
  ],
  ...more,
});

const post = (body: object, person: Person | undefined = admin) =>
  test.call('POST /api/videos', { body }, person);
const put = (id: string, body: object, person = admin) =>
  test.call('PUT /api/videos/:id', { params: { id }, body }, person);
const create = async (body: object) => {
  const answer = await post(body);
  expect(answer.status).toBe(201);
  return answer.body;
};
const list = async (query: Record<string, string> = {}) =>
  (await test.call('GET /api/videos?view=admin', { query }, admin)).body;
const open = (id: string, person = viewer) => test.call('GET /api/videos/:id', { params: { id } }, person);
const audit = async (subjectId: string) =>
  (await test.call('GET /api/admin/audit', { query: { subjectId } }, admin)).body.entries;

describe('the administrators’ list of videos', () => {
  it('is for administrators only, and an unknown view is the viewers’ list', async () => {
    expect((await test.call('GET /api/videos?view=admin', {}, viewer)).body.code).toBe('role.forbidden');
    expect((await test.call('GET /api/videos?view=admin', {})).status).toBe(401);
    const asViewer = await test.call('GET /api/videos', { query: { view: 'otra' } as never }, viewer);
    expect(asViewer.status).toBe(200);
    expect(JSON.stringify(asViewer.body)).not.toContain('cine.ejemplo');
  });

  it('includes inactive videos, newest first, with their addresses', async () => {
    const shown = await create(film({ title: 'A la vista', genres: ['Drama'] }));
    const hidden = await create(film({ title: 'Escondida', active: false }));
    const { videos } = await list({ limit: '2' });
    expect(videos.map(({ _id, active }) => [_id, active])).toEqual([
      [hidden._id, false],
      [shown._id, true],
    ]);
    expect(videos[1]?.url).toMatch(/^http:\/\/cine\.ejemplo\//);
    expect((await open(hidden._id)).status).toBe(404);
  });

  it('returns each video once across its pages, in either order', async () => {
    for (let index = 0; index < 12; index += 1) {
      await create(film({ title: `Paginada ${index}`, tipo: 'pelicula', active: index % 3 > 0 }));
    }
    const first = await list({ limit: '5', tipo: 'pelicula' });
    const pages = Array.from({ length: first.totalPages }, (_, index) => String(index + 1));
    const seen: string[] = [];
    for (const page of pages) {
      seen.push(...(await list({ limit: '5', tipo: 'pelicula', page })).videos.map(({ _id }) => _id));
    }
    const whole = (await list({ limit: '3000', tipo: 'pelicula' })).videos.map(({ _id }) => _id);
    expect(seen).toEqual(whole);
    expect(new Set(seen).size).toBe(first.total);
    expect((await list({ limit: '5', tipo: 'pelicula', page: '999' })).videos).toEqual([]);
  });

  it('filters by type, subcategory and search words', async () => {
    const { _id } = await create(series({ title: 'Ñandúes', subcategoria: 'Retro', active: false }));
    expect((await list({ subcategoria: 'Retro' })).videos.map((video) => video._id)).toEqual([_id]);
    expect((await list({ search: 'nandues' })).total).toBe(1);
    expect((await list({ search: 'nandues', tipo: 'pelicula' })).total).toBe(0);
    expect((await list({ tipo: 'ópera' })).videos).toEqual([]);
  });
});

describe('a new video', () => {
  it('is answered in full, with genres and plans cleaned', async () => {
    const body = await create(
      series({ genres: ['Drama', ' drama,Misterio ', ''], requiresPlan: ['premium', 'otro'] }),
    );
    expect(body).toMatchObject({
      tipo: 'serie',
      subcategoria: 'Netflix',
      mainSection: null,
      releaseYear: new Date().getUTCFullYear(),
      active: true,
      isFeatured: false,
      url: null,
      requiresPlan: ['premium'],
      seasonCount: 2,
      chapterCount: 4,
    });
    expect(body.genres).toEqual(['Drama', 'drama', 'Misterio']);
    expect(body.seasons[0]?.chapters[1]).toMatchObject({ title: 'B', chapterNumber: 2, duration: '0:00' });
    const detail = await open(body._id);
    expect(detail.body.seasons.map(({ chapters }) => chapters.length)).toEqual([3, 1]);
    expect(detail.body.seasons[0]?.chapters[0]?.url).toMatch(/^\/api\/stream\//);
  });

  it.each([
    ['without a title', { title: ' ', tipo: 'serie' }, 'Título y Tipo son obligatorios.'],
    ['without a type', { title: 'X' }, 'Título y Tipo son obligatorios.'],
    ['with nothing', {}, 'Título y Tipo son obligatorios.'],
    [
      'that is a film without an address',
      { title: 'X', tipo: 'pelicula' },
      'Título, URL y Tipo son obligatorios.',
    ],
    [
      'without a season',
      { title: 'X', tipo: 'novela', seasons: [] },
      'Debe agregar al menos una temporada para este tipo de contenido.',
    ],
    [
      'with an empty season',
      { title: 'X', tipo: 'anime', seasons: [{ seasonNumber: 3, chapters: [] }] },
      'La temporada 3 debe tener al menos un capítulo.',
    ],
    [
      'with a chapter without a title',
      {
        title: 'X',
        tipo: 'dorama',
        seasons: [{ seasonNumber: 2, chapters: [{ title: '', url: 'http://a.b/c' }] }],
      },
      'Todos los capítulos en la Temporada 2 deben tener título y URL.',
    ],
    [
      'with a chapter without an address',
      { title: 'X', tipo: 'documental', seasons: [{ seasonNumber: 1, chapters: [{ title: 'A' }] }] },
      'Todos los capítulos en la Temporada 1 deben tener título y URL.',
    ],
    [
      'with one season twice',
      {
        title: 'X',
        tipo: 'serie',
        seasons: [1, 1].map((seasonNumber) => ({
          seasonNumber,
          chapters: [{ title: 'A', url: 'http://a.b/c' }],
        })),
      },
      'La temporada 1 está repetida.',
    ],
    [
      'of an unknown type',
      { title: 'X', tipo: 'ópera', url: 'http://a.b/c' },
      'Ese tipo de contenido no existe.',
    ],
    [
      'of an unknown section',
      { title: 'X', tipo: 'pelicula', url: 'http://a.b/c', mainSection: 'CINE_8K' },
      'Debe ser una de estas: POR_GENERO, ESPECIALES, CINE_2025, CINE_4K, CINE_60FPS, ZONA_KIDS.',
    ],
  ])('%s is refused with the sentence of the rule', async (_what, body, sentence) => {
    const answer = await post(body);
    expect([answer.status, answer.body.code]).toEqual([400, 'input.invalid']);
    expect(answer.body.details?.[0]?.message).toBe(sentence);
    if (!sentence.startsWith('Debe ser') && !sentence.startsWith('Ese')) {
      expect(answer.body.error).toBe(sentence);
    }
  });

  it.each([
    'javascript:alert(1)',
    'ftp://cine.ejemplo/x',
    'cine',
    'internal:demo/films/x/y/index.m3u8',
    'http://cuenta.xtream.invalid/movie/-/-/1.mkv',
  ])('with the address %s is refused', async (url) => {
    expect((await post(film({ url }))).status).toBe(400);
  });

  it('with an existing address is refused, and nothing is stored', async () => {
    const url = address();
    await create(film({ url }));
    const before = (await list()).total;
    const again = await post(film({ url: url.replace('cine.ejemplo', 'CINE.ejemplo') }));
    expect(again).toMatchObject({
      status: 409,
      body: { code: 'video.duplicate', error: 'Ya existe un VOD o un capítulo con esa dirección.' },
    });
    const twice = chapter('A');
    expect(
      (await post(series({ seasons: [{ seasonNumber: 1, chapters: [twice, { ...twice, title: 'B' }] }] })))
        .body.code,
    ).toBe('video.duplicate');
    expect((await list()).total).toBe(before);
  });

  it('can be created by administrators only', async () => {
    expect((await post(film(), viewer)).body.code).toBe('role.forbidden');
    expect((await test.call('POST /api/videos', { body: film() })).status).toBe(401);
  });

  it('of the type «zona kids» is a film, or a series with seasons', async () => {
    const kids = await create({ title: 'Erizo', tipo: 'zona kids', url: address() });
    expect([kids.url === null, kids.seasonCount]).toEqual([false, 0]);
    const answer = await post({ title: 'Erizo', tipo: 'zona kids' });
    expect(answer.body.error).toBe('Debe agregar al menos una temporada para este tipo de contenido.');
  });
});

describe('an edited video', () => {
  it('keeps the progress of a chapter that moves to another place', async () => {
    const made = await create(series({ title: 'Movida' }));
    const [one, two] = made.seasons;
    const [a, b, c] = one?.chapters ?? [];
    const [d] = two?.chapters ?? [];
    const save = (lastSeason: number, lastChapter: number, lastTime: number) =>
      test.call(
        'PUT /api/videos/:id/progress',
        { params: { id: made._id }, body: { lastTime, duration: 1_000, lastSeason, lastChapter } },
        viewer,
      );
    await save(2, 1, 300);
    await save(1, 2, 500);
    // The administrator's edit of the series moves chapter B to the end of the second season, puts chapter C first,
    // deletes chapter A and adds a new chapter.
    const answer = await put(made._id, {
      title: 'Movida',
      tipo: 'serie',
      seasons: [
        {
          _id: one?._id,
          seasonNumber: 1,
          title: 'Temporada 1',
          chapters: [{ ...c, chapterNumber: 1 }, chapter('Nueva')],
        },
        { _id: two?._id, seasonNumber: 2, title: 'Temporada 2', chapters: [d, { ...b, chapterNumber: 2 }] },
      ],
    });
    expect(answer.status).toBe(200);
    expect(answer.body.seasons.map(({ chapters }) => chapters.map(({ _id }) => _id))).toEqual([
      [c?._id, expect.any(String)],
      [d?._id, b?._id],
    ]);
    const { body } = await open(made._id);
    const places = body.seasons.flatMap(({ chapters }) =>
      chapters.map(({ title, lastTime }) => [title, lastTime]),
    );
    expect(places).toEqual([
      ['C', 0],
      ['Nueva', 0],
      ['D', 300],
      ['B', 500],
    ]);
    expect(body.watchProgress).toMatchObject({ lastSeason: 2, lastChapter: 2, lastTime: 500 });
    expect(JSON.stringify(body)).not.toContain(a?._id);
  });

  it('can swap the addresses of its chapters and the numbers of its seasons', async () => {
    const made = await create(series());
    const [one, two] = made.seasons;
    const [a, b, c] = one?.chapters ?? [];
    const { body, status } = await put(made._id, {
      title: 'Una serie',
      tipo: 'serie',
      seasons: [
        { ...two, seasonNumber: 1 },
        { ...one, seasonNumber: 2, chapters: [{ ...a, url: b?.url }, { ...b, url: a?.url }, c] },
      ],
    });
    expect(status).toBe(200);
    expect(body.seasons.map(({ _id }) => _id)).toEqual([two?._id, one?._id]);
    expect(body.seasons[1]?.chapters.map(({ url }) => url)).toEqual([b?.url, a?.url, c?.url]);
  });

  it('matches chapters without a key by address, and ignores keys of another video', async () => {
    const made = await create(series());
    const other = await create(series());
    const [a, b, c] = made.seasons[0]?.chapters ?? [];
    const bare = [c, a].map((known) => ({ title: known?.title ?? '', url: known?.url ?? '' }));
    const foreign = { ...chapter('Ajena'), _id: other.seasons[0]?.chapters[0]?._id };
    const { body } = await put(made._id, {
      title: 'Una serie',
      tipo: 'serie',
      seasons: [{ seasonNumber: 1, chapters: [...bare, foreign] }],
    });
    const ids = body.seasons[0]?.chapters.map(({ _id }) => _id) ?? [];
    expect(ids.slice(0, 2)).toEqual([c?._id, a?._id]);
    expect(ids[2]).not.toBe(foreign._id);
    expect(JSON.stringify(body)).not.toContain(b?._id);
    expect(body.seasonCount).toBe(1);
    expect((await open(other._id)).body.chapterCount).toBe(4);
  });

  it('keeps fields that were not sent, and shows the changed ones everywhere at once', async () => {
    const made = await create(
      film({ description: 'Antes', genres: ['Drama'], customThumbnail: 'http://a.b/c.jpg' }),
    );
    const { body } = await put(made._id, {
      title: 'Otro título',
      tipo: 'pelicula',
      url: made.url,
      genres: ['Terror'],
    });
    expect(body).toMatchObject({
      title: 'Otro título',
      description: 'Antes',
      customThumbnail: 'http://a.b/c.jpg',
    });
    const find = async (genre: string) =>
      (await test.call('GET /api/videos', { query: { genre, search: 'otro titulo' } }, viewer)).body.total;
    expect([await find('Terror'), await find('Drama')]).toEqual([1, 0]);
  });

  it('turned from a series into a film loses its seasons', async () => {
    const made = await create(series());
    const { body } = await put(made._id, {
      title: 'Ahora película',
      tipo: 'pelicula',
      url: address(),
      mainSection: 'CINE_4K',
    });
    expect(body).toMatchObject({
      seasons: [],
      seasonCount: 0,
      chapterCount: 0,
      subcategoria: null,
      mainSection: 'CINE_4K',
    });
  });

  it('keeps its internal media of the demo', async () => {
    const ids = await test.app.demoTargets.videos.addDemo([
      {
        slug: 'd',
        title: 'Demo',
        description: '',
        tipo: 'pelicula',
        genres: [],
        address: 'internal:demo/films/a/d/index.m3u8',
        thumbnail: 'internal:demo/d.svg',
      },
    ]);
    const id = ids.get('d') ?? '';
    const same = await put(id, {
      title: 'Demo',
      tipo: 'pelicula',
      url: 'internal:demo/films/a/d/index.m3u8',
    });
    expect([same.status, same.body.thumbnail]).toEqual([200, 'internal:demo/d.svg']);
    expect(
      (await put(id, { title: 'Demo', tipo: 'pelicula', url: 'internal:demo/films/b/x/index.m3u8' })).status,
    ).toBe(400);
  });

  it('that does not exist is answered 404, and only administrators may edit', async () => {
    const { _id } = await create(film());
    expect((await put('nadie', film())).body.code).toBe('video.not_found');
    expect((await put(_id, film(), viewer)).body.code).toBe('role.forbidden');
    const details = { params: { id: _id } };
    expect((await test.call('GET /api/videos/:id?view=admin', details, viewer)).status).toBe(403);
    expect((await test.call('GET /api/videos/:id?view=admin', details, admin)).body.url).toContain(
      'cine.ejemplo',
    );
    expect(
      (await test.call('GET /api/videos/:id?view=admin', { params: { id: 'nadie' } }, admin)).status,
    ).toBe(404);
  });

  it('saves a novela of a thousand chapters with the first one moved last, and again unchanged', async () => {
    const chapters = Array.from({ length: 1_000 }, (_, index) =>
      chapter(`Capítulo ${index + 1}`, { description: 'x'.repeat(300) }),
    );
    const made = await create({ title: 'Larga', tipo: 'novela', seasons: [{ seasonNumber: 1, chapters }] });
    const [season] = made.seasons;
    const turned = (season?.chapters ?? [])
      .toReversed()
      .map((each, index) => ({ ...each, chapterNumber: index + 1 }));
    const { body, status } = await put(made._id, {
      title: 'Larga',
      tipo: 'novela',
      seasons: [{ ...season, chapters: turned }],
    });
    expect(status).toBe(200);
    expect(body.seasons[0]?.chapters[0]?._id).toBe(season?.chapters.at(-1)?._id);
    const again = await put(made._id, { title: 'Larga', tipo: 'novela', seasons: body.seasons });
    expect(again.body.seasons).toEqual(body.seasons);
  });
});

describe('deleting videos', () => {
  it('removes one video once, and names it in the answer', async () => {
    const { _id } = await create(film({ title: 'Fugaz' }));
    const remove = (person: Person) => test.call('DELETE /api/videos/:id', { params: { id: _id } }, person);
    expect((await remove(viewer)).body.code).toBe('role.forbidden');
    expect((await remove(admin)).body.message).toBe('VOD «Fugaz» eliminado.');
    expect((await remove(admin)).body.code).toBe('video.not_found');
    expect((await open(_id)).status).toBe(404);
  });

  it('removes several at once, and names the unknown ids', async () => {
    const ids = [await create(film()), await create(series())].map(({ _id }) => _id);
    const remove = (videoIds: string[], person: Person = admin) =>
      test.call('DELETE /api/videos/batch', { body: { videoIds } }, person);
    expect((await remove(ids, viewer)).body.code).toBe('role.forbidden');
    expect((await test.call('DELETE /api/videos/batch', { body: { videoIds: ids } })).status).toBe(401);
    const { body } = await remove([...ids, ids[0] ?? '', 'nadie']);
    expect(body).toEqual({
      message: '2 VODs eliminados. 1 ya no existía.',
      deleted: 2,
      unknownIds: ['nadie'],
    });
    expect((await remove([])).body.details?.[0]?.message).toBe('Elige al menos un VOD.');
    expect(
      (await remove(Array.from({ length: 501 }, (_, index) => `v${index}`))).body.details?.[0]?.message,
    ).toBe('Se eliminan como máximo 500 VODs a la vez.');
  });
});

it('the audit log of a video has what each act changed, without addresses', async () => {
  const made = await create(film({ title: 'Anotada', url: 'http://socio:clave@cine.ejemplo/secreto.mp4' }));
  await put(made._id, { title: 'Anotada', tipo: 'pelicula', url: made.url, active: false });
  await test.call('DELETE /api/videos/:id', { params: { id: made._id } }, admin);
  const entries = await audit(made._id);
  expect(entries.map(({ action, subjectName }) => [action, subjectName])).toEqual([
    ['video.delete', 'Anotada'],
    ['video.update', 'Anotada'],
    ['video.create', 'Anotada'],
  ]);
  expect([entries[1]?.before, entries[1]?.after]).toEqual([{ active: true }, { active: false }]);
  const url = expect.stringMatching(/^cine\.ejemplo \([0-9a-f]{6}\)$/);
  expect(entries[2]?.after).toMatchObject({ url, tipo: 'pelicula' });
  expect(entries[0]?.before).toMatchObject({ title: 'Anotada', url, active: false });
  expect(entries[0]?.after).toBeNull();
  expect(JSON.stringify(entries)).not.toMatch(/clave|secreto/);
});

it('the audit log marks a changed address when its host stays the same', async () => {
  const made = await create(film());
  await put(made._id, film());
  const [entry] = await audit(made._id);
  expect(Object.keys(entry?.after ?? {})).toEqual(['url']);
  expect(entry?.after?.['url']).not.toBe(entry?.before?.['url']);
});

it('a save of a video that somebody else saved meanwhile is refused', async () => {
  const made = await create(series());
  const first = await put(made._id, { ...made, url: '', title: 'Primera' });
  expect(first.status).toBe(200);
  expect(first.body.revision).not.toBe(made.revision);
  const late = await put(made._id, { ...made, url: '', title: 'Tarde' });
  expect([late.status, late.body.code, late.body.error]).toEqual([
    409,
    'resource.conflict',
    'Algo cambió mientras tanto. Recarga la página y vuelve a intentarlo.',
  ]);
  expect((await put(made._id, { ...first.body, url: '', title: 'Segunda' })).body.title).toBe('Segunda');
});
