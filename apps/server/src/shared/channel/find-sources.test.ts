import { createTestDatabase, type TestDatabase } from '@butaca/db/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFindSources } from './find-sources.ts';
import { insertChannel } from './write-channel.ts';
import { writeSources } from './write-sources.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

it('lists the sources of a channel in their order, without those of removed providers', async () => {
  const { db } = database;
  const addresses = ['uno', 'dos', 'tres'].map((name) => `http://${name}.ejemplo/canal.ts`);
  await db.transaction().execute(async (trx) => {
    await insertChannel(trx, { id: 'c1', name: 'Canal', section: 'General', number: 1 });
    await writeSources(
      trx,
      'c1',
      addresses.map((url) => ({ url })),
    );
  });
  const list = async () => (await createFindSources(db)('channel:c1')).map(({ address }) => address);
  expect(await list()).toEqual(addresses);
  await sql`insert into provider (id, name, kind, removed_at) values ('ida', 'Ida', 'file', now())`.execute(
    db,
  );
  await sql`update channel_source set provider_id = 'ida' where address = ${addresses[1]}`.execute(db);
  expect(await list()).toEqual([addresses[0], addresses[2]]);
});
