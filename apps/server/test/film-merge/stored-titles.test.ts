import { createHash } from 'node:crypto';
import { clearCatalogue, createTestDatabase, type TestDatabase } from '@butaca/db/testing';
import type { Database } from '@butaca/db';
import type { Transaction } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { planMoves } from '../../src/features/catalogue/film-merge/plan-moves.ts';
import { removeMade, restoreKept } from '../../src/features/catalogue/film-merge/undo-film-merge.ts';
import { applyReading, undoReading } from '../../src/features/catalogue/rereading/apply-reading.ts';
import { planReading } from '../../src/features/catalogue/rereading/read-again.ts';
import { createStoredReader } from '../../src/features/operations/imports/reading/read-stored.ts';
import { addPeople, contentOf } from './film-merge-database.ts';

const actor = { accountId: null, username: 'jefa' };

const read = createStoredReader();

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await addPeople(database.db);
});
beforeEach(() => clearCatalogue(database.db));
afterAll(() => database.close());

const hashOf = (text: string) => createHash('sha256').update(text).digest();
const watchedAt = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute));

async function addVideo(id: string, title: string, film = false, groupTitle: string | null = null) {
  await database.db
    .insertInto('video')
    .values({
      id,
      title,
      title_sort: title.toLowerCase(),
      title_folded: title.toLowerCase(),
      search_text: `${title.toLowerCase()} y su trama`,
      tipo: film ? 'pelicula' : 'serie',
      group_title: groupTitle,
      created_at: watchedAt(0),
      ...(film
        ? {
            address: `http://a.tv/${id}.mp4`,
            address_hash: hashOf(id),
            stream_kind: 'file',
            provider_id: 'p',
          }
        : { provider_id: null }),
    })
    .execute();
}

async function addChapters(videoId: string, season: number, numbers: readonly number[]) {
  const { db } = database;
  const seasonId = `${videoId}-${season}`;
  await db.insertInto('season').values({ id: seasonId, video_id: videoId, season_number: season }).execute();
  for (const [position, number] of numbers.entries()) {
    const id = `${seasonId}-${number}`;
    await db
      .insertInto('chapter')
      .values({
        id,
        season_id: seasonId,
        video_id: videoId,
        position,
        chapter_number: number,
        title: `Capítulo ${number}`,
        address: `http://a.tv/${id}.mp4`,
        address_hash: hashOf(id),
        stream_kind: 'file',
        provider_id: 'p',
      })
      .execute();
  }
  await db
    .updateTable('video')
    .set((row) => ({ season_count: 1, chapter_count: row('chapter_count', '+', numbers.length) }))
    .where('id', '=', videoId)
    .execute();
}

async function addListed(id: string, title: string, groupTitle = '') {
  await database.db
    .insertInto('import_entry')
    .values({
      import_id: 'lista',
      position: id.length * 1_000 + title.length,
      line: 1,
      title,
      group_title: groupTitle,
      outcome: 'added',
      target_kind: 'chapter',
      target_id: id,
      parent_id: id.split('-')[0] ?? null,
      address_hash: hashOf(id),
    })
    .execute();
}

beforeEach(async () => {
  const { db } = database;
  await db.insertInto('provider').values({ id: 'p', name: 'Lista', kind: 'file' }).execute();
  await db
    .insertInto('import')
    .values({
      id: 'lista',
      kind: 'mixed',
      file_name: 'a.m3u',
      options: '{}',
      username: 'jefa',
      status: 'done',
      has_report: true,
      published_at: watchedAt(1),
    })
    .execute();
});

/** Whether each title is marked as meant for adults, by id. */
async function marks(): Promise<Record<string, boolean>> {
  const rows = await database.db.selectFrom('video').select(['id', 'is_adult']).execute();
  return Object.fromEntries(rows.map((row) => [row.id, row.is_adult]));
}

