import { createHash } from 'node:crypto';
import type { Database } from '@butaca/db';
import { clearCatalogue, createTestDatabase, type TestDatabase } from '@butaca/db/testing';
import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addPeople, contentOf } from '../../../../test/film-merge/film-merge-database.ts';
import { executeFilmMerge } from './execute-film-merge.ts';
import {
  filmMergeTestActor as actor,
  filmMergeTestNeeds as needsOf,
} from '../../../../test/film-merge/film-merge-test-needs.ts';
import { readPlan } from './read-plan.ts';
import { undoFilmMerge } from './undo-film-merge.ts';

interface FilmGiven {
  id: string;
  title: string;
  requiresPlan?: string[];
  mainSection?: string;
  active?: boolean;
  groupTitle?: string;
  isAdult?: boolean;
}

async function addFilms(db: Kysely<Database>, films: readonly FilmGiven[]): Promise<void> {
  await db
    .insertInto('video')
    .values(
      films.map(
        ({ id, title, requiresPlan = [], mainSection, active = true, groupTitle, isAdult = false }) => ({
          id,
          title,
          title_sort: title.toLowerCase(),
          title_folded: title.toLowerCase(),
          search_text: title.toLowerCase(),
          tipo: 'pelicula',
          main_section: mainSection ?? null,
          requires_plan: requiresPlan,
          genres: ['Drama'],
          rating: 7.3,
          active,
          is_adult: isAdult,
          group_title: groupTitle ?? null,
          user_agent: 'Reproductor',
          address: `http://a.tv/${id}.mp4`,
          address_hash: createHash('sha256').update(id).digest(),
          provider_key: `movie:${id}`,
          stream_kind: 'file',
          created_at: new Date('2026-01-01T00:00:00.123Z'),
        }),
      ),
    )
    .execute();
}

const watch = (db: Kysely<Database>, accountId: string, videoId: string, progress: number, at: string) =>
  db
    .insertInto('progress')
    .values({
      account_id: accountId,
      video_id: videoId,
      last_time_seconds: progress * 1_500,
      duration_seconds: 1_500,
      progress,
      is_completed: progress === 1,
      last_watched_at: new Date(at),
    })
    .execute();

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await addPeople(database.db);
});
beforeEach(() => clearCatalogue(database.db));
afterAll(() => database.close());

const chaptersOf = async (db: Kysely<Database>) =>
  (
    await db
      .selectFrom('chapter')
      .innerJoin('season', 'season.id', 'chapter.season_id')
      .innerJoin('video', 'video.id', 'chapter.video_id')
      .select([
        'video.title as series',
        'season.season_number',
        'chapter.chapter_number',
        'chapter.title',
        'chapter.address',
        'chapter.position',
      ])
      .orderBy('video.title')
      .orderBy('season.season_number')
      .orderBy('chapter.position')
      .execute()
  ).map((row) => `${row.series} ${row.season_number}x${row.chapter_number} ${row.title} ${row.address}`);

const faro: readonly FilmGiven[] = [
  { id: 'f2', title: 'El faro 1x02 Niebla' },
  { id: 'f1', title: 'El faro 1x01 La llegada' },
  { id: 'f3', title: 'El faro 2x01 Vuelta' },
];

