import type { ImportDetail } from '@butaca/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Person, type TestApp } from './test-app.ts';
import { listEntry, uploadList } from './upload-list.ts';

const inGroup = (group: string, name: string, path: string): string =>
  listEntry(name, `http://p.example/${path}`, `group-title="${group}"`);
const names = (count: number, name: (index: number) => string): string[] =>
  Array.from({ length: count }, (_, index) => name(index));

const decent = [
  ...names(12, (index) =>
    inGroup('CINE ACCION', `Película normal ${index} (20${10 + index})`, `movie/${index}.mkv`),
  ),
  inGroup('Noticias', 'Canal Azul', 'live/1.ts'),
].join('');
const marked = [
  ...names(8, (index) =>
    inGroup('ADULTOS +18', `Pasión prohibida ${index} (20${20 + index})`, `movie/9${index}.mkv`),
  ),
  inGroup('XXX SERIES', 'Noches rojas S01E01', 'series/300.mkv'),
  inGroup('★ XXX ADULTOS ★', 'Canal Rojo', 'live/301.ts'),
].join('');
const says = /Pasión|Noches rojas|Canal Rojo/;

let test: TestApp;
let admin: Person;
let viewer: Person;

async function preview(content: string): Promise<ImportDetail> {
  return (
    await uploadList(test, admin, 'POST /api/admin/imports/preview', { content, form: { kind: 'mixed' } })
  ).body;
}

/** Imports a list as the panel does: as a preview, which is then published. */
async function importList(content: string): Promise<ImportDetail> {
  const shown = await preview(content);
  await test.call('POST /api/admin/imports/:id/publish', { params: { id: shown._id }, body: {} }, admin);
  return shown;
}