/** Two series of one name, the second with a season of its own and one that its list numbers differently. */
async function addTornSeries() {
  const { db } = database;
  await addVideo('uno', 'Roma [LAT]');
  await addChapters('uno', 1, [1, 2, 3]);
  await addVideo('dos', 'Roma T2');
  await addChapters('dos', 1, [1, 2]);
  await addListed('dos-1-1', 'Roma 2x01 El regreso');
  await addListed('dos-1-2', 'Roma 2x02 La marcha');
  await db
    .insertInto('favourite')
    .values([
      { account_id: 'ana', item_type: 'video', item_id: 'dos' },
      { account_id: 'luis', item_type: 'video', item_id: 'uno' },
      { account_id: 'luis', item_type: 'video', item_id: 'dos' },
    ])
    .execute();
  const position = (account: string, video: string, chapter: string, minute: number) => ({
    account_id: account,
    video_id: video,
    chapter_id: chapter,
    last_season: 1,
    last_chapter: Number(chapter.split('-')[2]),
    last_time_seconds: minute * 10,
    duration_seconds: 1_500,
    progress: 0.2,
    last_watched_at: watchedAt(minute),
  });
  await db
    .insertInto('progress')
    .values([
      position('ana', 'dos', 'dos-1-2', 20),
      position('luis', 'uno', 'uno-1-3', 30),
      position('luis', 'dos', 'dos-1-1', 10),
    ])
    .execute();
  await db
    .insertInto('chapter_progress')
    .values({
      account_id: 'ana',
      chapter_id: 'dos-1-1',
      last_time_seconds: 90,
      progress: 1,
      is_completed: true,
      last_watched_at: watchedAt(5),
    })
    .execute();
}

async function inRun<T>(work: (trx: Transaction<Database>) => Promise<T>): Promise<T> {
  return database.db.transaction().execute(work);
}

async function apply(runId = 'run') {
  return inRun(async (trx) => {
    await trx
      .insertInto('reading_run')
      .values({ id: runId, status: 'applied', username: 'jefa', reader_revision: 1 })
      .execute();
    await planReading(trx, read, async () => {});
    return applyReading(trx, runId, actor, { planMoves });
  });
}

const undo = () => inRun((trx) => undoReading(trx, 'run', actor, { planMoves, restoreKept, removeMade }));

