import { missingKeptDays } from '@butaca/contract';
import { startFakeXtreamAccount, type FakeXtreamAccount } from '@butaca/testing';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestApp, type Person, type TestApp } from '../../../../test/test-app.ts';
import { listEntry, uploadList } from '../../../../test/upload-list.ts';

let test: TestApp;
let admin: Person;
let fake: FakeXtreamAccount;
let id: string;
/** The import that brought what the account has. */
let importId: string;

const settle = { timeout: 20_000 };
const episode = (chapterId: number, season: number, number: number) => ({
  id: String(chapterId),
  season,
  episode_num: number,
  title: `De la cuenta ${season}x${number}`,
  container_extension: 'mkv',
});

async function settled() {
  return vi.waitFor(async () => {
    const { providers } = (await test.call('GET /api/admin/providers', {}, admin)).body;
    const provider = providers.find(({ _id }) => _id === id);
    if (provider === undefined || provider.state === 'refreshing') throw new Error('still refreshing');
    return provider;
  }, settle);
}

const cards = async () =>
  (await test.call('GET /api/videos', { query: { limit: '100' } }, admin)).body.videos;
const titles = async () => (await cards()).map(({ title }) => title).toSorted();

/** Opens a series as a viewer does. @returns its seasons, each as its number and the titles of its chapters */
async function open(title: string) {
  const card = (await cards()).find((each) => each.title === title);
  const { body } = await test.call(
    'GET /api/videos/:id',
    { params: { id: card?._id ?? '-' }, query: {} },
    admin,
  );
  return body.seasons.map(({ seasonNumber, chapters }) => [
    seasonNumber,
    ...chapters.map((chapter) => chapter.title),
  ]);
}

const rowsOf = async (statement: ReturnType<typeof sql<Record<string, unknown>>>) =>
  (await statement.execute(test.db)).rows;

/*
 * The catalogue has «Marea» with its first season from an uploaded list. The account has «Marea» too, with a second season,
 * and «La casa», which only the account has.
 */
beforeEach(async () => {
  test = await startTestApp({ UPSTREAM_ALLOW_PRIVATE: '127.0.0.0/8' });
  admin = await test.admin();
  fake = await startFakeXtreamAccount();
  await uploadList(test, admin, 'POST /api/videos/upload-text', {
    content: listEntry('Marea S01E01 La orilla', 'http://propia.ejemplo/1.mkv'),
    form: { categoria: 'serie', subcategoria: 'Netflix' },
  });
  fake.items.series = [
    { name: 'La casa', series_id: 4 },
    { name: 'Marea', series_id: 5 },
  ];
  fake.episodes.set('4', { 1: [episode(41, 1, 1)], 2: [episode(42, 2, 1)] });
  fake.episodes.set('5', { 1: [episode(51, 1, 1), episode(52, 1, 2)], 2: [episode(53, 2, 1)] });
  const { username, password, base } = fake;
  const { body } = await test.call(
    'POST /api/admin/providers',
    { body: { kind: 'xtream', address: base, username, password, name: 'Mi cuenta' } },
    admin,
  );
  id = body._id;
  importId = (await settled()).waitingImportId ?? '';
  const params = { id: importId };
  await test.call('POST /api/admin/imports/:id/publish', { params, body: { groups: [] } }, admin);
  await open('La casa');
  await open('Marea');
  await vi.waitFor(async () => expect(await open('Marea')).toHaveLength(2), settle);
});
afterEach(async () => {
  await test[Symbol.asyncDispose]();
  await fake[Symbol.asyncDispose]();
});

const ofBoth = [
  [1, 'La orilla', 'De la cuenta 1x2'],
  [2, 'De la cuenta 2x1'],
];