const hide = (hideAdults: boolean) => test.call('PUT /api/admin/settings', { body: { hideAdults } }, admin);
const idOf = async (title: string): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    select id from video where title = ${title} union all select id from channel where name = ${title}`.execute(
    test.db,
  );
  return rows[0]?.id ?? '';
};
const markOf = async (title: string): Promise<boolean | undefined> => {
  const { rows } = await sql<{ is_adult: boolean }>`
    select is_adult from video where title = ${title} union all select is_adult from channel where name = ${title}`.execute(
    test.db,
  );
  return rows[0]?.is_adult;
};
const watch = (id: string, person: Person) =>
  test.call(
    'PUT /api/videos/:id/progress',
    { params: { id }, body: { lastTime: 3_000, duration: 6_000 } },
    person,
  );

beforeAll(async () => {
  test = await startTestApp();
  admin = await test.admin();
  viewer = await test.viewer('premium');
  await importList(decent);
  await importList(decent + marked);
});
afterAll(() => test[Symbol.asyncDispose]());

describe('a list with groups for adults', () => {
  it('marks what it brings, and nothing else', async () => {
    const { rows } = await sql<{ name: string }>`
      select title as name from video where is_adult union all select name from channel where is_adult
      order by name`.execute(test.db);
    expect(rows.map(({ name }) => name)).toEqual([
      'Canal Rojo',
      'Noches rojas',
      ...names(8, (index) => `Pasión prohibida ${index}`),
    ]);
  });

  it('has them named in its preview, so that they can be left out', async () => {
    const { groups } = await preview(decent + marked);
    expect(
      groups
        .filter(({ isAdult }) => isAdult)
        .map(({ group }) => group)
        .toSorted(),
    ).toEqual(['ADULTOS +18', 'XXX SERIES', '★ XXX ADULTOS ★']);
  });

  it('says in its report which entries are for adults', async () => {
    const { _id: id } = await preview(decent + marked);
    const { rows } = await sql<{ title: string; reason: string }>`
      select title, reason from import_entry where import_id = ${id} and reason like '%Es para adultos.'
      order by position`.execute(test.db);
    expect(rows).toHaveLength(10);
    expect(rows.at(-1)).toEqual({
      title: 'Canal Rojo',
      reason: 'Ya estaba en el catálogo. Es para adultos.',
    });
  });

  it('marks a title that the catalogue has from a list that did not say it', async () => {
    await importList(
      inGroup('Estrenos', 'Deseo oculto', 'movie/500.mkv') + inGroup('Varios', 'Canal Gris', 'live/500.ts'),
    );
    expect([await markOf('Deseo oculto'), await markOf('Canal Gris')]).toEqual([false, false]);
    await importList(
      inGroup('Adultos', 'Deseo oculto', 'movie/500.mkv') + inGroup('Adultos', 'Canal Gris', 'live/500.ts'),
    );
    expect([await markOf('Deseo oculto'), await markOf('Canal Gris')]).toEqual([true, true]);
  });

  it('marks a title of which the list has another version, and a series of which it has a further chapter', async () => {
    await importList(
      inGroup('Estrenos', 'Luz de noche (2019)', 'movie/600.mkv') +
        inGroup('SERIES', 'Calles S01E01', 'series/601.mkv'),
    );
    expect([await markOf('Luz de noche'), await markOf('Calles')]).toEqual([false, false]);
    await importList(
      inGroup('Estrenos', 'Luz de noche (2019)', 'movie/600.mkv') +
        inGroup('ADULTOS', 'Luz de noche (2019) 1080p', 'movie/602.mkv') +
        inGroup('SERIES', 'Calles S01E01', 'series/601.mkv') +
        inGroup('XXX SERIES', 'Calles S01E02', 'series/603.mkv'),
    );
    expect([await markOf('Luz de noche'), await markOf('Calles')]).toEqual([true, true]);
  });
});

describe('what is for adults', () => {
  beforeAll(async () => {
    const ids = await Promise.all(names(8, (index) => `Pasión prohibida ${index}`).map(idOf));
    const watcher = await test.viewer('premium');
    // Everything speaks for them: they are the newest, most played, most watched, and featured.
    for (const id of [...ids, await idOf('Noches rojas')]) {
      await watch(id, watcher);
      await sql`
        insert into play (account_id, item_key, day, plan, seconds)
        select id, ${`video:${id}`}, current_date::text, plan, 900 from account limit 1`.execute(test.db);
      await sql`update video set is_featured = true where id = ${id}`.execute(test.db);
    }
    await sql`update channel set is_featured = true where name = 'Canal Rojo'`.execute(test.db);
    await sql`update video set main_section = 'CINE_4K', thumbnail = 'internal:demo/posters/faro.webp'
      where title like 'Pasión%'`.execute(test.db);
    for (const { id } of (
      await sql<{ id: string }>`select id from video where title like '%normal%'`.execute(test.db)
    ).rows)
      await watch(id, watcher);
    await watch(await idOf('Película normal 0'), viewer);
    await watch(await idOf('Pasión prohibida 0'), viewer);
    await test.call(
      'PUT /api/favourites/:itemType/:id',
      { params: { itemType: 'video', id: await idOf('Pasión prohibida 1') } },
      viewer,
    );
  });

  it('is not on the home page, but for what a person has begun to watch', async () => {
    const { continueWatching, ...home } = (await test.call('GET /api/home', {}, viewer)).body;
    expect(home.billboard?.title).toMatch(/^Película normal/);
    expect(home.recentlyAdded.length).toBeGreaterThanOrEqual(12);
    expect(JSON.stringify(home)).not.toMatch(says);
    expect(continueWatching.map(({ title }) => title)).toContain('Pasión prohibida 0');
  });

  it('is not among the newest and featured titles, nor the featured channels, of visitors either', async () => {
    for (const person of [viewer, undefined]) {
      const answers = await Promise.all([
        test.call('GET /api/videos/public/recently-added', {}, person),
        test.call('GET /api/videos/public/featured-movies', {}, person),
        test.call('GET /api/videos/public/featured-series', {}, person),
        test.call('GET /api/channels/list', { query: { featured: 'true' } }, person),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(JSON.stringify(answers.map(({ body }) => body))).not.toMatch(says);
    }
  });

  it('is not recommended, and no picture of it stands for a section', async () => {
    const params = { itemType: 'movie' as const, itemId: await idOf('Película normal 3') };
    const { body } = await test.call(
      'GET /api/enrichment/:itemType/:itemId/recommendations',
      { params },
      viewer,
    );
    expect(body.recommendations.length).toBeGreaterThan(0);
    expect(JSON.stringify(body)).not.toMatch(says);
    const sections = (await test.call('GET /api/videos/main-sections', {}, viewer)).body;
    expect(sections.find(({ key }) => key === 'CINE_4K')).toMatchObject({
      thumbnailSamples: [],
      isEmpty: false,
    });
  });

  it('is not suggested before something is typed, nor an example on the page of plans, which counts it', async () => {
    const popular = (await test.call('GET /api/search/popular', {}, viewer)).body;
    expect(popular).toMatchObject({ basis: 'watched' });
    expect(JSON.stringify(popular)).not.toMatch(says);
    const { plans } = (await test.call('GET /api/plans', {}, viewer)).body;
    expect(JSON.stringify(plans)).not.toMatch(says);
    expect(plans.find(({ key }) => key === 'premium')?.areas).toContainEqual({
      key: 'CINE_4K',
      name: 'CINE 4K UHD',
      open: 8,
      total: 8,
    });
  });

  it('is found by name and in its section', async () => {
    const found = (await test.call('GET /api/search', { query: { q: 'pasion' } }, viewer)).body;
    expect(found.videos).toHaveLength(8);
    const channels = (await test.call('GET /api/channels/list', { query: {} }, viewer)).body;
    expect(channels.channels.map(({ name }) => name)).toContain('Canal Rojo');
    const section = await test.call('GET /api/videos', { query: { mainSection: 'CINE_4K' } }, viewer);
    expect(section.body.total).toBe(8);
  });
});

describe('«Ocultar el contenido para adultos»', () => {
  it('makes it absent for viewers, streams and pictures included, until it is shown again', async () => {
    const video = { params: { id: await idOf('Pasión prohibida 2') } };
    const channel = { params: { id: await idOf('Canal Rojo') } };
    const opened = (await test.call('GET /api/videos/:id', video, viewer)).body;
    const live = (await test.call('GET /api/channels/id/:id', channel, viewer)).body;
    const origin = await test.origin();
    const play = async (url: string | null) =>
      ((await (await fetch(`${origin}${url}`)).json()) as { code: string }).code;
    const visible = async () => ({
      search: (await test.call('GET /api/search', { query: { q: 'pasion' } }, viewer)).body.videos.length,
      chapters: (await test.call('GET /api/search', { query: { q: 'noches' } }, viewer)).body.videos.length,
      list: (await test.call('GET /api/videos', { query: { mainSection: 'CINE_4K' } }, viewer)).body.total,
      channels: JSON.stringify((await test.call('GET /api/channels/list', { query: {} }, viewer)).body),
      sections: JSON.stringify((await test.call('GET /api/channels/sections', {}, viewer)).body),
      kept: (await test.call('GET /api/favourites', {}, viewer)).body.videos.length,
      begun: (await test.call('GET /api/home', {}, viewer)).body.continueWatching.map(({ title }) => title),
      plans: JSON.stringify((await test.call('GET /api/plans', {}, viewer)).body.plans),
      video: (await test.call('GET /api/videos/:id', video, viewer)).status,
      channel: (await test.call('GET /api/channels/id/:id', channel, viewer)).status,
      save: (await watch(video.params.id, viewer)).status,
      image: (await fetch(`${origin}/api/images/video/${video.params.id}/320`)).status,
    });
    expect(await play(opened.url)).not.toBe('stream.forbidden');
    await watch(video.params.id, viewer);
    const before = await visible();
    expect(before).toMatchObject({
      search: 8,
      chapters: 1,
      list: 8,
      kept: 1,
      video: 200,
      channel: 200,
      save: 200,
    });
    await hide(true);
    const hidden = await visible();
    expect(hidden).toMatchObject({
      search: 0,
      chapters: 0,
      list: 0,
      kept: 0,
      video: 404,
      channel: 404,
      save: 404,
    });
    expect([before.image, hidden.image]).toEqual([200, 404]);
    expect(JSON.stringify(hidden)).not.toMatch(/Pasión|Canal Rojo|ADULTOS|CINE 4K UHD/);
    expect([await play(opened.url), await play(live.url)]).toEqual(['stream.forbidden', 'stream.forbidden']);
    await hide(false);
    expect(await visible()).toEqual(before);
  });

  it('leaves them to administrators in the panel', async () => {
    await hide(true);
    const listed = await test.call('GET /api/videos?view=admin', { query: { search: 'pasion' } }, admin);
    expect(listed.body.videos.filter(({ isAdult }) => isAdult)).toHaveLength(8);
    const id = await idOf('Canal Rojo');
    const channel = await test.call('GET /api/channels/id/:id?view=admin', { params: { id } }, admin);
    expect(channel.body).toMatchObject({ active: true, isAdult: true });
    expect((await test.call('GET /api/channels/id/:id', { params: { id } }, admin)).status).toBe(200);
    await hide(false);
  });

  it('hides the film sections and categories of series that only such titles have', async () => {
    const find = async () => {
      const sections = (await test.call('GET /api/videos/main-sections', {}, viewer)).body;
      const categories = (await test.call('GET /api/videos/series-categories', {}, viewer)).body;
      return [sections.find(({ key }) => key === 'CINE_4K')?.isEmpty, categories.includes('Retro')];
    };
    await sql`update video set subcategoria = 'Retro' where title = 'Noches rojas'`.execute(test.db);
    await hide(true);
    expect(await find()).toEqual([true, false]);
    await hide(false);
    expect(await find()).toEqual([false, true]);
  });

  it('hides the genres that only such titles have', async () => {
    const genres = async () =>
      (await test.call('GET /api/videos/genres', { query: {} }, viewer)).body.map(({ genre }) => genre);
    const body = {
      title: 'Oculta',
      tipo: 'pelicula' as const,
      url: 'http://p.example/o.mp4',
      genres: ['Rareza'],
      isAdult: true,
    };
    await test.call('POST /api/videos', { body }, admin);
    expect(await genres()).toContain('Rareza');
    await hide(true);
    expect(await genres()).not.toContain('Rareza');
    const ofGenre = await test.call('GET /api/videos', { query: { genre: 'Rareza' } }, viewer);
    expect(ofGenre.body).toMatchObject({ total: 0, videos: [] });
    await hide(false);
  });
});

describe('the mark in the editor', () => {
  it('can be set and taken away, and a later list does not change it', async () => {
    const id = await idOf('Pasión prohibida 7');
    const url = 'http://p.example/movie/97.mkv';
    const saved = await test.call(
      'PUT /api/videos/:id',
      { params: { id }, body: { title: 'Pasión prohibida 7', tipo: 'pelicula', url, isAdult: false } },
      admin,
    );
    expect(saved.body.isAdult).toBe(false);
    const channelId = await idOf('Canal Rojo');
    await test.call(
      'PUT /api/channels/admin/:id',
      { params: { id: channelId }, body: { isAdult: false } },
      admin,
    );
    await importList(marked);
    expect([await markOf('Pasión prohibida 7'), await markOf('Canal Rojo')]).toEqual([false, false]);
    const recent = await test.call('GET /api/videos/public/recently-added', {}, viewer);
    expect(recent.body.map(({ title }) => title)).toContain('Pasión prohibida 7');
    await test.call(
      'PUT /api/channels/admin/:id',
      { params: { id: channelId }, body: { isAdult: true } },
      admin,
    );
    expect(await markOf('Canal Rojo')).toBe(true);
  });
});
