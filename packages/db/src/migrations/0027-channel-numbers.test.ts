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
  await sql`
    insert into channel (id, name, name_folded, title_key, channel_number) values
      ('01', 'Zeta', 'zeta', 'zeta', null), ('02', 'Alfa', 'alfa', 'alfa', null),
      ('03', 'Siete', 'siete', 'siete', 7), ('04', 'Otro siete', 'otro siete', 'otro siete', 7),
      ('05', 'Enorme', 'enorme', 'enorme', 900000), ('06', 'Dos', 'dos', 'dos', 2)`.execute(db);

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
  ]);
  await expect(sql`update channel set number = 2 where id = '01'`.execute(db)).rejects.toThrow(/unique/);
});