describe('a film merge', () => {
  it('makes series with their seasons and chapters in order, and leaves other films alone', async () => {
    const { db } = database;
    await addFilms(db, [
      ...faro,
      { id: 'x', title: 'Casablanca' },
      { id: 'i', title: 'Otra 1x01', active: false },
    ]);
    const result = await executeFilmMerge(needsOf(db), actor, {});
    expect(result).toEqual({
      totalProcessed: 3,
      seriesCreated: 1,
      seriesUpdated: 0,
      moviesDeleted: 3,
      seriesDetails: ['El faro'],
      backupName: 'antes.bak',
    });
    expect(await chaptersOf(db)).toEqual([
      'El faro 1x1 La llegada http://a.tv/f1.mp4',
      'El faro 1x2 Niebla http://a.tv/f2.mp4',
      'El faro 2x1 Vuelta http://a.tv/f3.mp4',
    ]);
    const videos = await db.selectFrom('video').selectAll().orderBy('title').execute();
    expect(videos.map(({ title }) => title)).toEqual(['Casablanca', 'El faro', 'Otra 1x01']);
    expect(videos[1]).toMatchObject({
      tipo: 'serie',
      subcategoria: 'Netflix',
      season_count: 2,
      chapter_count: 3,
      genres: ['Drama'],
      address: null,
    });
    expect(await db.selectFrom('video_genre').selectAll().execute()).toMatchObject([{ genre: 'Drama' }]);
    const acts = await db.selectFrom('audit_entry').selectAll().execute();
    expect(acts).toMatchObject([{ action: 'migration.execute', username: 'jefa' }]);
  });

  it('changes nothing the second time, and makes no backup for it', async () => {
    const { db } = database;
    await addFilms(db, faro);
    await executeFilmMerge(needsOf(db), actor, {});
    const before = await contentOf(db);
    const refuseBackup = { ...needsOf(db), backUp: () => Promise.reject(new Error('a backup was made')) };
    expect(await executeFilmMerge(refuseBackup, actor, {})).toMatchObject({
      totalProcessed: 0,
      seriesCreated: 0,
      moviesDeleted: 0,
      backupName: null,
    });
    expect(await contentOf(db)).toEqual(before);
  });

  it('does what the dry run announced, with the names that were given', async () => {
    const { db } = database;
    await addFilms(db, [
      ...faro,
      { id: 'n1', title: '1x01 Uno' },
      { id: 'n2', title: '3x09 Nueve' },
      { id: 'g1', title: '1x01 Marea', groupTitle: 'Marea alta' },
    ]);
    const plan = await readPlan(db);
    const keyOf = (id: string) =>
      plan.sets.find(({ chapters }) => chapters.some(({ film }) => film.id === id))?.key ?? '';
    const result = await executeFilmMerge(needsOf(db), actor, {
      [keyOf('f1')]: 'El faro del sur (1999)',
      [keyOf('n1')]: 'Suelta',
    });
    expect(result).toMatchObject({ totalProcessed: 5, seriesCreated: 3 });
    expect(await chaptersOf(db)).toEqual([
      'El faro del sur 1x1 La llegada http://a.tv/f1.mp4',
      'El faro del sur 1x2 Niebla http://a.tv/f2.mp4',
      'El faro del sur 2x1 Vuelta http://a.tv/f3.mp4',
      'Marea alta 1x1 Marea http://a.tv/g1.mp4',
      'Suelta 1x1 Uno http://a.tv/n1.mp4',
    ]);
    const series = await db
      .selectFrom('video')
      .select('release_year')
      .where('title', '=', 'El faro del sur')
      .execute();
    expect(series).toEqual([{ release_year: 1999 }]);
    // A film merge (turning films that are chapters into series) leaves films unchanged when no series name is known
    // for them.
    expect(await db.selectFrom('video').select('id').where('tipo', '=', 'pelicula').execute()).toEqual([
      { id: 'n2' },
    ]);
  });

  it('adds chapters to an existing series, and leaves the chapters that it has', async () => {
    const { db } = database;
    await addFilms(db, faro.slice(0, 2));
    await executeFilmMerge(needsOf(db), actor, {});
    await addFilms(db, [
      { id: 'f0', title: 'EL FARO S01E00 Antes' },
      { id: 'again', title: 'El Faro 1x02 Niebla [LAT]' },
      { id: 'twice-a', title: 'El Faro 1x03 Tres' },
      { id: 'twice-b', title: 'El Faro 1x03 Tres [SUB]' },
    ]);
    const result = await executeFilmMerge(needsOf(db), actor, {});
    expect(result).toMatchObject({ totalProcessed: 2, seriesCreated: 0, seriesUpdated: 1, moviesDeleted: 2 });
    expect(await chaptersOf(db)).toEqual([
      'El faro 1x0 Antes http://a.tv/f0.mp4',
      'El faro 1x1 La llegada http://a.tv/f1.mp4',
      'El faro 1x2 Niebla http://a.tv/f2.mp4',
      'El faro 1x3 Tres http://a.tv/twice-a.mp4',
    ]);
    const left = await db
      .selectFrom('video')
      .select('id')
      .where('tipo', '=', 'pelicula')
      .orderBy('id')
      .execute();
    expect(left).toEqual([{ id: 'again' }, { id: 'twice-b' }]);
    expect(await executeFilmMerge(needsOf(db), actor, {})).toMatchObject({ totalProcessed: 0 });
  });

  it('opens no film to a plan that did not open it before', async () => {
    const { db } = database;
    await addFilms(db, [
      { id: 'a', title: 'El faro 1x01', requiresPlan: ['cinefilo', 'premium'] },
      { id: 'b', title: 'El faro 1x02', mainSection: 'CINE_4K' },
      { id: 'c', title: 'El faro 1x03', requiresPlan: ['sports', 'premium'] },
      { id: 'd', title: 'Marea 1x01', mainSection: 'CINE_2025' },
      { id: 'e', title: 'Libre 1x01', mainSection: 'POR_GENERO' },
    ]);
    await sql`
      insert into video (id, title, title_sort, title_folded, search_text, tipo)
      values ('open', 'Marea', 'marea', 'marea', 'marea', 'serie')`.execute(db);
    await executeFilmMerge(needsOf(db), actor, {});
    const series = await db
      .selectFrom('video')
      .select(['title', 'requires_plan', 'chapter_count'])
      .where('tipo', '=', 'serie')
      .orderBy('title')
      .orderBy('chapter_count')
      .execute();
    expect(series).toEqual([
      { title: 'El faro', requires_plan: ['premium'], chapter_count: 3 },
      { title: 'Libre', requires_plan: [], chapter_count: 1 },
      { title: 'Marea', requires_plan: [], chapter_count: 0 },
      { title: 'Marea', requires_plan: ['cinefilo', 'premium'], chapter_count: 1 },
    ]);
  });

  it('marks a series that receives films for adults, unless an administrator changed its mark', async () => {
    const { db } = database;
    await addFilms(db, [
      { id: 'a', title: 'El faro 1x01', isAdult: true },
      { id: 'b', title: 'Marea 1x01', isAdult: true },
      { id: 'c', title: 'Libre 1x01' },
      { id: 'd', title: 'Nueva 1x01', isAdult: true },
    ]);
    await sql`
      insert into video (id, title, title_sort, title_folded, search_text, tipo, is_adult_edited)
      select name, name, lower(name), lower(name), lower(name), 'serie', name = 'Marea'
      from unnest(array['El faro', 'Marea', 'Libre']) as name`.execute(db);
    const before = await contentOf(db);
    expect(await executeFilmMerge(needsOf(db), actor, {})).toMatchObject({
      seriesCreated: 1,
      seriesUpdated: 3,
    });
    expect(await db.selectFrom('video').select(['title', 'is_adult']).orderBy('title').execute()).toEqual([
      { title: 'El faro', is_adult: true },
      { title: 'Libre', is_adult: false },
      { title: 'Marea', is_adult: false },
      { title: 'Nueva', is_adult: true },
    ]);
    await undoFilmMerge(db, actor);
    expect(await contentOf(db)).toEqual(before);
  });

  it('keeps the progress, collections and favourites of everybody', async () => {
    const { db } = database;
    await addFilms(db, faro);
    await watch(db, 'ana', 'f1', 1, '2026-11-01T10:00:00Z');
    await watch(db, 'ana', 'f2', 0.4, '2026-11-02T10:00:00Z');
    await watch(db, 'luis', 'f2', 1, '2026-11-03T10:00:00Z');
    await sql`insert into collection (id, name, name_folded, items_model) values ('c', 'C', 'c', 'Video')`.execute(
      db,
    );
    await sql`insert into collection_item (collection_id, video_id) values ('c', 'f1'), ('c', 'f2')`.execute(
      db,
    );
    await sql`
      insert into favourite (account_id, item_type, item_id)
      values ('ana', 'video', 'f1'), ('ana', 'video', 'f3'), ('ana', 'channel', 'f1')`.execute(db);
    await executeFilmMerge(needsOf(db), actor, {});

    const { id: series } = await db.selectFrom('video').select('id').executeTakeFirstOrThrow();
    const places = await db
      .selectFrom('progress')
      .innerJoin('chapter', 'chapter.id', 'progress.chapter_id')
      .select([
        'account_id',
        'chapter.title',
        'is_completed',
        'last_season',
        'last_chapter',
        'progress.video_id',
      ])
      .orderBy('account_id')
      .execute();
    expect(places).toEqual([
      {
        account_id: 'ana',
        title: 'Niebla',
        is_completed: false,
        last_season: 1,
        last_chapter: 2,
        video_id: series,
      },
      // The film that the viewer «luis» had finished became, by the film merge, the last chapter of a season, so his
      // next chapter is the first one of the next season.
      {
        account_id: 'luis',
        title: 'Vuelta',
        is_completed: false,
        last_season: 2,
        last_chapter: 1,
        video_id: series,
      },
    ]);
    const chapters = await db
      .selectFrom('chapter_progress')
      .innerJoin('chapter', 'chapter.id', 'chapter_progress.chapter_id')
      .select(['account_id', 'chapter.title', 'progress', 'last_time_seconds'])
      .orderBy('account_id')
      .orderBy('chapter.title')
      .execute();
    expect(chapters).toEqual([
      { account_id: 'ana', title: 'La llegada', progress: 1, last_time_seconds: 1_500 },
      { account_id: 'ana', title: 'Niebla', progress: 0.4, last_time_seconds: 600 },
      { account_id: 'luis', title: 'Niebla', progress: 1, last_time_seconds: 1_500 },
    ]);
    expect(await db.selectFrom('collection_item').select('video_id').execute()).toEqual([
      { video_id: series },
    ]);
    const favourites = await db
      .selectFrom('favourite')
      .select(['item_type', 'item_id'])
      .orderBy('item_type')
      .execute();
    expect(favourites).toEqual([
      { item_type: 'channel', item_id: 'f1' },
      { item_type: 'video', item_id: series },
    ]);
  });

  it('is refused while another film merge runs, also in another process', async () => {
    const { db } = database;
    await addFilms(db, faro);
    const results = await Promise.allSettled([
      executeFilmMerge(needsOf(db), actor, {}),
      executeFilmMerge(needsOf(db), actor, {}),
      executeFilmMerge(needsOf(db), actor, {}),
    ]);
    const moved = results.map((result) =>
      result.status === 'fulfilled' ? result.value.totalProcessed : (result.reason as { code: string }).code,
    );
    expect(moved.filter((each) => each === 3)).toHaveLength(1);
    expect(moved.every((each) => each === 3 || each === 0 || each === 'migration.running')).toBe(true);
    expect(await chaptersOf(db)).toHaveLength(3);
  });
});

