import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Home } from '@butaca/contract';
import { sql } from 'kysely';
import { startTestApp, type Person, type TestApp } from '../../../../test/test-app.ts';
import { listEntry, uploadList } from '../../../../test/upload-list.ts';

let test: TestApp;
let admin: Person;
let viewer: Person;
let premium: Person;

const entries = (count: number, name: (index: number) => string, kind: string) =>
  Array.from({ length: count }, (_, index) =>
    listEntry(name(index), `http://p.tv/${kind}/${index}`, kind === 'movie' ? '' : sectionOf(index)),
  ).join('');
const letter = (index: number) => String.fromCharCode(65 + (index % 26));
const sectionOf = (index: number) =>
  index < 300 ? '' : `group-title="${['Noticias', 'Deportes', 'Música', 'Solo Adultos'][index % 4]}"`;

/** Imports 200 films that are only names and addresses, and 600 channels, half of them without a section. */
beforeAll(async () => {
  test = await startTestApp();
  admin = await test.admin();
  viewer = await test.viewer();
  premium = await test.viewer('premium');
  await uploadList(test, admin, 'POST /api/videos/upload-text', {
    content: entries(200, (index) => `${letter(index)}bo película ${index}`, 'movie'),
    form: { categoria: 'pelicula', subcategoria: 'POR_GENERO' },
  });
  await test.upload(
    admin,
    'lista.m3u',
    `#EXTM3U\n${entries(600, (index) => `${letter(index)}bo canal ${index}`, 'live')}`,
  );
});
afterAll(() => test[Symbol.asyncDispose]());

const homeOf = async (person: Person) => (await test.call('GET /api/home', {}, person)).body;
const rowsOf = (home: Home) =>
  [
    ...Object.entries(home).flatMap(([name, row]) =>
      name !== 'composedRows' && Array.isArray(row) && row.length > 0 ? [{ heading: name, cards: row }] : [],
    ),
    ...home.composedRows.map(({ heading, videos, channels }) => ({
      heading,
      cards: [...videos, ...channels],
    })),
  ] as { heading: string; cards: { _id: string; locked: boolean }[] }[];

describe('the home page of a house in which nothing is featured', () => {
  it('has six rows or more from bare films and channels, each long enough, no card twice', async () => {
    const rows = rowsOf(await homeOf(premium));
    expect(rows.length).toBeGreaterThanOrEqual(6);
    expect(new Set(rows.map(({ heading }) => heading)).size).toBe(rows.length);
    expect(rows.filter(({ cards }) => cards.length < 4 || cards.length > 15)).toEqual([]);
    const ids = rows.flatMap(({ cards }) => cards.map(({ _id }) => _id));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has a billboard, and rows of channels by section, none for adults', async () => {
    const home = await homeOf(premium);
    expect(home.billboard?.title).toMatch(/película/);
    const live = home.composedRows
      .filter(({ channels }) => channels.length > 0)
      .map(({ heading }) => heading);
    expect(live.length).toBeGreaterThanOrEqual(2);
    expect(
      live.filter((heading) => /^En vivo: (?:Noticias|Deportes|Música)$/.test(heading)).length,
    ).toBeGreaterThan(0);
    expect(JSON.stringify(home)).not.toContain('Adultos');
  });

  it('shows locked channels with their locks, after what the plan opens, and no address of a stream', async () => {
    const home = await homeOf(viewer);
    const locks = home.composedRows.map(({ videos, channels }) =>
      [...videos, ...channels].every(({ locked }) => locked),
    );
    expect(locks).toContain(true);
    expect(locks).toEqual(locks.toSorted((one, other) => Number(one) - Number(other)));
    expect(JSON.stringify([home, await homeOf(admin)])).not.toMatch(/p\.tv|api\/stream/);
    const unlocked = (await homeOf(admin)).composedRows.flatMap(({ channels }) => channels);
    expect(unlocked.some(({ locked }) => locked)).toBe(false);
  });

  it('puts what is played most first', async () => {
    const { rows } = await sql<{ id: string }>`select id from video order by title desc limit 6`.execute(
      test.db,
    );
    for (const [index, { id }] of rows.entries()) {
      await sql`
        insert into play (account_id, item_key, day, plan, seconds)
        select id, ${`video:${id}`}, current_date::text, plan, ${600 - index} from account limit 1`.execute(
        test.db,
      );
    }
    await test.call('POST /api/channels/admin', { body: { name: 'Otro', url: 'http://p.tv/otro' } }, admin);
    const played = (await homeOf(premium)).composedRows.find(({ heading }) => heading === 'Lo más visto');
    expect(played?.videos.map(({ _id }) => _id)).toEqual(rows.map(({ id }) => id));
  });

  it('begins with what an administrator features, and takes the billboard from it', async () => {
    const { rows } = await sql<{ id: string; title: string }>`
      select id, title from video order by title desc limit 1 offset 90`.execute(test.db);
    const { id, title } = rows[0]!;
    const body = { title, tipo: 'pelicula', url: 'http://p.tv/movie/otra', isFeatured: true } as const;
    const { status } = await test.call('PUT /api/videos/:id', { params: { id }, body }, admin);
    expect(status).toBe(200);
    const home = await homeOf(premium);
    expect(home.billboard?._id).toBe(id);
    expect(home.featuredMovies.map(({ _id }) => _id)).toEqual([id]);
    const below = home.composedRows.flatMap(({ videos }) => videos.map(({ _id }) => _id));
    expect(below).not.toContain(id);
  });
});

