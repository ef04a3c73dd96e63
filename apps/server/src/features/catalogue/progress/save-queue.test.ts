import { createTestDatabase, type TestDatabase } from '@butaca/db/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../../platform/clock.ts';
import { createProgressRepository } from './progress.repository.ts';
import { createSaveQueue, type QueuedSave } from './save-queue.ts';

const videos = ['a', 'b', 'c', 'primera'];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await sql`insert into account (id, password_hash, role, username, username_folded)
    values ('ana', '', 'user', 'ana', 'ana')`.execute(db);
  await sql`insert into video (id, search_text, tipo, title, title_sort, title_folded)
    select id, '', 'pelicula', id, id, id from unnest(${videos}::text[]) as id`.execute(db);
  // A trigger makes the write of a playback position fail, and the test counts the attempts with a Postgres sequence,
  // because a rollback does not reset a sequence.
  await sql`create sequence tries`.execute(db);
  await sql`create function fail() returns trigger language plpgsql as $$
    begin
      perform nextval('tries');
      raise exception using errcode = tg_argv[0];
    end $$`.execute(db);
});
beforeEach(async () => {
  await sql`drop trigger if exists fail on progress`.execute(database.db);
  await sql`alter sequence tries restart`.execute(database.db);
  await database.db.deleteFrom('progress').execute();
});
afterAll(() => database.close());

const save = (videoId: string): QueuedSave => ({
  accountId: 'ana',
  videoId,
  chapters: [],
  lastTimeSeconds: 10,
  durationSeconds: 100,
  progress: undefined,
  isCompleted: false,
  lastSeason: null,
  lastChapter: null,
  atMs: 1_000,
  deviceId: null,
  isGuarded: false,
});

/**
 * Queues several saves of playback positions. The first save is written alone; the others wait for its commit and are
 * written in one batch.
 */
async function saveTogether(ids: readonly string[]): Promise<string[]> {
  await using queue = createSaveQueue(createProgressRepository(database.db), systemClock);
  const all = await Promise.allSettled(['primera', ...ids].map((id) => queue.save(save(id))));
  return all.slice(1).map(({ status }) => status);
}

const failFor = (video: string, code: string) =>
  sql`create trigger fail before insert on progress for each row
    when (new.video_id ${sql.raw(video)}) execute function fail(${sql.lit(code)})`.execute(database.db);

async function countTries(): Promise<number> {
  const { rows } = await sql<{ tries: string }>`select nextval('tries') - 1 as tries`.execute(database.db);
  return Number(rows[0]?.tries);
}

it.each(['57014', '53300', '08006'])(
  'a save queue tries once for all waiting saves when the database fails with %s',
  async (code) => {
    await failFor(`<> 'primera'`, code);
    expect(await saveTogether(['a', 'b', 'c'])).toEqual(['rejected', 'rejected', 'rejected']);
    expect(await countTries()).toBe(1);
  },
);

it.each(['23503', '22008', '40P01', '55P03'])(
  'a save queue stores the other saves when one fails with %s',
  async (code) => {
    await failFor(`= 'b'`, code);
    expect(await saveTogether(['a', 'b', 'c'])).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    const rows = await database.db.selectFrom('progress').select('video_id').orderBy('video_id').execute();
    expect(rows.map(({ video_id }) => video_id)).toEqual(['a', 'c', 'primera']);
  },
);

it('a save queue stores the other saves when the video of one is deleted', async () => {
  expect(await saveTogether(['a', 'borrada', 'c'])).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

it('a save queue stores the other saves when the row that one refers to stays locked', async () => {
  await database.db.transaction().execute(async (holder) => {
    await sql`select from video where id = 'b' for update`.execute(holder);
    expect(await saveTogether(['a', 'b', 'c'])).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });
});

it('a save queue stores first progress while an import updates the addresses', async () => {
  await sql`insert into video (id, search_text, tipo, title, title_sort, title_folded, address, address_hash)
    values ('d', '', 'pelicula', 'd', 'd', 'd', 'http://p.tv/1', '\\x01'), ('s', '', 'serie', 's', 's', 's', null, null)`.execute(
    database.db,
  );
  await sql`insert into season (id, video_id, season_number) values ('s1', 's', 1)`.execute(database.db);
  await sql`insert into chapter (id, season_id, video_id, position, chapter_number, address, address_hash)
    values ('c1', 's1', 's', 0, 1, 'http://p.tv/2', '\\x02')`.execute(database.db);
  await database.db.transaction().execute(async (renewing) => {
    await sql`update video set address = 'http://p.tv/3', address_hash = '\\x03' where id = 'd'`.execute(
      renewing,
    );
    await sql`update chapter set address = 'http://p.tv/4', address_hash = '\\x04' where id = 'c1'`.execute(
      renewing,
    );
    await using queue = createSaveQueue(createProgressRepository(database.db), systemClock);
    const chapters = [{ id: 'c1', seasonNumber: 1, chapterNumber: 1 }];
    await queue.save(save('d'));
    await queue.save({ ...save('s'), chapters, lastSeason: 1, lastChapter: 1 });
  });
  expect(await database.db.selectFrom('progress').select('video_id').execute()).toHaveLength(2);
  expect(await database.db.selectFrom('chapter_progress').select('chapter_id').execute()).toHaveLength(1);
});
