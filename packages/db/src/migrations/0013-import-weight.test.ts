import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/index.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await sql`
    insert into account (id, username, username_folded, password_hash, role) values ('ana', 'ana', 'ana', 'hash', 'user');
    insert into video (id, title, title_sort, title_folded, search_text, tipo)
    select 'v' || n, 'v' || n, 'v' || n, 'v' || n, 'v' || n, 'serie' from generate_series(1, 3) as n;
    insert into video_genre (video_id, genre_folded, genre, tipo, active, created_at)
    select id, 'drama', 'Drama', 'serie', true, created_at from video;
    insert into season (id, video_id, season_number) select 's' || id, id, 1 from video;
    insert into chapter (id, season_id, video_id, position, chapter_number)
    select 'c' || season.id || n, season.id, video_id, n, n from season, generate_series(0, 1) as n`.execute(
    database.db,
  );
});
afterAll(() => database.close());

const count = async (table: 'video_genre' | 'season' | 'chapter', videoId: string) =>
  (await database.db.selectFrom(table).select('video_id').where('video_id', '=', videoId).execute()).length;

it('deleting a video deletes everything that belongs to it, and nothing of other videos', async () => {
  await sql`delete from video where id in ('v1', 'v2')`.execute(database.db);
  for (const table of ['video_genre', 'season', 'chapter'] as const) {
    expect(await count(table, 'v1')).toBe(0);
    expect(await count(table, 'v2')).toBe(0);
  }
  expect([
    await count('video_genre', 'v3'),
    await count('season', 'v3'),
    await count('chapter', 'v3'),
  ]).toEqual([1, 1, 2]);
});

it('the uniqueness of chapter positions in a season is checked at commit', async () => {
  const swap = sql`update chapter set position = 1 - position where season_id = 'sv3'`;
  await swap.execute(database.db);
  await expect(
    sql`update chapter set position = 0 where season_id = 'sv3'`.execute(database.db),
  ).rejects.toMatchObject({ constraint: 'chapter_season_id_position_key' });
});

it('the first progress in a chapter can be saved while that chapter is being moved', async () => {
  await database.db.transaction().execute(async (moving) => {
    await sql`update chapter set position = position + 10 where season_id = 'sv3'`.execute(moving);
    await database.db.transaction().execute(async (saving) => {
      await sql`set local lock_timeout = '5s'`.execute(saving);
      await sql`
        insert into chapter_progress (account_id, chapter_id, last_time_seconds, progress, last_watched_at)
        values ('ana', 'csv30', 1, 0.1, now())`.execute(saving);
    });
  });
  const { rows } = await sql`select from chapter_progress`.execute(database.db);
  expect(rows).toHaveLength(1);
});
