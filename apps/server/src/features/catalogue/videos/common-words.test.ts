import type { Database } from '@butaca/db';
import { createTestDatabase, type TestDatabase } from '@butaca/db/testing';
import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { watchStatements, type StatementWatch } from '../../../../test/search/watch-statements.ts';
import { readSearch } from '../../../shared/search/search-query.ts';
import { createVideoAdministration } from './administration.repository.ts';
import { createVideosRepository } from './videos.repository.ts';

const videos = 20_000;
/** Ten videos among the newest 500 hold «jade marfil», and no other video holds both. */
const rare = 10;
/**
 * «ambar» and «turquesa» are each in every fourth text, and so are «jade» and «marfil», but no text holds both. So the planner
 * expects a thousand texts with both.
 */
const words = sql`
  case n % 4 when 0 then ' ambar jade' when 1 then ' turquesa marfil' else '' end
  || case when n % 40 = 2 and n < 400 then ' jade marfil' else '' end`;

let database: TestDatabase;
let db: Kysely<Database>;
let watch: StatementWatch['watch'];
let countRead: StatementWatch['countRead'];

beforeAll(async () => {
  database = await createTestDatabase();
  await sql`
    insert into video (id, title, title_sort, title_folded, search_text, description, tipo, genres, created_at)
    select 'v' || n, named.title, named.title, named.title, named.title || ${words}, repeat('.', 1500), 'pelicula', '{Drama}',
      now() - n * interval '1 minute'
    from generate_series(1, ${videos}) as n,
      lateral (select 'isla ' || n as title) as named`.execute(database.db);
  await sql`
    insert into video_genre (video_id, genre_folded, genre, tipo, active, created_at)
    select id, 'drama', 'Drama', tipo, true, created_at from video`.execute(database.db);
  await sql`vacuum analyze video_genre`.execute(database.db);
  await sql`vacuum analyze video`.execute(database.db);
  ({ db, watch, countRead } = watchStatements(database.db));
});
afterAll(() => database.close());

/**
 * What a search of two words reads at most: the sample of the newest videos, four times as many as should be necessary after
 * ten hits in the sample, and the videos in which the index finds both words.
 */
const mostRead = 6_000;
const page = { offset: 0, limit: 20 };

it.each([
  ['ambar turquesa', 0],
  ['de la turquesa ambar', 0],
  ['jade marfil', rare],
])(
  'a search for «%s», common words that hardly a text holds together, reads few rows',
  async (search, hits) => {
    const repository = createVideosRepository(db);
    const administration = createVideoAdministration(db);
    const list = { search: search.replace('de la ', '') };
    const reads: Record<string, [() => Promise<unknown>, unknown]> = {
      'over everything': [async () => (await repository.listHolding(readSearch(search), 20)).length, hits],
      'of a list': [async () => (await repository.listPage(list, page)).length, hits],
      'of a list of a type': [
        async () => (await repository.listPage({ ...list, tipo: 'pelicula' }, page)).length,
        hits,
      ],
      'of a genre': [async () => (await repository.listPage({ ...list, genre: 'Drama' }, page)).length, hits],
      counted: [() => repository.count(list), hits],
      'of administrators': [
        async () => (await administration.listPage(list, { page: 1, limit: 20 }, hits)).length,
        hits,
      ],
      'counted for administrators': [() => administration.count(list), hits],
    };
    for (const [name, [read, expected]] of Object.entries(reads)) {
      const { found, statements } = await watch(read);
      expect(found, name).toBe(expected);
      expect(await countRead(statements, 'video'), name).toBeLessThanOrEqual(mostRead);
    }
  },
);

it('common words that many videos hold are found by reading the newest', async () => {
  const repository = createVideosRepository(db);
  const { found, statements } = await watch(() => repository.listPage({ search: 'isla ambar' }, page));
  expect(found.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, nth) => `v${(nth + 1) * 4}`));
  expect(await countRead(statements, 'video')).toBeLessThanOrEqual(mostRead);
});

it('pages of a search follow each other, however they are read', async () => {
  const repository = createVideosRepository(db);
  const administration = createVideoAdministration(db);
  const expected = Array.from({ length: videos / 4 }, (_, nth) => `v${(nth + 1) * 4}`);
  const total = await repository.count({ search: 'ambar' });
  expect(total).toBe(expected.length);
  for (const offset of [0, 60, 480, 1_500, 4_980]) {
    const rows = await repository.listPage({ search: 'ambar' }, { offset, limit: 20 });
    const managed = await administration.listPage(
      { search: 'ambar' },
      { page: offset / 20 + 1, limit: 20 },
      total,
    );
    expect(rows.map(({ id }) => id)).toEqual(expected.slice(offset, offset + 20));
    expect(managed.map(({ id }) => id)).toEqual(expected.slice(offset, offset + 20));
  }
});
