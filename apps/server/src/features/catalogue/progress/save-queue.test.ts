import { createTestDatabase, type TestDatabase } from '@butaca/db/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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

/** Queues one save and returns what it answers beside what the database then holds. */
async function saveAndRead(given: QueuedSave) {
  const repository = createProgressRepository(database.db);
  await using queue = createSaveQueue(repository, systemClock);
  const left = await queue.save(given);
  const [row] = await repository.listByKeys([given]);
  if (row === undefined) return { left, stored: undefined };
  const { account_id: _owner, ...stored } = row;
  return { left, stored };
}

it('a save of a film is answered as the database holds it, also when it changed nothing', async () => {
  const given = { ...save('a'), lastTimeSeconds: 10.1, durationSeconds: 3_600.7, deviceId: 'tele' };
  const first = await saveAndRead(given);
  expect(first.left).toEqual(first.stored);
  expect(first.left).toMatchObject({ last_time_seconds: 10.1, device_id: 'tele' });
  const late = await saveAndRead({ ...given, lastTimeSeconds: 5, atMs: 500 });
  expect(late.left).toEqual(first.stored);
});

describe('a save of a series', () => {
  const chapters = [1, 2].map((chapterNumber) => ({
    id: `cap${chapterNumber}`,
    seasonNumber: 4,
    chapterNumber,
  }));
  const chapterSave = (chapterNumber: number, more: Partial<QueuedSave> = {}): QueuedSave => ({
    ...save('larga'),
    chapters,
    lastSeason: 4,
    lastChapter: chapterNumber,
    ...more,
  });
  beforeAll(async () => {
    const { db } = database;
    await sql`insert into video (id, search_text, tipo, title, title_sort, title_folded)
      values ('larga', '', 'serie', 'larga', 'larga', 'larga')`.execute(db);
    await sql`insert into season (id, video_id, season_number) values ('t4', 'larga', 4)`.execute(db);
    await sql`insert into chapter (id, season_id, video_id, position, chapter_number)
      values ('cap1', 't4', 'larga', 0, 1), ('cap2', 't4', 'larga', 1, 2)`.execute(db);
  });
  beforeEach(() => database.db.deleteFrom('chapter_progress').execute());

  it('is answered as the database holds it', async () => {
    const { left, stored } = await saveAndRead(chapterSave(1));
    expect(left).toEqual(stored);
    expect(left).toMatchObject({ chapter_id: 'cap1', chapter_last_time_seconds: 10, last_season: 4 });
  });

  it('leaves it to be read when the current chapter is another one', async () => {
    await saveAndRead(chapterSave(2));
    const late = await saveAndRead(chapterSave(1, { atMs: 500 }));
    expect(late.left).toBeUndefined();
    expect(late.stored).toMatchObject({ chapter_id: 'cap2', chapter_last_time_seconds: 10 });
    const ended = await saveAndRead(chapterSave(1, { atMs: 2_000, isCompleted: true }));
    expect([ended.left, ended.stored?.chapter_id]).toEqual([undefined, 'cap2']);
  });
});

it('a save leaves its position to be read when another server has stored a newer one meanwhile', async () => {
  const repository = createProgressRepository(database.db);
  await using queue = createSaveQueue(
    {
      inTransaction: (waitMs, work) =>
        repository.inTransaction(waitMs, async (batch) =>
          work({
            ...batch,
            async videos(keys) {
              const found = await batch.videos(keys);
              // The other server inserts the row after this one has found none.
              await sql`insert into progress (account_id, video_id, last_time_seconds, progress, is_completed, last_watched_at)
                values ('ana', 'a', 77, 0, false, to_timestamp(5))`.execute(database.db);
              return found;
            },
          }),
        ),
    },
    systemClock,
  );
  expect(await queue.save(save('a'))).toBeUndefined();
  const [row] = await repository.listByKeys([save('a')]);
  expect(row?.last_time_seconds).toBe(77);
});
