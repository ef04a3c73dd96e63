import { catalogueSetsLock } from '@butaca/db';
import { countWaitingForLocks } from '@butaca/db/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
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

const state = async () => (await test.call('GET /api/admin/reading', {}, admin)).body.run;

it('reads, applies and undoes as jobs, one at a time, for administrators alone', async () => {
  const viewer = await test.viewer();
  expect(await test.call('POST /api/admin/reading/preview', {}, viewer)).toMatchObject({ status: 403 });
  expect(await state()).toBeNull();
  expect(await test.call('POST /api/admin/reading/apply', {}, admin)).toMatchObject({
    status: 409,
    body: { code: 'reading.nothing_to_apply' },
  });
  expect(await test.call('POST /api/admin/reading/preview', {}, admin)).toMatchObject({ status: 200 });
  await expect.poll(async () => (await state())?.status).toBe('read');
  expect(await state()).toMatchObject({
    counts: { films: 0, movedFilms: 0, series: 0, mergedSeries: 0, versions: 0, chapters: 0 },
  });
  expect(await test.call('POST /api/admin/reading/undo', {}, admin)).toMatchObject({
    status: 409,
    body: { code: 'reading.nothing_to_undo' },
  });
  expect(await test.call('POST /api/admin/reading/apply', {}, admin)).toMatchObject({ status: 200 });
  await expect.poll(async () => (await state())?.status).toBe('applied');
  expect(await test.call('POST /api/admin/reading/undo', {}, admin)).toMatchObject({ status: 200 });
  await expect.poll(async () => (await state())?.status).toBe('undone');
});

const run = async (act: 'preview' | 'apply' | 'undo', end: string) => {
  expect(await test.call(`POST /api/admin/reading/${act}`, {}, admin)).toMatchObject({ status: 200 });
  await expect.poll(async () => (await state())?.status).toBe(end);
};

/** Imports two seasons of a series and a film, and stores them as the reader of an earlier version named them. */
async function importAsEarlier() {
  const { body } = await uploadList(test, admin, 'POST /api/admin/imports/preview', {
    content: `#EXTM3U\n${[
      entry('ES: Marea (1999) Latino 1080p', 'http://a.tv/movie/u/p/1.mkv', 'group-title="CINE"'),
      entry('La costa [LAT] S01E01 El puerto', 'http://a.tv/series/u/p/11.mkv', 'group-title="SERIES"'),
      entry('La costa HD S01E02 La lonja', 'http://a.tv/series/u/p/12.mkv', 'group-title="SERIES"'),
      entry('La costa temporada 2 capitulo 1', 'http://a.tv/series/u/p/21.mkv', 'group-title="SERIES"'),
    ].join('')}`,
    form: { kind: 'mixed' },
  });
  const params = { id: body._id };
  await test.call('POST /api/admin/imports/:id/publish', { params, body: {} }, admin);
  await sql`
    update video set title = 'ES: Marea (1999) Latino 1080p', title_folded = 'es: marea (1999) latino 1080p',
      title_sort = 'es: marea (1999) latino 1080p', release_year = null, languages = null, quality = null
    where address is not null`.execute(test.db);
  await sql`
    insert into video (id, title, title_folded, title_sort, search_text, tipo, subcategoria, created_at, season_count, chapter_count)
    select 'costa-2', 'La costa temporada', 'la costa temporada', 'costa temporada', 'la costa temporada', tipo, subcategoria, created_at, 1, 1
    from video where address is null`.execute(test.db);
  await sql`
    insert into season (id, video_id, season_number, title) values ('costa-2-1', 'costa-2', 1, '')`.execute(
    test.db,
  );
  await sql`
    update chapter set video_id = 'costa-2', season_id = 'costa-2-1', title = 'La costa temporada 2 capitulo 1'
    where address like '%/21.mkv'`.execute(test.db);
  await sql`
    delete from season where not exists (select from chapter where chapter.season_id = season.id)`.execute(
    test.db,
  );
  await sql`update video set season_count = 1, chapter_count = 2 where id <> 'costa-2' and address is null`.execute(
    test.db,
  );
  await sql`update import set reader_revision = null`.execute(test.db);
}