describe('the home page of a catalogue that has channels only', () => {
  const liveOf = async (person: Person) => (await test.call('GET /api/home/live', {}, person)).body;

  beforeAll(async () => {
    await test.clearCatalogue();
    await test.upload(
      admin,
      'lista.m3u',
      `#EXTM3U\n${entries(24, (index) => `${letter(index)}bo canal ${index}`, 'live')}`,
    );
  });

  it('has the most watched channel that the plan opens on its billboard, and none for adults', async () => {
    const home = await homeOf(premium);
    expect(home.billboard).toBeNull();
    const sections = home.composedRows.filter(({ key }) => key.startsWith('live section'));
    const last = sections.map(({ channels }) => channels.at(-1)!._id).at(-1) ?? '';
    await sql`
      insert into play (account_id, item_key, day, plan, seconds)
      select id, ${`channel:${last}`}, current_date::text, plan, 600 from account limit 1`.execute(test.db);
    await test.call('POST /api/channels/admin', { body: { name: 'Otro', url: 'http://p.tv/otro' } }, admin);
    // A still is made of what a viewer's stream keeps in memory, and this channel has no viewer.
    expect(await liveOf(premium)).toMatchObject({ channel: { _id: last, locked: false }, still: null });
    const own = (await homeOf(premium)).composedRows.find(({ channels }) =>
      channels.some(({ _id }) => _id === last),
    );
    expect(own?.channels[0]?._id).toBe(last);
    await sql`update channel set is_adult = true where id = ${last}`.execute(test.db);
    await test.call('POST /api/channels/admin', { body: { name: 'Más', url: 'http://p.tv/mas' } }, admin);
    expect((await liveOf(premium)).channel?._id).not.toBe(last);
  });

  it('has no channel on the billboard for a person whose plan opens none', async () => {
    await sql`update channel set requires_plan = array['premium']`.execute(test.db);
    await test.call(
      'POST /api/channels/admin',
      { body: { name: 'Fin', url: 'http://p.tv/fin', requiresPlan: ['premium'] } },
      admin,
    );
    expect(await liveOf(viewer)).toEqual({ channel: null, still: null });
    expect((await liveOf(premium)).channel).not.toBeNull();
    expect((await test.call('GET /api/home/live')).body).toMatchObject({ code: 'session.required' });
  });

  it('has a title on the billboard as soon as there is one', async () => {
    await uploadList(test, admin, 'POST /api/videos/upload-text', {
      content: entries(1, () => 'Una película', 'movie'),
      form: { categoria: 'pelicula', subcategoria: 'POR_GENERO' },
    });
    expect((await homeOf(premium)).billboard?.title).toBe('Una película');
    expect(await liveOf(premium)).toEqual({ channel: null, still: null });
  });
});
