import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/create-test-database.ts';
import { channelNumbersMigration } from './0027-channel-numbers.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

test('the migration numbers existing channels as their lists do, the others after them in the order of the list', async () => {
  const { db } = database;
  await sql`alter table channel drop column number`.execute(db);
  await sql`alter table channel_failure drop column delivered_at`.execute(db);
  // An import gives its channels random ids, and their sources ids in the order of the list.
  await sql`
    insert into channel (id, name, name_folded, title_key, channel_number, created_at) values
      ('c9', 'Zeta', 'zeta', 'zeta', null, '2026-01-02'), ('a3', 'Alfa', 'alfa', 'alfa', null, '2026-01-02'),
      ('f1', 'Siete', 'siete', 'siete', 7, '2026-01-02'), ('b7', 'Otro siete', 'otro siete', 'otro siete', 7, '2026-01-02'),
      ('d2', 'Enorme', 'enorme', 'enorme', 900000, '2026-01-02'), ('e5', 'Dos', 'dos', 'dos', 2, '2026-01-02'),
      ('00', 'Última', 'ultima', 'ultima', null, '2026-01-03')`.execute(db);
  await sql`
    insert into channel_source (id, channel_id, position, address, address_hash, stream_kind)
    select '01-' || place, id, 0, '\\x00', sha256(id::bytea), 'hls'
    from unnest(array['c9', 'a3', 'f1', 'b7', 'd2', 'e5']) with ordinality as listed (id, place)`.execute(db);

  await channelNumbersMigration.up(db);

  const { rows } = await sql<{ name: string; number: number }>`
    select name, number from channel order by number`.execute(db);
  expect(rows.map(({ name, number }) => `${number} ${name}`)).toEqual([
    '2 Dos',
    '7 Siete',
    '8 Otro siete',
    '9 Enorme',
    '10 Zeta',
    '11 Alfa',
    '12 Última',
  ]);
  await expect(sql`update channel set number = 2 where id = 'c9'`.execute(db)).rejects.toThrow(/unique/);
});
