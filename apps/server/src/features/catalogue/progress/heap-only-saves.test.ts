import { createTestDatabase } from '@butaca/db/testing';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createProgressRepository } from './progress.repository.ts';

it('a save of progress changes no index, except the first one of a day', async () => {
  // Each connection counts for itself until it reports; one connection makes the sum complete.
  await using database = await createTestDatabase({ poolSize: 1 });
  const { db } = database;
  await sql`insert into account (id, password_hash, role, username, username_folded)
    values ('ana', '', 'user', 'ana', 'ana')`.execute(db);
  await sql`insert into video (id, search_text, tipo, title, title_sort, title_folded)
    values ('a', '', 'serie', 'a', 'a', 'a')`.execute(db);
  await sql`insert into season (id, video_id, season_number) values ('t1', 'a', 1)`.execute(db);
  await sql`insert into chapter (id, video_id, season_id, chapter_number, position, title)
    values ('c1', 'a', 't1', 1, 1, 'c1')`.execute(db);
  const repository = createProgressRepository(db);

  async function save(at: string, second: number): Promise<void> {
    const watchedAtMs = Date.parse(at) + second * 1_000;
    const position = {
      accountId: 'ana',
      lastTimeSeconds: second,
      durationSeconds: 100,
      progress: second / 100,
      isCompleted: false,
      watchedAtMs,
    };
    await repository.inTransaction(1_000, async (batch) => {
      const series = { lastSeason: 1, lastChapter: 1, isHidden: false, deviceId: 'tele', chapterId: 'c1' };
      await batch.writeVideos([{ ...position, ...series, videoId: 'a' }], new Date(watchedAtMs));
      await batch.writeChapters([{ ...position, chapterId: 'c1' }], new Date(watchedAtMs));
    });
  }

  for (let second = 0; second <= 20; second += 1) await save('2026-11-29T20:00:00Z', second);
  await save('2026-11-30T20:00:00Z', 30);

  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<{ table: string; updates: number; heapOnly: number }>`
    select relname as "table", n_tup_upd::integer as updates, n_tup_hot_upd::integer as "heapOnly"
    from pg_stat_user_tables where relname in ('progress', 'chapter_progress') order by relname`.execute(db);
  expect(rows).toEqual([
    { table: 'chapter_progress', updates: 21, heapOnly: 21 },
    { table: 'progress', updates: 21, heapOnly: 20 },
  ]);
});
