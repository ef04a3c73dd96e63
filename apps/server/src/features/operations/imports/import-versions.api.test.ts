import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type Person, type TestApp } from '../../../../test/test-app.ts';
import { listEntry as entry, uploadList } from '../../../../test/upload-list.ts';

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await startTestApp();
  admin = await test.admin();
});
beforeEach(() => test.clearCatalogue());
afterAll(() => test[Symbol.asyncDispose]());

/** Publishes a list as an administrator does who takes every suggestion. @returns the import as it was published */
async function publish(content: string, fileName = 'lista.m3u') {
  const { body } = await uploadList(test, admin, 'POST /api/admin/imports/preview', {
    content: `#EXTM3U\n${content}`,
    fileName,
    form: { kind: 'mixed' },
  });
  const params = { id: body._id };
  return (await test.call('POST /api/admin/imports/:id/publish', { params, body: {} }, admin)).body;
}
const undo = async (id: string) =>
  (await test.call('POST /api/admin/imports/:id/undo', { params: { id } }, admin)).body;

const rows = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(test.db)).rows;
const addresses = async () =>
  (
    await rows(sql<{ address: string }>`
      select address from video where address is not null union all select address from chapter
      union all select address from video_version order by 1`)
  ).map(({ address }) => address);
const films = async () =>
  (
    await rows(sql<{ text: string }>`
      select concat_ws(' ', title, release_year, address) as text from video where active order by 1`)
  ).map(({ text }) => text);
const channels = async () =>
  (
    await rows(sql<{ text: string }>`
      select concat_ws(' · ', name, country, section, string_agg(coalesce(quality, '-'), ' ' order by position)) as text
      from channel join channel_source on channel_id = channel.id group by channel.id order by number`)
  ).map(({ text }) => text);
const reasons = async (id: string) =>
  (
    await rows(sql<{ text: string }>`
      select concat_ws(' ', outcome, reason) as text from import_entry where import_id = ${id} order by position`)
  ).map(({ text }) => text);
const counts = async (id: string) =>
  (
    await rows(sql<{ channels: number; other_sources: number; other_versions: number }>`
      select channels, other_sources, other_versions from import where id = ${id}`)
  )[0];

describe('channels of one name', () => {
  const inGroup = (group: string, tvgId: string) => `tvg-id="${tvgId}" group-title="${group}"`;

  it('in several qualities are one, the best first, and the name has none of them', async () => {
    const names = ['Sur TV HD', 'Sur TV FHD', 'Sur TV 4K', 'Sur TV SD', 'SUR TV HEVC', 'Sur TV', 'Sur TV ᴴᴰ'];
    const { _id } = await publish(
      names.map((name, n) => entry(name, `http://a.tv/live/u/p/${n}.ts`, 'group-title="TV"')).join(''),
    );
    expect(await channels()).toEqual(['Sur TV · TV · 4K FHD HD HD HEVC - SD']);
    expect(await counts(_id)).toEqual({ channels: 1, other_sources: 6, other_versions: 0 });
    expect((await reasons(_id)).slice(0, 2)).toEqual([
      'added',
      'updated Es otra fuente de un canal de la misma lista.',
    ]);
  });

  it('keep the quality in the name where the list has no other', async () => {
    await publish(
      entry('Norte HD', 'http://a.tv/live/u/p/1.ts') + entry('Este', 'http://a.tv/live/u/p/2.ts'),
    );
    expect(await channels()).toEqual(['Norte HD · General · HD', 'Este · General · -']);
  });

  it('of two countries are two, and one that names none belongs to the first', async () => {
    const list =
      entry('Canal 9', 'http://a.tv/live/u/p/1.ts', inGroup('Abierta', 'Canal9.uy')) +
      entry('Canal 9', 'http://a.tv/live/u/p/2.ts', inGroup('Bolivia', '')) +
      entry('Canal 9', 'http://a.tv/live/u/p/3.ts', inGroup('Abierta', ''));
    await publish(list);
    expect(await channels()).toEqual(['Canal 9 · uy · Abierta · - -', 'Canal 9 · bo · Bolivia · -']);
    await publish(entry('Canal 9', 'http://b.tv/live/u/p/1.ts', inGroup('Otra', 'Canal9.bo')), 'otra.m3u');
    expect(await channels()).toEqual(['Canal 9 · uy · Abierta · - -', 'Canal 9 · bo · Bolivia · - -']);
  });

  it('join a channel that an earlier version of the server has made with the quality in its key', async () => {
    await publish(entry('Oeste HD', 'http://a.tv/live/u/p/1.ts'));
    await sql`update channel set title_key = 'oeste hd'`.execute(test.db);
    await publish(entry('Oeste HD', 'http://b.tv/live/u/p/1.ts'), 'otra.m3u');
    expect(await channels()).toEqual(['Oeste HD · General · HD HD']);
  });

  it('with a country in front are the one without it, and two of two countries', async () => {
    await publish(
      entry('DAZN 1', 'http://a.tv/live/u/p/1.ts') +
        entry('ES: DAZN 1 HD', 'http://a.tv/live/u/p/2.ts') +
        entry('|MX| Canal 5', 'http://a.tv/live/u/p/3.ts') +
        entry('🇵🇾 Canal 5', 'http://a.tv/live/u/p/4.ts'),
    );
    expect(await channels()).toEqual([
      'DAZN 1 · es · Deportes · HD -',
      'Canal 5 · mx · México · -',
      'Canal 5 · py · Paraguay · -',
    ]);
  });

  it('join a channel that an earlier version of the server has made with the country in its name', async () => {
    await publish(entry('DAZN 1 HD', 'http://a.tv/live/u/p/1.ts'));
    await sql`update channel set name = 'ES: DAZN 1 HD', title_key = 'es: dazn 1'`.execute(test.db);
    await publish(entry('ES: DAZN 1 HD', 'http://b.tv/live/u/p/1.ts'), 'otra.m3u');
    expect(await channels()).toEqual(['ES: DAZN 1 HD · es · Deportes · HD HD']);
  });
});