describe('a new reading of stored titles', () => {
  it('makes one series of two, with their chapters numbered as their list says', async () => {
    await addTornSeries();
    expect(await apply()).toEqual({
      films: 0,
      movedFilms: 0,
      series: 1,
      mergedSeries: 1,
      versions: 0,
      chapters: 5,
    });
    const { db } = database;
    expect(
      await db
        .selectFrom('video')
        .select(['id', 'title', 'search_text', 'season_count', 'chapter_count'])
        .execute(),
    ).toEqual([
      { id: 'uno', title: 'Roma', search_text: 'roma y su trama', season_count: 2, chapter_count: 5 },
    ]);
    const chapters = await db
      .selectFrom('chapter')
      .innerJoin('season', 'season.id', 'season_id')
      .select(['chapter.id', 'season_number', 'chapter_number', 'position', 'chapter.title'])
      .orderBy('season_number')
      .orderBy('position')
      .execute();
    expect(chapters.map((row) => Object.values(row).join(' '))).toEqual([
      'uno-1-1 1 1 0 Capítulo 1',
      'uno-1-2 1 2 1 Capítulo 2',
      'uno-1-3 1 3 2 Capítulo 3',
      'dos-1-1 2 1 0 El regreso',
      'dos-1-2 2 2 1 La marcha',
    ]);
  });

  it('keeps favourites and positions, and the newer one of two', async () => {
    await addTornSeries();
    await apply();
    const { db } = database;
    expect(
      await db.selectFrom('favourite').select(['account_id', 'item_id']).orderBy('account_id').execute(),
    ).toEqual([
      { account_id: 'ana', item_id: 'uno' },
      { account_id: 'luis', item_id: 'uno' },
    ]);
    expect(
      await db
        .selectFrom('progress')
        .select(['account_id', 'video_id', 'chapter_id', 'last_season', 'last_chapter', 'last_time_seconds'])
        .orderBy('account_id')
        .execute(),
    ).toEqual([
      {
        account_id: 'ana',
        video_id: 'uno',
        chapter_id: 'dos-1-2',
        last_season: 2,
        last_chapter: 2,
        last_time_seconds: 200,
      },
      {
        account_id: 'luis',
        video_id: 'uno',
        chapter_id: 'uno-1-3',
        last_season: 1,
        last_chapter: 3,
        last_time_seconds: 300,
      },
    ]);
    expect(await db.selectFrom('chapter_progress').select('chapter_id').execute()).toEqual([
      { chapter_id: 'dos-1-1' },
    ]);
  });

  it('is undone to the row', async () => {
    await addTornSeries();
    await addVideo('film', 'Duna [LAT] (2021)', true, 'ADULTOS');
    const before = await contentOf(database.db);
    await apply();
    expect(await contentOf(database.db)).not.toEqual(before);
    await undo();
    expect(await contentOf(database.db)).toEqual(before);
    expect(await database.db.selectFrom('migration_kept').select('id').execute()).toEqual([]);
    const acts = await database.db.selectFrom('audit_entry').select('action').orderBy('at').execute();
    expect(acts).toEqual([{ action: 'reading.apply' }, { action: 'reading.undo' }]);
  });

  it('leaves with the series that comes back what was watched of it since', async () => {
    await addTornSeries();
    await apply();
    const { db } = database;
    await db
      .updateTable('progress')
      .set({ chapter_id: 'dos-1-1', last_time_seconds: 777, last_watched_at: watchedAt(50) })
      .where('account_id', '=', 'luis')
      .execute();
    await undo();
    const rows = await db
      .selectFrom('progress')
      .select(['video_id', 'chapter_id', 'last_time_seconds'])
      .where('account_id', '=', 'luis')
      .orderBy('video_id')
      .execute();
    expect(rows).toEqual([
      { video_id: 'dos', chapter_id: 'dos-1-1', last_time_seconds: 777 },
      { video_id: 'uno', chapter_id: 'uno-1-3', last_time_seconds: 300 },
    ]);
  });

  it('changes nothing the second time', async () => {
    await addTornSeries();
    await addVideo('film', 'Duna [LAT] (2021)', true);
    await apply();
    const before = await contentOf(database.db);
    expect(await apply('again')).toEqual({
      films: 0,
      movedFilms: 0,
      series: 0,
      mergedSeries: 0,
      versions: 0,
      chapters: 0,
    });
    expect(await contentOf(database.db)).toEqual(before);
  });

  it('leaves nothing half when it breaks off', async () => {
    await addTornSeries();
    const before = await contentOf(database.db);
    const broken = inRun(async (trx) => {
      await planReading(trx, read, async () => {});
      await applyReading(trx, 'run', actor, { planMoves });
      throw new Error('broken off');
    });
    await expect(broken).rejects.toThrow('broken off');
    expect(await contentOf(database.db)).toEqual(before);
  });

  it('reads the name, year, language and mark of a film', async () => {
    await addVideo('film', 'Duna [LAT] (2021)', true, 'ADULTOS');
    expect(await apply()).toMatchObject({ films: 1 });
    expect(await database.db.selectFrom('video').selectAll().executeTakeFirst()).toMatchObject({
      title: 'Duna',
      title_folded: 'duna',
      release_year: 2021,
      languages: ['es-419'],
      is_adult: true,
    });
  });

  it('leaves a field that an administrator edited, and titles that were added by hand', async () => {
    const { db } = database;
    await addVideo('edited', 'Duna [LAT] (2021)', true);
    await addVideo('own', 'Mi película [LAT]', true);
    await db.updateTable('video').set({ provider_id: 'manual' }).where('id', '=', 'own').execute();
    await db
      .insertInto('audit_entry')
      .values({
        id: 'act',
        username: 'jefa',
        action: 'video.update',
        subject_id: 'edited',
        subject_name: 'Duna',
        before: '{"title":"Dune"}',
        after: '{"title":"Duna [LAT] (2021)"}',
      })
      .execute();
    await apply();
    expect(await db.selectFrom('video').select(['title', 'release_year']).orderBy('id').execute()).toEqual([
      { title: 'Duna [LAT] (2021)', release_year: 2021 },
      { title: 'Mi película [LAT]', release_year: null },
    ]);
  });

  it('leaves unmarked what an administrator unmarked, and marks the rest', async () => {
    const { db } = database;
    await addVideo('film', 'Duna [LAT] (2021)', true, 'ADULTOS');
    await addVideo('own', 'Marea [LAT] (2020)', true, 'ADULTOS');
    await addVideo('series', 'Roma [LAT]');
    await addChapters('series', 1, [1]);
    await addListed('series-1-1', 'Roma S01E01', 'ADULTOS');
    await db
      .updateTable('video')
      .set({ is_adult_edited: true })
      .where('id', 'in', ['film', 'series'])
      .execute();
    await apply();
    expect(await marks()).toEqual({ film: false, own: true, series: false });
  });

  describe('marks what is kept of titles that are one', () => {
    const change = (
      id: string,
      to: { is_adult?: boolean; is_adult_edited?: boolean; is_featured?: boolean },
    ) => database.db.updateTable('video').set(to).where('id', '=', id).execute();

    it.each([
      ['another title', 'Duna (2021)'],
      ['the same title', 'Duna'],
    ])('for a film that is kept under %s, and takes it back', async (_, title) => {
      const { db } = database;
      await addVideo('a', title, true);
      await addVideo('b', 'Duna [LAT] (2021)', true);
      await db.updateTable('video').set({ release_year: 2021 }).where('title', '=', 'Duna').execute();
      await change('a', { is_featured: true });
      await change('b', { is_adult: true });
      const before = await contentOf(db);
      expect(await apply()).toMatchObject({ versions: 1 });
      expect(await marks()).toEqual({ a: true });
      await undo();
      expect(await contentOf(db)).toEqual(before);
    });

    it('for a series, and takes it back', async () => {
      await addTornSeries();
      await change('dos', { is_adult: true });
      const before = await contentOf(database.db);
      expect(await apply()).toMatchObject({ mergedSeries: 1 });
      expect(await marks()).toEqual({ uno: true });
      await undo();
      expect(await contentOf(database.db)).toEqual(before);
    });

    it('for a series that films become chapters of, and takes it back', async () => {
      const { db } = database;
      await addVideo('serie', 'El faro');
      await addChapters('serie', 1, [1]);
      await addVideo('film', 'El faro T1 Cap 2', true);
      await change('film', { is_adult: true });
      const before = await contentOf(db);
      expect(await apply()).toMatchObject({ movedFilms: 1 });
      expect(await marks()).toEqual({ serie: true });
      await undo();
      expect(await contentOf(db)).toEqual(before);
    });

    it('unless an administrator changed its mark', async () => {
      await addTornSeries();
      await addVideo('a', 'Duna (2021)', true);
      await addVideo('b', 'Duna [LAT] (2021)', true);
      for (const id of ['uno', 'a']) await change(id, { is_adult_edited: true });
      for (const id of ['dos', 'b']) await change(id, { is_adult: true });
      await apply();
      expect(await marks()).toEqual({ a: false, uno: false });
    });
  });

  it('keeps, of titles that are one, the one that an administrator edited in any field', async () => {
    const { db } = database;
    await addTornSeries();
    await addVideo('a', 'Duna (2021)', true);
    await addVideo('b', 'Duna [LAT] (2021)', true);
    await addVideo('c', 'Marea (2020)', true);
    await addVideo('d', 'Marea [LAT] (2020)', true);
    await db.updateTable('video').set({ is_adult: true }).where('id', '=', 'c').execute();
    await db.updateTable('video').set({ is_adult_edited: true }).where('id', '=', 'd').execute();
    await db.updateTable('video').set({ is_featured: true }).where('id', 'in', ['uno', 'a', 'c']).execute();
    await db
      .insertInto('audit_entry')
      .values(
        ['dos', 'b'].map((id) => ({
          id: `act-${id}`,
          username: 'jefa',
          action: 'video.update',
          subject_id: id,
          subject_name: id,
          before: '{"description":""}',
          after: '{"description":"Propia"}',
        })),
      )
      .execute();
    const before = await contentOf(db);
    expect(await apply()).toMatchObject({ mergedSeries: 1, versions: 2 });
    expect(await marks()).toEqual({ b: false, d: false, dos: false });
    await undo();
    expect(await contentOf(db)).toEqual(before);
  });

  it('keeps series apart that differ in year or plans', async () => {
    const { db } = database;
    for (const [id, title] of [
      ['a', 'Galáctica (1978)'],
      ['b', 'Galáctica (2004)'],
      ['c', 'Galáctica [LAT] (2004)'],
    ] as const) {
      await addVideo(id, title);
      await addChapters(id, 1, [1]);
    }
    await db
      .updateTable('video')
      .set({ requires_plan: ['premium'] })
      .where('id', '=', 'c')
      .execute();
    expect(await apply()).toMatchObject({ series: 3, mergedSeries: 0 });
  });

  it('makes chapters of films whose names in their list say so, with what people have of them, and takes it back', async () => {
    const { db } = database;
    for (const [id, name] of [
      ['f1', 'El faro T1 Cap 1'],
      ['f2', 'El faro T1 Cap 2 [LAT]'],
    ] as const) {
      await addVideo(id, 'El faro', true);
      await db
        .insertInto('import_entry')
        .values({
          import_id: 'lista',
          position: Number(id.slice(1)),
          line: 1,
          title: name,
          group_title: '',
          outcome: 'added',
          target_kind: 'film',
          target_id: id,
          parent_id: id,
          address_hash: hashOf(id),
        })
        .execute();
    }
    await db
      .insertInto('favourite')
      .values({ account_id: 'ana', item_type: 'video', item_id: 'f1' })
      .execute();
    await db
      .insertInto('progress')
      .values({
        account_id: 'ana',
        video_id: 'f2',
        last_time_seconds: 300,
        duration_seconds: 1_500,
        progress: 0.2,
        last_watched_at: watchedAt(10),
      })
      .execute();
    const before = await contentOf(db);
    expect(await apply()).toMatchObject({ films: 0, movedFilms: 2 });
    const series = await db.selectFrom('video').select(['id', 'title', 'chapter_count']).execute();
    expect(series).toMatchObject([{ title: 'El faro', chapter_count: 2 }]);
    expect(await db.selectFrom('favourite').select('item_id').execute()).toEqual([
      { item_id: series[0]?.id },
    ]);
    expect(await db.selectFrom('chapter_progress').select('last_time_seconds').execute()).toEqual([
      { last_time_seconds: 300 },
    ]);
    await undo();
    expect(await contentOf(db)).toEqual(before);
  });

  it('makes versions of films of one title and year, with what people have of them, and takes it back', async () => {
    const { db } = database;
    await addVideo('latino', 'Duna [LAT] (2021)', true);
    await addVideo('small', 'Duna 720p (2021)', true);
    await addVideo('older', 'Duna (1984)', true);
    await db
      .insertInto('favourite')
      .values({ account_id: 'ana', item_type: 'video', item_id: 'small' })
      .execute();
    const position = { duration_seconds: 9_000, progress: 0.2 };
    await db
      .insertInto('progress')
      .values([
        {
          account_id: 'ana',
          video_id: 'small',
          last_time_seconds: 70,
          last_watched_at: watchedAt(5),
          ...position,
        },
        {
          account_id: 'luis',
          video_id: 'small',
          last_time_seconds: 80,
          last_watched_at: watchedAt(9),
          ...position,
        },
        {
          account_id: 'luis',
          video_id: 'latino',
          last_time_seconds: 20,
          last_watched_at: watchedAt(2),
          ...position,
        },
      ])
      .execute();
    const before = await contentOf(db);
    expect(await apply()).toMatchObject({ films: 2, versions: 1 });
    expect(
      await db.selectFrom('video').select(['id', 'title', 'release_year']).orderBy('id').execute(),
    ).toEqual([
      { id: 'latino', title: 'Duna', release_year: 2021 },
      { id: 'older', title: 'Duna', release_year: 1984 },
    ]);
    expect(
      await db.selectFrom('video_version').select(['id', 'video_id', 'address', 'quality']).execute(),
    ).toEqual([{ id: 'small', video_id: 'latino', address: 'http://a.tv/small.mp4', quality: 'HD' }]);
    expect(await db.selectFrom('favourite').select(['account_id', 'item_id']).execute()).toEqual([
      { account_id: 'ana', item_id: 'latino' },
    ]);
    expect(
      await db
        .selectFrom('progress')
        .select(['account_id', 'video_id', 'last_time_seconds'])
        .orderBy('account_id')
        .execute(),
    ).toEqual([
      { account_id: 'ana', video_id: 'latino', last_time_seconds: 70 },
      { account_id: 'luis', video_id: 'latino', last_time_seconds: 80 },
    ]);
    await undo();
    expect(await contentOf(db)).toEqual(before);
    expect(await db.selectFrom('video_version').selectAll().execute()).toEqual([]);
  });

  it('makes versions of chapters of one number, with what people have watched of them, and takes it back', async () => {
    const { db } = database;
    await addVideo('uno', 'Roma [LAT]');
    await addChapters('uno', 1, [1, 2, 4]);
    await addVideo('dos', 'Roma HD');
    await addChapters('dos', 1, [2, 3]);
    await addListed('dos-1-2', 'Roma HD S01E02');
    const watched = { duration_seconds: 1_500, progress: 0.2 };
    await db
      .insertInto('progress')
      .values({
        account_id: 'ana',
        video_id: 'dos',
        chapter_id: 'dos-1-2',
        last_season: 1,
        last_chapter: 2,
        last_time_seconds: 90,
        last_watched_at: watchedAt(5),
        ...watched,
      })
      .execute();
    await db
      .insertInto('chapter_progress')
      .values([
        {
          account_id: 'ana',
          chapter_id: 'dos-1-2',
          last_time_seconds: 90,
          last_watched_at: watchedAt(5),
          ...watched,
        },
        {
          account_id: 'luis',
          chapter_id: 'dos-1-2',
          last_time_seconds: 40,
          last_watched_at: watchedAt(8),
          ...watched,
        },
        {
          account_id: 'luis',
          chapter_id: 'uno-1-2',
          last_time_seconds: 30,
          last_watched_at: watchedAt(3),
          ...watched,
        },
      ])
      .execute();
    const before = await contentOf(db);
    const listed = () =>
      db
        .selectFrom('import_entry')
        .select(['target_kind', 'target_id', 'parent_id'])
        .where('import_id', '=', 'lista')
        .execute();
    const listedBefore = await listed();
    expect(await apply()).toMatchObject({ mergedSeries: 1, versions: 1 });
    expect(await db.selectFrom('video').select(['id', 'season_count', 'chapter_count']).execute()).toEqual([
      { id: 'uno', season_count: 1, chapter_count: 4 },
    ]);
    expect(
      await db.selectFrom('video_version').select(['id', 'video_id', 'chapter_id', 'quality']).execute(),
    ).toEqual([{ id: 'dos-1-2', video_id: 'uno', chapter_id: 'uno-1-2', quality: 'HD' }]);
    expect(await listed()).toEqual([{ target_kind: 'version', target_id: 'dos-1-2', parent_id: 'uno' }]);
    expect(
      await db.selectFrom('progress').select(['video_id', 'chapter_id', 'last_time_seconds']).execute(),
    ).toEqual([{ video_id: 'uno', chapter_id: 'uno-1-2', last_time_seconds: 90 }]);
    expect(
      await db
        .selectFrom('chapter_progress')
        .select(['account_id', 'chapter_id', 'last_time_seconds'])
        .orderBy('account_id')
        .execute(),
    ).toEqual([
      { account_id: 'ana', chapter_id: 'uno-1-2', last_time_seconds: 90 },
      { account_id: 'luis', chapter_id: 'uno-1-2', last_time_seconds: 40 },
    ]);
    await undo();
    expect(await contentOf(db)).toEqual(before);
    expect(await listed()).toEqual(listedBefore);
    expect(await db.selectFrom('video_version').selectAll().execute()).toEqual([]);
  });
});