describe('series of an Xtream account', () => {
  it('can be opened when an id is that of another series too, or a word that objects inherit', async () => {
    const named = (name: string, season: number) => ({ ...episode(0, season, 1), id: name });
    fake.episodes.set('__proto__', { 1: [named('__proto__', 1)], 2: [named('constructor', 2)] });
    fake.episodes.set('8', { 1: [named('__proto__', 1)], 3: [named('41', 3), named('81', 3)] });
    fake.items.series.push({ name: 'Heredada', series_id: '__proto__' }, { name: 'Repetida', series_id: 8 });
    await test.call('POST /api/admin/providers/:id/refresh', { params: { id } }, admin);
    await settled();
    expect(await open('Heredada')).toEqual([
      [1, 'De la cuenta 1x1'],
      [2, 'De la cuenta 2x1'],
    ]);
    expect(await open('Repetida')).toEqual([[3, 'De la cuenta 3x1']]);
    expect(await open('La casa')).toHaveLength(2);
  });

  it('go when their import is undone, and leave series from elsewhere as they were', async () => {
    expect(await open('Marea')).toEqual(ofBoth);
    const { body } = await test.call('POST /api/admin/imports/:id/undo', { params: { id: importId } }, admin);
    expect(body).toMatchObject({ removed: 1, restored: 1, kept: 0 });
    expect(await titles()).toEqual(['Marea']);
    expect(await open('Marea')).toEqual([[1, 'La orilla']]);
    expect((await cards())[0]).toMatchObject({ seasonCount: 1, chapterCount: 1 });
    expect(await rowsOf(sql`select series_id from series_listing`)).toEqual([]);
    expect(await rowsOf(sql`select count(*)::int as total from season`)).toEqual([{ total: 1 }]);
    // The next refresh brings them again, as new, when somebody approves it.
    await test.call('POST /api/admin/providers/:id/refresh', { params: { id } }, admin);
    const { state, waitingImportId } = await settled();
    expect(state).toBe('decision');
    expect(await titles()).toEqual(['Marea']);
    await test.call(
      'POST /api/admin/imports/:id/publish',
      { params: { id: waitingImportId ?? '' }, body: { groups: [] } },
      admin,
    );
    expect(await titles()).toEqual(['La casa', 'Marea']);
    expect(await open('La casa')).toEqual([
      [1, 'De la cuenta 1x1'],
      [2, 'De la cuenta 2x1'],
    ]);
  });

  it('that an administrator has edited since stay when their import is undone', async () => {
    const card = (await cards()).find(({ title }) => title === 'La casa');
    const params = { id: card?._id ?? '' };
    const { body: detail } = await test.call('GET /api/videos/:id?view=admin', { params }, admin);
    const edited = { ...detail, url: undefined, description: 'Escrita a mano.' } as never;
    expect((await test.call('PUT /api/videos/:id', { params, body: edited }, admin)).status).toBe(200);
    const { body } = await test.call('POST /api/admin/imports/:id/undo', { params: { id: importId } }, admin);
    expect(body).toMatchObject({ removed: 0, restored: 1, kept: 1 });
    expect(await open('La casa')).toHaveLength(2);
  });

  it('that a refresh has hidden are shown when the refresh is undone', async () => {
    fake.items.series = [{ name: 'Marea', series_id: 5 }];
    await test.call('POST /api/admin/providers/:id/refresh', { params: { id } }, admin);
    const { lastImportId, items } = await settled();
    expect(items).toMatchObject({ series: 2, hidden: 3 });
    expect(await titles()).toEqual(['Marea']);
    await test.call('POST /api/admin/imports/:id/undo', { params: { id: lastImportId ?? '' } }, admin);
    expect(await titles()).toEqual(['La casa', 'Marea']);
    expect(await open('La casa')).toHaveLength(2);
  });

  it('are hidden with a removed account, come back with it, and are deleted two weeks later', async () => {
    const remove = () => test.call('DELETE /api/admin/providers/:id', { params: { id } }, admin);
    expect((await remove()).body.provider.items).toMatchObject({ series: 2, chapters: 4, hidden: 6 });
    expect(await titles()).toEqual(['Marea']);
    // The second season has chapters of the account only.
    expect(await open('Marea')).toEqual([[1, 'La orilla']]);
    expect((await cards())[0]).toMatchObject({ seasonCount: 1, chapterCount: 1 });
    const asked = fake.calls.length;
    await test.call('POST /api/admin/providers/:id/restore', { params: { id } }, admin);
    expect(await titles()).toEqual(['La casa', 'Marea']);
    expect(await open('Marea')).toEqual(ofBoth);
    expect((await cards()).map(({ seasonCount }) => seasonCount)).toEqual([2, 2]);
    // Restoring asks the account for nothing.
    expect(fake.calls).toHaveLength(asked);

    await remove();
    const earlier = sql`- make_interval(days => ${missingKeptDays + 1})`;
    for (const table of ['video', 'chapter', 'series_listing'])
      await sql`update ${sql.table(table)} set missing_since = missing_since ${earlier}`.execute(test.db);
    await sql`update provider set removed_at = removed_at ${earlier}`.execute(test.db);
    await test.app.startBackgroundWork();
    await vi.waitFor(
      async () => expect(await rowsOf(sql`select id from provider where id = ${id}`)).toEqual([]),
      settle,
    );
    expect(await rowsOf(sql`select title from video`)).toEqual([{ title: 'Marea' }]);
    expect(await rowsOf(sql`select title from chapter`)).toEqual([{ title: 'La orilla' }]);
    expect(await rowsOf(sql`select season_number from season`)).toEqual([{ season_number: 1 }]);
  });

  it('keep ids and chapters when the account moves to another host with another password', async () => {
    const before = await rowsOf(sql`select id, title, address from chapter order by id`);
    await using moved = await startFakeXtreamAccount();
    Object.assign(moved, { items: fake.items, episodes: fake.episodes, username: 'luis', password: 'otra' });
    const body = { address: moved.base, username: 'luis', password: 'otra' };
    expect((await test.call('PUT /api/admin/providers/:id', { params: { id }, body }, admin)).status).toBe(
      200,
    );
    expect(await settled()).toMatchObject({ state: 'idle', error: null, change: 'Sin cambios.' });
    expect(await rowsOf(sql`select id, title, address from chapter order by id`)).toEqual(before);
    expect(await open('Marea')).toEqual(ofBoth);
    const { body: tried } = await test.call('POST /api/admin/providers/:id/try', { params: { id } }, admin);
    expect(tried.stages.at(-1)).toMatchObject({ stage: 'media', outcome: 'passed' });
    expect(moved.upstream.seen.some(({ path }) => path.startsWith('/panel/series/luis/otra/'))).toBe(true);
  });
});