describe('films of one title and year', () => {
  const list =
    entry('Marea (1999) [LAT]', 'http://a.tv/movie/u/p/1.mkv', 'group-title="CINE LATINO"') +
    entry('Marea (1999) [SUB]', 'http://a.tv/movie/u/p/2.mkv', 'group-title="CINE SUBTITULADO"') +
    entry('Marea (1999) 720p', 'http://a.tv/movie/u/p/3.mkv', 'group-title="CINE"');
  const three = [1, 2, 3].map((n) => `http://a.tv/movie/u/p/${n}.mkv`);

  it.each(['first', 'second'])('are versions of one in the %s list of a catalogue', async (which) => {
    if (which === 'second') await publish(entry('Faro (2001)', 'http://z.tv/movie/u/p/9.mkv'), 'faro.m3u');
    const { _id } = await publish(list);
    expect(await films()).toContain('Marea 1999 http://a.tv/movie/u/p/1.mkv');
    expect((await addresses()).filter((address) => address.includes('a.tv'))).toEqual(three);
    expect(await reasons(_id)).toEqual([
      'added',
      'updated Es otra versión de «Marea».',
      'updated Es otra versión de «Marea».',
    ]);
    expect(await counts(_id)).toEqual({ channels: 0, other_sources: 0, other_versions: 2 });
    expect(await rows(sql`select languages, quality from video_version order by position`)).toEqual([
      { languages: ['sub-es'], quality: null },
      { languages: null, quality: 'HD' },
    ]);
    await publish(list);
    expect((await addresses()).filter((address) => address.includes('a.tv'))).toEqual(three);
    await undo(_id);
    expect((await addresses()).filter((address) => address.includes('a.tv'))).toEqual([]);
  });

  it('get their new addresses one by one when the list changes them', async () => {
    await publish(list);
    const renewed = list.replaceAll('http://a.tv/movie/u/p/', 'http://a.tv/otra/');
    await publish(renewed);
    expect(await addresses()).toEqual([1, 2, 3].map((n) => `http://a.tv/otra/${n}.mkv`));
    expect(await films()).toEqual(['Marea 1999 http://a.tv/otra/1.mkv']);
  });

  it('of another list come first, and undoing that list takes them out again', async () => {
    await publish(entry('Marea (1999)', 'http://a.tv/movie/u/p/1.mkv'));
    const { _id } = await publish(entry('Marea (1999)', 'http://b.tv/movie/u/p/1.mkv'), 'otra.m3u');
    expect(await films()).toEqual(['Marea 1999 http://b.tv/movie/u/p/1.mkv']);
    expect(await addresses()).toEqual(['http://a.tv/movie/u/p/1.mkv', 'http://b.tv/movie/u/p/1.mkv']);
    expect(await undo(_id)).toMatchObject({ restored: 1, kept: 0 });
    expect(await films()).toEqual(['Marea 1999 http://a.tv/movie/u/p/1.mkv']);
    expect(await addresses()).toEqual(['http://a.tv/movie/u/p/1.mkv']);
  });

  it('stay with the address of another list when the import that added them is undone', async () => {
    const { _id } = await publish(entry('Marea (1999)', 'http://a.tv/movie/u/p/1.mkv'));
    await publish(
      entry('Marea (1999)', 'http://a.tv/movie/u/p/1.mkv') +
        entry('Marea (1999) [LAT]', 'http://b.tv/movie/u/p/2.mkv'),
      'otra.m3u',
    );
    expect(await addresses()).toHaveLength(2);
    await undo(_id);
    expect(await films()).toEqual(['Marea 1999 http://b.tv/movie/u/p/2.mkv']);
    expect(await addresses()).toEqual(['http://b.tv/movie/u/p/2.mkv']);
  });

  it('stay with the address of another list while the provider of theirs is removed', async () => {
    await publish(entry('Marea (1999)', 'http://a.tv/movie/u/p/1.mkv'));
    await publish(entry('Marea (1999)', 'http://b.tv/movie/u/p/1.mkv'), 'otra.m3u');
    const [provider] = await rows(sql<{ id: string }>`select id from provider where name = 'otra.m3u'`);
    const params = { id: provider?.id ?? '' };
    const removed = await test.call('DELETE /api/admin/providers/:id', { params }, admin);
    expect(removed.status).toBe(200);
    expect(await films()).toEqual(['Marea 1999 http://a.tv/movie/u/p/1.mkv']);
    expect(await addresses()).toHaveLength(2);
  });

  it('lose their versions when an administrator deletes them', async () => {
    await publish(list);
    const [film] = await rows(sql<{ id: string }>`select id from video`);
    await test.call('DELETE /api/videos/:id', { params: { id: film?.id ?? '' } }, admin);
    expect(await addresses()).toEqual([]);
  });
});

