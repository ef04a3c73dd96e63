import { createTestDatabase } from '@butaca/db/testing';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { watchStatements } from '../../../../test/search/watch-statements.ts';
import { readSearch } from '../../../shared/search/search-query.ts';
import { createChannelsRepository } from './channels.repository.ts';

it('channels are found by letters inside their names in one statement, by an index', async () => {
  await using database = await createTestDatabase();
  await sql`
    insert into channel (id, name, name_folded, title_key, number)
    select 'c' || n, 'canal ' || n, 'canal ' || n, 'canal ' || n, n from generate_series(1, 3000) as n`.execute(
    database.db,
  );
  await sql`vacuum analyze channel`.execute(database.db);
  const { db, watch, planOf } = watchStatements(database.db);
  const repository = createChannelsRepository(db);
  const { found, statements } = await watch(() => repository.listHolding(readSearch('ana 2999')));
  expect(found.map(({ id }) => id)).toEqual(['c2999']);
  expect(statements).toHaveLength(1);
  expect(await planOf(statements[0])).toMatch(/Bitmap Index Scan on channel_search_idx/);
});
