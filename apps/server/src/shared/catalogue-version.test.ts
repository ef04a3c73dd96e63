import { bumpCatalogueVersion } from '@butaca/db';
import { createTestDatabase } from '@butaca/db/testing';
import { describe, expect, it } from 'vitest';
import { openCatalogueVersion } from './catalogue-version.ts';

describe('the version of the catalogue', () => {
  it('moves when another process commits a write, and not when that process rolls back', async () => {
    await using database = await createTestDatabase();
    const version = await openCatalogueVersion(database);
    const before = version.current();
    await database.db
      .transaction()
      .execute(async (trx) => {
        await bumpCatalogueVersion(trx);
        throw new Error('no');
      })
      .catch(() => undefined);
    await database.db.transaction().execute((trx) => bumpCatalogueVersion(trx));
    await expect.poll(version.current).toBe(before + 1);
  });

  it('moves at once in the process that writes', async () => {
    await using database = await createTestDatabase();
    const version = await openCatalogueVersion(database);
    const before = version.current();
    version.advance();
    expect(version.current()).toBeGreaterThan(before);
  });
});
