import { createTestDatabase, type TestDatabase } from '@butaca/db/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createProgressRepository, type PositionKey } from './progress.repository.ts';
import { createPositionReader } from './read-positions.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await sql`insert into account (id, password_hash, role, username, username_folded)
    select id, '', 'user', id, id from unnest(array['ana', 'eva']) as id`.execute(db);
  await sql`insert into video (id, search_text, tipo, title, title_sort, title_folded)
    select id, '', 'pelicula', id, id, id from unnest(array['a', 'b']) as id`.execute(db);
  await sql`insert into progress (account_id, video_id, last_time_seconds, progress, is_completed, last_watched_at)
    values ('ana', 'a', 1, 0, false, now()), ('ana', 'b', 2, 0, false, now()), ('eva', 'a', 3, 0, false, now())`.execute(
    db,
  );
});
afterAll(() => database.close());

const keys: readonly PositionKey[] = ['ana', 'eva'].flatMap((accountId) =>
  ['a', 'b'].map((videoId) => ({ accountId, videoId })),
);

it('reads requested together get each its own position, with few queries', async () => {
  const repository = createProgressRepository(database.db);
  let queries = 0;
  const read = createPositionReader({
    listByKeys(given) {
      queries += 1;
      return repository.listByKeys(given);
    },
  });
  const found = await Promise.all([...keys, ...keys].map(read));
  expect(found.map((position) => position?.last_time_seconds)).toEqual([
    1,
    2,
    3,
    undefined,
    1,
    2,
    3,
    undefined,
  ]);
  expect(queries).toBe(2);
});

it('a read that is requested after a commit sees it, also while an earlier read runs', async () => {
  const read = createPositionReader(createProgressRepository(database.db));
  const key = { accountId: 'ana', videoId: 'a' };
  const earlier = read(key);
  await sql`update progress set last_time_seconds = 9 where account_id = 'ana' and video_id = 'a'`.execute(
    database.db,
  );
  expect((await read(key))?.last_time_seconds).toBe(9);
  expect((await earlier)?.last_time_seconds).toBeOneOf([1, 9]);
});

it('a failed query fails its reads only', async () => {
  const repository = createProgressRepository(database.db);
  let isDown = true;
  const read = createPositionReader({
    listByKeys: (given) => (isDown ? Promise.reject(new Error('no')) : repository.listByKeys(given)),
  });
  await expect(read({ accountId: 'eva', videoId: 'a' })).rejects.toThrow('no');
  isDown = false;
  expect((await read({ accountId: 'eva', videoId: 'a' }))?.last_time_seconds).toBe(3);
});
