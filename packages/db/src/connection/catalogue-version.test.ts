import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/index.ts';
import { bumpCatalogueVersion, catalogueNotificationChannel } from './catalogue-version.ts';

let database: TestDatabase;
const heard: (string | null)[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  await database.listen(catalogueNotificationChannel, (payload) => heard.push(payload));
});
afterAll(() => database.close());

function bump(): Promise<number> {
  return database.db.transaction().execute(bumpCatalogueVersion);
}

it('the catalogue version is announced when its transaction commits, and not on rollback', async () => {
  const rolledBack = database.db.transaction().execute(async (trx) => {
    await bumpCatalogueVersion(trx);
    throw new Error('no');
  });
  await expect(rolledBack).rejects.toThrow('no');
  expect(await bump()).toBe(2);
  await vi.waitFor(() => expect(heard).toContain('2'));
  expect(heard).toEqual(['2']);
});

it('concurrent transactions get one catalogue version each, announced in order', async () => {
  heard.length = 0;
  const versions = await Promise.all(Array.from({ length: 8 }, bump));
  const inOrder = versions.toSorted((a, b) => a - b);
  expect(inOrder).toEqual([3, 4, 5, 6, 7, 8, 9, 10]);
  await vi.waitFor(() => expect(heard).toEqual(inOrder.map(String)));
});