it('leaves chapters and films of which only their neighbours have told the number or year', async () => {
  const group = 'group-title="SERIES"';
  const { body } = await uploadList(test, admin, 'POST /api/admin/imports/preview', {
    content: `#EXTM3U\n${[
      ...[1, 2, 3].map((number) => entry(`Marea ${number}`, `http://a.tv/v/${number}.mkv`, group)),
      ...[1, 2, 3].map((number) =>
        entry(`0${number} Salida`, `http://a.tv/w/${number}.mkv`, 'group-title="SERIES | La costa"'),
      ),
      ...['2017 - Coco', '2018 - Roma', '2019 - Klaus'].map((title, index) =>
        entry(title, `http://a.tv/movie/u/p/${index}.mkv`, 'group-title="AÑOS"'),
      ),
    ].join('')}`,
    form: { kind: 'mixed' },
  });
  await test.call('POST /api/admin/imports/:id/publish', { params: { id: body._id }, body: {} }, admin);
  const chapters = async () =>
    (
      await sql<{ place: string }>`
        select video.title || ' ' || chapter_number as place from chapter join video on video.id = video_id order by 1`.execute(
        test.db,
      )
    ).rows.map(({ place }) => place);
  const before = await chapters();
  expect(before).toEqual(['La costa 1', 'La costa 2', 'La costa 3', 'Marea 1', 'Marea 2', 'Marea 3']);
  await run('preview', 'read');
  expect(await state()).toMatchObject({ counts: { films: 0, series: 0, mergedSeries: 0, chapters: 0 } });
});

it('keeps «Mi lista» and positions over a reading and its undo, and offers it once', async () => {
  await importAsEarlier();
  expect((await test.call('GET /api/admin/reading', {}, admin)).body.isOffered).toBe(true);
  const viewer = await test.viewer('premium');
  const { rows } = await sql<{
    id: string;
  }>`select id from video where id <> 'costa-2' order by address is null`.execute(test.db);
  const [film = '', series = ''] = rows.map(({ id }) => id);
  for (const id of [film, 'costa-2'])
    await test.call('PUT /api/favourites/:itemType/:id', { params: { itemType: 'video', id } }, viewer);
  for (const [id, body] of [
    [film, { lastTime: 700, duration: 6_000 }],
    ['costa-2', { lastTime: 500, duration: 1_500, lastSeason: 1, lastChapter: 1 }],
  ] as const)
    expect(await test.call('PUT /api/videos/:id/progress', { params: { id }, body }, viewer)).toMatchObject({
      status: 200,
    });

  const list = async () =>
    (await test.call('GET /api/favourites', {}, viewer)).body.videos.map(({ title }) => title).toSorted();
  const places = async () =>
    (
      await sql<{ text: string }>`
        select concat_ws(' ', video.title, last_season, last_chapter,
          coalesce(watched.last_time_seconds, progress.last_time_seconds), chapter.address) as text
        from progress join video on video.id = video_id left join chapter on chapter.id = progress.chapter_id
        left join chapter_progress as watched
          on watched.chapter_id = chapter.id and watched.account_id = progress.account_id
        order by 1`.execute(test.db)
    ).rows.map(({ text }) => text);
  const [listBefore, placesBefore] = [await list(), await places()];
  expect(listBefore).toEqual(['ES: Marea (1999) Latino 1080p', 'La costa temporada']);

  await run('preview', 'read');
  expect(await state()).toMatchObject({
    counts: { films: 1, movedFilms: 0, series: 0, mergedSeries: 1 },
    examples: expect.arrayContaining([
      { kind: 'film', before: 'ES: Marea (1999) Latino 1080p', after: 'Marea (1999)' },
      { kind: 'merged', before: 'La costa temporada', after: 'La costa' },
    ]),
  });
  expect(await list()).toEqual(listBefore);
  expect((await test.call('GET /api/admin/reading', {}, admin)).body.isOffered).toBe(false);

  await run('apply', 'applied');
  expect(await list()).toEqual(['La costa', 'Marea']);
  expect(await places()).toEqual(['La costa 2 1 500 http://a.tv/series/u/p/21.mkv', 'Marea 700']);
  expect(
    (await test.call('GET /api/videos/:id/progress', { params: { id: series } }, viewer)).body,
  ).toMatchObject({
    watchProgress: { lastSeason: 2, lastChapter: 1 },
  });

  // A further preview neither finds anything nor takes the undo away.
  await run('preview', 'read');
  expect(await state()).toMatchObject({ counts: { films: 0, mergedSeries: 0, versions: 0, chapters: 0 } });
  expect((await test.call('GET /api/admin/reading', {}, admin)).body.undoable).toMatchObject({
    username: admin.username,
  });
  await run('undo', 'undone');
  expect((await test.call('GET /api/admin/reading', {}, admin)).body.undoable).toBeNull();
  expect(await list()).toEqual(listBefore);
  expect(await places()).toEqual(placesBefore);
});

/** Stores a run that a process which has died since marked as going on. */
const leaveDead = (status: 'reading' | 'applying') =>
  sql`
    insert into reading_run (id, status, username, reader_revision, created_at)
    values ('muerta', ${status}, 'nadie', 1, now() + interval '1 second')`.execute(test.db);

it('begins while another call finds that an earlier run is dead', async () => {
  await sql`delete from reading_run`.execute(test.db);
  await leaveDead('reading');
  let begun: Promise<unknown> | undefined;
  await test.db.transaction().execute(async (holder) => {
    await sql`select 1 from reading_run for update`.execute(holder);
    const asked = state();
    await expect.poll(() => countWaitingForLocks(test.db)).toBe(1);
    const answer = test.call('POST /api/admin/reading/preview', {}, admin);
    begun = Promise.all([asked, answer.then(({ status }) => expect(status).toBe(200))]);
    const answered = answer.then(() => true);
    const isWaiting = async () => (await countWaitingForLocks(test.db)) === 2;
    await expect.poll(() => Promise.race([answered, isWaiting()])).toBe(true);
  });
  await begun;
  await expect.poll(async () => (await state())?.status).toBe('read');
});

it('shows a preview again when a later reading has died, or an undo has failed', async () => {
  await importAsEarlier();
  await run('preview', 'read');
  await run('apply', 'applied');
  await importAsEarlier();
  await run('preview', 'read');
  const shown = await state();
  expect(shown?.counts).not.toBeNull();
  await leaveDead('reading');
  // A reading counts as dead only once its advisory lock is free; the preview, already stored, releases that lock a moment later.
  await expect.poll(state).toEqual({
    ...shown,
    error: 'Se interrumpió: el servidor se detuvo antes de terminar. No se ha cambiado nada.',
  });

  await test.db.transaction().execute(async (other) => {
    await sql`select pg_advisory_xact_lock_shared(${catalogueSetsLock})`.execute(other);
    expect(await test.call('POST /api/admin/reading/undo', {}, admin)).toMatchObject({ status: 200 });
    await expect.poll(async () => (await state())?.status).not.toBe('undoing');
  });
  expect(await state()).toMatchObject({ status: 'read', counts: shown?.counts });
  await run('undo', 'undone');
});
