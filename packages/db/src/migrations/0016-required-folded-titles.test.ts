import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../test/create-test-database.ts';

it('the video table refuses a video without its folded title', async () => {
  await using database = await createTestDatabase();
  const insert = sql`
    insert into video (id, title, title_sort, search_text, tipo) values ('faro', 'Faro', 'faro', 'faro', 'pelicula')`;
  await expect(insert.execute(database.db)).rejects.toThrow(/null value in column "title_folded"/);
});
