import { afterAll, beforeAll, expect, it } from 'vitest';
import { renderTables } from '../../test/render-tables.ts';
import { createTestDatabase, type TestDatabase } from '../../test/index.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

// `npm run db:types` runs this test with `--update`, which then writes the generated table types.
it('the table types match a freshly migrated database exactly', async () => {
  await expect(await renderTables(database.db)).toMatchFileSnapshot('tables.generated.ts');
});