describe('the undo of a film merge', () => {
  it('restores every film, and what people had watched of it', async () => {
    const { db } = database;
    await addFilms(db, [...faro, { id: 'x', title: 'Casablanca' }]);
    await watch(db, 'ana', 'f1', 1, '2026-11-01T10:00:00Z');
    await watch(db, 'luis', 'f2', 0.25, '2026-11-03T10:00:00Z');
    await sql`insert into collection (id, name, name_folded, items_model) values ('c', 'C', 'c', 'Video')`.execute(
      db,
    );
    await sql`insert into collection_item (collection_id, video_id) values ('c', 'f1'), ('c', 'x')`.execute(
      db,
    );
    await sql`insert into favourite (account_id, item_type, item_id) values ('ana', 'video', 'f1')`.execute(
      db,
    );
    await sql`
      insert into video_genre (video_id, genre_folded, genre, tipo, active, created_at)
      select id, 'drama', 'Drama', 'pelicula', true, created_at from video`.execute(db);
    const before = await contentOf(db);
    await executeFilmMerge(needsOf(db), actor, {});
    expect(await undoFilmMerge(db, actor)).toEqual({ moviesRestored: 3, seriesDeleted: 1 });
    expect(await contentOf(db)).toEqual(before);
    await expect(undoFilmMerge(db, actor)).rejects.toMatchObject({ code: 'migration.nothing_to_undo' });
    // After the merge of films into series was undone, another merge and another undo work on the restored catalogue.
    await executeFilmMerge(needsOf(db), actor, {});
    await undoFilmMerge(db, actor);
    expect(await contentOf(db)).toEqual(before);
  });

  it('gives films the addresses that their chapters got after the merge', async () => {
    const { db } = database;
    await addFilms(db, faro);
    await executeFilmMerge(needsOf(db), actor, {});
    await sql`
      update chapter set address = 'http://b.tv/nueva.mp4', address_hash = sha256('nueva'), provider_key = 'series:9'
      where title = 'Niebla'`.execute(db);
    await sql`delete from chapter where title = 'Vuelta'`.execute(db);
    await undoFilmMerge(db, actor);
    const films = await db
      .selectFrom('video')
      .select(['id', 'address', 'provider_key'])
      .orderBy('id')
      .execute();
    expect(films).toEqual([
      { id: 'f1', address: 'http://a.tv/f1.mp4', provider_key: 'movie:f1' },
      { id: 'f2', address: 'http://b.tv/nueva.mp4', provider_key: 'series:9' },
      { id: 'f3', address: 'http://a.tv/f3.mp4', provider_key: 'movie:f3' },
    ]);
  });

  it('gives films the progress that was saved on their chapters after the merge', async () => {
    const { db } = database;
    await addFilms(db, faro);
    await watch(db, 'ana', 'f1', 0.1, '2026-11-01T10:00:00Z');
    await executeFilmMerge(needsOf(db), actor, {});
    await db
      .updateTable('chapter_progress')
      .set({ progress: 0.9, last_time_seconds: 1_350, last_watched_at: new Date('2026-11-05T10:00:00Z') })
      .execute();
    await sql`
      insert into chapter_progress (account_id, chapter_id, last_time_seconds, progress, last_watched_at)
      select 'luis', id, 60, 0.04, now() from chapter where title = 'Vuelta'`.execute(db);
    await undoFilmMerge(db, actor);
    const places = await db
      .selectFrom('progress')
      .select(['account_id', 'video_id', 'progress', 'last_time_seconds'])
      .orderBy('account_id')
      .execute();
    expect(places).toEqual([
      { account_id: 'ana', video_id: 'f1', progress: 0.9, last_time_seconds: 1_350 },
      { account_id: 'luis', video_id: 'f3', progress: 0.04, last_time_seconds: 60 },
    ]);
  });

  it('keeps a series that existed before, with its own chapters and progress', async () => {
    const { db } = database;
    await addFilms(db, faro.slice(1, 2));
    await executeFilmMerge(needsOf(db), actor, {});
    const { video_id: series, id: first } = await db
      .selectFrom('chapter')
      .select(['video_id', 'id'])
      .executeTakeFirstOrThrow();
    await sql`
      insert into progress (account_id, video_id, last_time_seconds, progress, last_watched_at, chapter_id, last_season,
        last_chapter)
      values ('ana', ${series}, 0, 0, '2026-10-01', ${first}, 1, 1)`.execute(db);
    await addFilms(db, [
      { id: 'new', title: 'El faro 1x02 Niebla' },
      { id: 's2', title: 'El faro 2x01 Vuelta' },
    ]);
    await watch(db, 'ana', 'new', 0.5, '2026-11-05T10:00:00Z');
    const before = await contentOf(db);
    await executeFilmMerge(needsOf(db), actor, {});
    expect(await undoFilmMerge(db, actor)).toEqual({ moviesRestored: 2, seriesDeleted: 0 });
    expect(await contentOf(db)).toEqual(before);
  });

  it('keeps a series that got a chapter of its own after the merge', async () => {
    const { db } = database;
    await addFilms(db, faro);
    await executeFilmMerge(needsOf(db), actor, {});
    await sql`
      insert into chapter (id, season_id, video_id, position, chapter_number, title)
      select 'own', id, video_id, 99, 99, 'Propio' from season where season_number = 1`.execute(db);
    expect(await undoFilmMerge(db, actor)).toEqual({ moviesRestored: 3, seriesDeleted: 0 });
    const series = await db
      .selectFrom('video')
      .select(['season_count', 'chapter_count'])
      .where('tipo', '=', 'serie')
      .execute();
    expect(series).toEqual([{ season_count: 1, chapter_count: 1 }]);
  });
});
