import { afterAll, beforeAll, expect, it } from 'vitest';
import { renderTables } from '../../test/render-tables.ts';
import { createTestDatabase, type TestDatabase } from '../../test/index.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

// `npm run db:types` runs this test with `--update`, which then writes the generated table types.
it('types the tables exactly as a freshly migrated database has them', async () => {
  await expect(await renderTables(database.db)).toMatchFileSnapshot('tables.generated.ts');
});