describe('series of one name', () => {
  const chapter = (year: string, number: number, address: string) =>
    entry(`Faro${year} S01E0${number}`, `http://a.tv/series/u/p/${address}.mkv`, 'group-title="SERIES"');

  it.each(['first', 'second'])('with two years are two in the %s list of a catalogue', async (which) => {
    if (which === 'second') await publish(entry('Isla (2001)', 'http://z.tv/movie/u/p/9.mkv'), 'isla.m3u');
    const list = chapter(' (1978)', 1, 'a1') + chapter(' (2004)', 1, 'b1') + chapter(' (2004)', 2, 'b2');
    await publish(list + chapter('', 2, 'a2'));
    const found = await rows(sql`
      select release_year, chapter_count from video where title = 'Faro' order by release_year`);
    expect(found).toEqual([
      { release_year: 1978, chapter_count: 2 },
      { release_year: 2004, chapter_count: 2 },
    ]);
  });

  it('keep a second address of a chapter as its version', async () => {
    const { _id } = await publish(chapter('', 1, '1') + chapter('', 1, '2') + chapter('', 2, '3'));
    expect(await addresses()).toHaveLength(3);
    expect((await reasons(_id))[1]).toBe('updated Es otra versión de «Faro».');
    const found = await rows(sql`
      select chapter.address as own, version.address from video_version as version
      join chapter on chapter.id = chapter_id`);
    expect(found).toEqual([{ own: 'http://a.tv/series/u/p/1.mkv', address: 'http://a.tv/series/u/p/2.mkv' }]);
    await undo(_id);
    expect(await addresses()).toEqual([]);
  });
});
