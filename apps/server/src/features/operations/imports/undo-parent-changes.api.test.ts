import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type Person, type TestApp } from '../../../../test/test-app.ts';
import { listEntry, uploadList } from '../../../../test/upload-list.ts';

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await startTestApp();
  admin = await test.admin();
});
beforeEach(() => test.clearCatalogue());
afterAll(() => test[Symbol.asyncDispose]());

/** @returns the id of the import */
async function importList(fileName: string, ...entries: string[]): Promise<string> {
  const { body } = await uploadList(test, admin, 'POST /api/admin/imports/preview', {
    content: `#EXTM3U\n${entries.join('')}`,
    fileName,
    form: { kind: 'mixed' },
  });
  const params = { id: body._id };
  await test.call('POST /api/admin/imports/:id/publish', { params, body: {} }, admin);
  return body._id;
}
const undo = async (id: string) =>
  (await test.call('POST /api/admin/imports/:id/undo', { params: { id } }, admin)).status;
const entry = (group: string, name: string, path: string) =>
  listEntry(name, `http://${path}`, `group-title="${group}"`);

/** The titles and channels with a sign for adults, and channels with their country. */
const marks = async () =>
  (
    await sql<{ text: string }>`
      select concat_ws(' ', title, case when is_adult then '+18' end) as text from video
      union all select concat_ws(' ', name, country, case when is_adult then '+18' end) from channel order by 1`.execute(
      test.db,
    )
  ).rows.map(({ text }) => text);

const decent = () =>
  importList(
    'una.m3u',
    entry('CINE', 'Noche larga (2001)', 'a.tv/movie/u/p/1.mkv'),
    entry('SERIES', 'La costa S01E01', 'a.tv/series/u/p/2.mkv'),
    entry('TV', 'Canal Sol', 'a.tv/live/u/p/3.ts'),
  );
const adult = (fileName: string, host: string) =>
  importList(
    fileName,
    entry('ADULTOS +18', 'Noche larga (2001)', `${host}/movie/u/p/1.mkv`),
    entry('XXX SERIES', 'La costa S01E02', `${host}/series/u/p/2.mkv`),
    entry('XXX ADULTOS', 'MX | Canal Sol', `${host}/live/u/p/3.ts`),
  );
const before = ['Canal Sol', 'La costa', 'Noche larga'];
const after = ['Canal Sol mx +18', 'La costa +18', 'Noche larga +18'];

it('the undo of an import takes back its marks for adults and the countries that it gave to channels', async () => {
  await decent();
  expect(await marks()).toEqual(before);
  const second = await adult('otra.m3u', 'b.tv');
  expect(await marks()).toEqual(after);
  expect(await undo(second)).toBe(200);
  expect(await marks()).toEqual(before);
});

it('keeps what another list says too, and what an administrator has set since', async () => {
  await decent();
  const second = await adult('otra.m3u', 'b.tv');
  const third = await adult('tercera.m3u', 'c.tv');
  expect(await undo(second)).toBe(200);
  expect(await marks()).toEqual(after);
  expect(await undo(third)).toBe(200);
  expect(await marks()).toEqual(before);

  await test.clearCatalogue();
  await decent();
  const again = await adult('otra.m3u', 'b.tv');
  const { body } = await test.call('GET /api/channels/admin/list', { query: {} }, admin);
  const params = { id: body.channels[0]?._id ?? '' };
  for (const isAdult of [false, true])
    await test.call('PUT /api/channels/admin/:id', { params, body: { isAdult, country: 'ar' } }, admin);
  expect(await undo(again)).toBe(200);
  expect(await marks()).toEqual(['Canal Sol ar +18', 'La costa', 'Noche larga']);
});

it('the report of a published list says what names say, as its preview did', async () => {
  const id = await importList(
    'una.m3u',
    entry('CINE', 'MX | Noche larga (2001) Latino 1080p Remastered', 'a.tv/movie/u/p/1.mkv'),
    entry('ADULTOS', 'Canal Luna HD', 'a.tv/live/u/p/3.ts'),
  );
  const { body } = await test.call('GET /api/admin/imports/:id/rows', { params: { id }, query: {} }, admin);
  expect(body.rows.map(({ reading }) => reading)).toMatchObject([
    { languages: ['es-419'], quality: 'FHD', country: 'mx', edition: 'Remastered', isAdult: false },
    { languages: [], quality: 'HD', country: null, edition: null, isAdult: true },
  ]);
  expect(body.rows.every(({ reading }) => reading?.doubt === null && reading.form === null)).toBe(true);
});
