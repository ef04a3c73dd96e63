import { createTestDatabase, type TestDatabase } from '@butaca/db/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createVideosRepository } from './videos.repository.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

async function addVideo(id: string, { isFeatured = false, isFilm = true, daysAgo = 0 }) {
  const tipo = isFilm ? 'pelicula' : 'serie';
  const address = isFilm ? `http://a/${id}.mkv` : null;
  await sql`
    insert into video (id, title, title_sort, title_folded, search_text, tipo, address, address_hash, stream_kind, is_featured,
      created_at)
    values (${id}, ${id}, ${id}, ${id}, ${id}, ${tipo}, ${address},
      case when ${isFilm} then sha256(convert_to(${address ?? ''}, 'UTF8')) end, case when ${isFilm} then 'file' end,
      ${isFeatured}, now() - make_interval(days => ${daysAgo}))`.execute(database.db);
}

async function addChapters(videoId: string, chapters: number) {
  await sql`insert into season (id, video_id, season_number) values (${`${videoId}-t`}, ${videoId}, 1)`.execute(
    database.db,
  );
  for (let n = 1; n <= chapters; n += 1)
    await sql`
      insert into chapter (id, video_id, season_id, chapter_number, position, address, address_hash, stream_kind)
      values (${`${videoId}-${n}`}, ${videoId}, ${`${videoId}-t`}, ${n}, ${n}, ${`http://a/${videoId}-${n}.mkv`},
        sha256(convert_to(${`http://a/${videoId}-${n}.mkv`}, 'UTF8')), 'file')`.execute(database.db);
}

const watch = (videoId: string, chapterId: string | null, { minutesAgo = 0, isCompleted = false } = {}) =>
  sql`
    insert into progress (account_id, video_id, chapter_id, last_time_seconds, progress, is_completed, last_watched_at)
    values ('ana', ${videoId}, ${chapterId}, 60, 0.1, ${isCompleted}, now() - make_interval(mins => ${minutesAgo}))`.execute(
    database.db,
  );

it('likely files are those that somebody goes on with, then featured titles, then the newest', async () => {
  await sql`
    insert into account (id, username, username_folded, password_hash, role, plan)
    values ('ana', 'ana', 'ana', 'x', 'user', 'premium')`.execute(database.db);
  await addVideo('vista', { daysAgo: 400 });
  await addVideo('acabada', { daysAgo: 400 });
  await addVideo('serie', { isFilm: false, daysAgo: 400 });
  await addChapters('serie', 5);
  await addVideo('destacada', { isFeatured: true, daysAgo: 300 });
  // So many newer titles that nothing old is among the newest.
  for (let n = 1; n <= 45; n += 1) await addVideo(`nueva-${n}`, { daysAgo: n });
  await addVideo('serie-nueva', { isFilm: false });
  await addChapters('serie-nueva', 3);
  await watch('vista', null, { minutesAgo: 5 });
  await watch('acabada', null, { isCompleted: true });
  await watch('serie', 'serie-3', { isCompleted: true, minutesAgo: 2 });

  const files = await createVideosRepository(database.db).listLikelyAddresses();
  expect(files.slice(0, 6).map(({ id }) => id)).toEqual([
    'serie-3',
    'serie-4',
    'vista',
    'destacada',
    'serie-nueva-1',
    'nueva-1',
  ]);
  expect(files).toHaveLength(44);
  expect(files[2]).toMatchObject({
    address: 'http://a/vista.mkv',
    stream_kind: 'file',
    provider_id: 'manual',
  });
});
