import type { AdminVideoDetail } from '@butaca/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type Person, type TestApp } from './test-app.ts';
import { listEntry, uploadList } from './upload-list.ts';

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await startTestApp();
  admin = await test.admin();
});
beforeEach(() => test.clearCatalogue());
afterAll(() => test[Symbol.asyncDispose]());

/** Imports a list as the panel does. Files of one name are lists of one provider. @returns the id of the import */
async function importList(content: string, fileName = 'lista.m3u'): Promise<string> {
  const { body } = await uploadList(test, admin, 'POST /api/admin/imports/preview', {
    content: `#EXTM3U\n${content}`,
    fileName,
    form: { kind: 'mixed' },
  });
  const params = { id: body._id };
  await test.call('POST /api/admin/imports/:id/publish', { params, body: {} }, admin);
  return body._id;
}
const undo = async (id: string) =>
  (await test.call('POST /api/admin/imports/:id/undo', { params: { id } }, admin)).body;

const film = (name: string, address: string) => listEntry(name, address, 'group-title="CINE"');
const chapter = (name: string, address: string) => listEntry(name, address, 'group-title="SERIES"');

async function show(title: string): Promise<AdminVideoDetail> {
  const row = await test.db
    .selectFrom('video')
    .select('id')
    .where('title', '=', title)
    .executeTakeFirstOrThrow();
  return (await test.call('GET /api/videos/:id?view=admin', { params: { id: row.id } }, admin)).body;
}
const save = (
  { _id: id, title, tipo, url, seasons }: AdminVideoDetail,
  changes: object,
): Promise<{ status: number; body: unknown }> =>
  test.call(
    'PUT /api/videos/:id',
    { params: { id }, body: { title, tipo, url: url ?? '', seasons, ...changes } as never },
    admin,
  );
/** The address of a film and its versions, each with what is known of it. */
const describeFilm = ({ url, languages, quality, edition, versions }: AdminVideoDetail) =>
  [{ url, languages, quality, edition }, ...versions].map((each) =>
    [each.url, ...each.languages, each.quality, each.edition].filter((part) => part !== null).join(' '),
  );
const firstOf = (video: AdminVideoDetail) => video.seasons[0]?.chapters[0];

async function readAgain(): Promise<void> {
  for (const [act, end] of [
    ['preview', 'read'],
    ['apply', 'applied'],
  ] as const) {
    await test.call(`POST /api/admin/reading/${act}`, {}, admin);
    const state = async () => (await test.call('GET /api/admin/reading', {}, admin)).body.run?.status;
    await expect.poll(state).toBe(end);
  }
}

describe('languages, quality, edition and country of a film', () => {
  it('are shown as its list says them, and stay as an administrator sets them when its list is read again', async () => {
    await importList(
      film('MX | Marea (1999) Latino 1080p Remastered', 'http://a.tv/movie/u/p/1.mkv') +
        film('Faro (2001) Castellano 720p', 'http://a.tv/movie/u/p/2.mkv'),
    );
    const marea = await show('Marea');
    expect(marea).toMatchObject({
      languages: ['es-419'],
      quality: 'FHD',
      edition: 'Remastered',
      country: 'mx',
      versions: [],
    });
    expect(
      await save(marea, { languages: ['es-ES', 'en'], quality: '', edition: 'Del director', country: 'ar' }),
    ).toMatchObject({ status: 200, body: { languages: ['es-ES', 'en'], quality: null, country: 'ar' } });

    await importList(
      film('MX | Marea (1999) Latino 1080p', 'http://a.tv/movie/u2/p2/1.mkv') +
        film('Faro (2001) VOSE 1080p', 'http://a.tv/movie/u2/p2/2.mkv'),
    );
    expect(describeFilm(await show('Marea'))).toEqual([
      'http://a.tv/movie/u2/p2/1.mkv es-ES en Del director',
    ]);
    expect((await show('Marea')).country).toBe('ar');
    expect(describeFilm(await show('Faro'))).toEqual(['http://a.tv/movie/u2/p2/2.mkv vo sub-es FHD']);

    // The same addresses again: the list tells what a film lacks, but not what an administrator has emptied.
    await importList(film('MX | Marea (1999) Latino 1080p', 'http://a.tv/movie/u2/p2/1.mkv'));
    expect((await show('Marea')).quality).toBeNull();
    await readAgain();
    expect(describeFilm(await show('Marea'))).toEqual([
      'http://a.tv/movie/u2/p2/1.mkv es-ES en Del director',
    ]);
  });

  it('go with their address when that becomes a version, and can be changed there', async () => {
    await importList(film('Marea (1999) Latino 720p', 'http://a.tv/movie/u/p/1.mkv'));
    await save(await show('Marea'), { quality: '4K' });
    await importList(film('Marea (1999) VOSE', 'http://b.tv/movie/u/p/9.mkv'), 'otra-lista.m3u');
    const both = await show('Marea');
    expect(describeFilm(both)).toEqual([
      'http://b.tv/movie/u/p/9.mkv vo sub-es',
      'http://a.tv/movie/u/p/1.mkv es-419 4K',
    ]);
    const [version] = both.versions;
    expect(
      await save(both, { versions: [{ _id: version?._id, languages: ['es'], edition: 'Restaurada' }] }),
    ).toMatchObject({ status: 200 });
    expect(describeFilm(await show('Marea'))[1]).toBe('http://a.tv/movie/u/p/1.mkv es 4K Restaurada');
    await importList(film('Marea (1999) Castellano 720p', 'http://a.tv/movie/u2/p2/1.mkv'));
    expect(describeFilm(await show('Marea'))[1]).toBe('http://a.tv/movie/u2/p2/1.mkv es 4K Restaurada');
  });

  it('are undone with the import that has changed the address, except what an administrator has set since', async () => {
    await importList(film('Marea (1999) Latino 720p', 'http://a.tv/movie/u/p/1.mkv'));
    await save(await show('Marea'), { quality: '4K' });
    const second = await importList(
      film('Marea (1999) VOSE', 'http://b.tv/movie/u/p/9.mkv'),
      'otra-lista.m3u',
    );
    const both = await show('Marea');
    await save(both, { versions: [{ _id: both.versions[0]?._id, edition: 'Restaurada' }] });
    expect(await undo(second)).toMatchObject({ restored: 1 });
    expect(describeFilm(await show('Marea'))).toEqual(['http://a.tv/movie/u/p/1.mkv es-419 4K Restaurada']);
    await importList(film('Marea (1999) Castellano 1080p', 'http://a.tv/movie/u2/p2/1.mkv'));
    expect(describeFilm(await show('Marea'))).toEqual(['http://a.tv/movie/u2/p2/1.mkv es-ES 4K Restaurada']);
  });

  it('are of the closed lists, and versions are the film’s own', async () => {
    await importList(film('Marea (1999) Latino', 'http://a.tv/movie/u/p/1.mkv'));
    const marea = await show('Marea');
    for (const [changes, sentence] of [
      [{ languages: ['klingon'] }, 'Ese idioma no existe: elige uno de la lista.'],
      [{ languages: Array.from({ length: 11 }, () => 'es') }, 'Admite como máximo 10 idiomas.'],
      [{ quality: '16K' }, 'La calidad debe ser una de estas: SD, HD, FHD, QHD, 4K, 8K.'],
      [{ country: 'zz' }, 'Ese país no existe: elige uno de la lista.'],
      [{ edition: 'x'.repeat(201) }, 'Admite como máximo 200 caracteres.'],
      [
        { versions: [{ _id: 'ninguna', quality: 'HD' }] },
        'Una versión ya no está: vuelve a cargar el título.',
      ],
    ] as const)
      expect(await save(marea, changes)).toMatchObject({
        status: 400,
        body: { code: 'input.invalid', details: [{ message: sentence }] },
      });
  });
});

