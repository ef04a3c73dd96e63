import { createTestDatabase, type TestDatabase } from '@butaca/db/testing';
import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '@butaca/db';
import { watchStatements, type StatementWatch } from '../../../../test/search/watch-statements.ts';
import { readSearch } from '../../../shared/search/search-query.ts';
import { createVideosRepository } from './videos.repository.ts';

const titles = 3_000;
/** «cofre» is in every tenth description and «perla» in every hundredth, «gema» only in those of old titles. */
const words = sql`
  case when n % 10 = 0 then ' cofre' else '' end || case when n % 100 = 0 then ' perla' else '' end
  || case when n > 2900 and n % 20 = 0 then ' gema' else '' end`;

let database: TestDatabase;
let db: Kysely<Database>;
let watch: StatementWatch['watch'];
let planOf: StatementWatch['planOf'];

beforeAll(async () => {
  database = await createTestDatabase();
  await sql`
    insert into video (id, title, title_sort, title_folded, search_text, description, tipo, active, created_at)
    select 'v' || n, named.title, named.title, named.title, named.title || ${words}, repeat('.', 300), 'pelicula', n % 7 <> 0,
      now() - n * interval '1 minute'
    from generate_series(1, ${titles}) as n,
      lateral (select case when n % 50 = 0 then 'faro ' else 'isla ' end || n as title) as named`.execute(
    database.db,
  );
  await sql`vacuum analyze video`.execute(database.db);
  ({ db, watch, planOf } = watchStatements(database.db));
});
afterAll(() => database.close());

const isShown = (n: number): boolean => n % 7 !== 0;
const every = (step: number, from: number, count: number): string[] =>
  Array.from({ length: titles }, (_, index) => index + 1)
    .filter((n) => n >= from && n % step === 0 && isShown(n))
    .slice(0, count)
    .map((n) => `v${n}`);
const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

it('the shortest titles that begin with a search are found in an index, without their rows', async () => {
  const repository = createVideosRepository(db);
  const { found, statements: asked } = await watch(() => repository.listByTitle(readSearch('faro'), 20));
  expect(idsOf(found)).toEqual(every(50, 1, 20));
  expect(asked).toHaveLength(1);
  expect(await planOf(asked[0], 'enable_bitmapscan')).toMatch(
    /Index Only Scan using video_title_sort_card_idx on video.*\n\s+Index Cond: \(\(title_sort ~>=~ 'faro'/,
  );
});

it('common words are found among the newest titles, and the index of search texts is asked only for rare ones', async () => {
  const repository = createVideosRepository(db);
  const search = (text: string) => watch(() => repository.listHolding(readSearch(text), 20));

  const common = await search('cofre');
  expect(idsOf(common.found)).toEqual(every(10, 1, 20));
  expect(common.statements).toHaveLength(1);

  const scarcer = await search('perla');
  expect(idsOf(scarcer.found)).toEqual(every(100, 1, 20));
  expect(scarcer.statements).toHaveLength(2);

  const rare = await search('gema');
  expect(idsOf(rare.found)).toEqual(every(20, 2_901, 20));
  expect(rare.statements).toHaveLength(2);
  expect(await planOf(rare.statements[1])).toMatch(/Bitmap Index Scan on video_search_idx/);
});

it('short words are all asked of the index at once', async () => {
  const repository = createVideosRepository(db);
  const { found, statements: asked } = await watch(() => repository.listHolding(readSearch('30 f 9'), 20));
  expect(found).toEqual([]);
  expect(await planOf(asked.at(-1))).toMatch(/Index Cond: .*\(\^\| \)30.*\(\^\| \)f.*\(\^\| \)9/);
});

it('the signs of a short word are found as they stand', async () => {
  await sql`update video set search_text = 'canal +1 .x' where id = 'v1'`.execute(database.db);
  const repository = createVideosRepository(db);
  const list = async (search: string) =>
    idsOf(await repository.listPage({ search }, { offset: 0, limit: 5 }));
  expect(await list('+1')).toEqual(['v1']);
  expect(await list('.x')).toEqual(['v1']);
  expect(await list('.')).toEqual(['v1']);
  expect(await list('(')).toEqual([]);
  expect(await list('\\')).toEqual([]);
});