it('languages and quality of a chapter stay as set, and the chapter can still be read again', async () => {
  await importList(
    chapter('La costa [LAT] S01E01 El puerto', 'http://a.tv/series/u/p/11.mkv') +
      chapter('La costa [LAT] S01E02 La lonja', 'http://a.tv/series/u/p/12.mkv'),
  );
  const costa = await show('La costa');
  const [season] = costa.seasons;
  const chapters = season?.chapters.map(({ versions: _versions, ...each }, index) =>
    index === 0 ? { ...each, languages: ['es-ES'], quality: 'HD' } : each,
  );
  expect(await save(costa, { country: 'es', seasons: [{ ...season, chapters }] })).toMatchObject({
    status: 200,
  });
  const act = await test.db
    .selectFrom('audit_entry')
    .select('after')
    .where('subject_id', '=', costa._id)
    .executeTakeFirst();
  expect(act?.after).toEqual({ country: 'es', taggedChapters: 1 });

  await importList(
    chapter('La costa [LAT] S01E01 El puerto 1080p', 'http://a.tv/series/u2/p2/11.mkv') +
      chapter('La costa [LAT] S01E02 La lonja 1080p', 'http://a.tv/series/u2/p2/12.mkv'),
  );
  const tags = async () =>
    (await show('La costa')).seasons[0]?.chapters.map(({ languages, quality }) => [...languages, quality]);
  expect(await tags()).toEqual([
    ['es-ES', 'HD'],
    ['es-419', 'FHD'],
  ]);
  await sql`update chapter set title = 'El puerto LAT', languages = null where address like '%/11.mkv'`.execute(
    test.db,
  );
  await sql`update chapter set edited_tags = '{languages}' where address like '%/11.mkv'`.execute(test.db);
  await readAgain();
  expect(firstOf(await show('La costa'))).toMatchObject({
    title: 'El puerto',
    languages: [],
    quality: 'FHD',
  });
});

it('the country of a channel, and languages and quality of its sources, stay as an administrator sets them', async () => {
  const entries = (token: string) =>
    listEntry('Canal Sol HD', `http://a.tv/live/u/${token}/7.ts`, 'group-title="TV"') +
    listEntry('MX | Canal Luna FHD', `http://a.tv/live/u/${token}/8.ts`, 'group-title="TV"');
  await importList(entries('uno'));
  const channelOf = async (pattern: string) => {
    const { id } = await test.db
      .selectFrom('channel')
      .select('id')
      .where('name', 'like', pattern)
      .executeTakeFirstOrThrow();
    return (await test.call('GET /api/channels/id/:id?view=admin', { params: { id } }, admin)).body;
  };
  const luna = await channelOf('Canal Luna%');
  expect(luna).toMatchObject({ country: 'mx', sources: [{ languages: [], quality: 'FHD' }] });
  const sources = luna.sources.map(({ _id, url }) => ({ _id, url, languages: ['es-419'], quality: 'SD' }));
  const { status } = await test.call(
    'PUT /api/channels/admin/:id',
    { params: { id: luna._id }, body: { country: '', sources } },
    admin,
  );
  expect(status).toBe(200);
  for (const token of ['uno', 'dos']) {
    await importList(entries(token));
    expect(await channelOf('Canal Luna%')).toMatchObject({
      country: null,
      sources: [{ url: `http://a.tv/live/u/${token}/8.ts`, languages: ['es-419'], quality: 'SD' }],
    });
  }
  expect((await channelOf('Canal Sol%')).sources[0]).toMatchObject({ quality: 'HD' });
});
