import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/index.ts';
import { runTogether } from './run-together.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

it('statements that are sent together run in order, and each sees what those before it have made', async () => {
  const rows = await database.db.transaction().execute(async (trx) => {
    await runTogether(trx, [
      sql`create temporary table boat (name text, length integer) on commit drop`,
      sql`insert into boat values (${sql.lit("L'Albada; drop table boat")}, 7) -- a comment ends with its line`,
      sql`insert into boat select 'second', length + 1 from boat`,
      sql`analyze boat`,
    ]);
    return (await sql`select name, length from boat order by length`.execute(trx)).rows;
  });
  expect(rows).toEqual([
    { name: "L'Albada; drop table boat", length: 7 },
    { name: 'second', length: 8 },
  ]);
});

it('the failure of one of several statements undoes the transaction, and says what was wrong', async () => {
  await sql`create table kept_boat (name text primary key)`.execute(database.db);
  const failing = database.db
    .transaction()
    .execute((trx) =>
      runTogether(trx, [
        sql`insert into kept_boat values ('first')`,
        sql`insert into kept_boat values ('first')`,
        sql`insert into kept_boat values ('third')`,
      ]),
    );
  await expect(failing).rejects.toMatchObject({ code: '23505', constraint: 'kept_boat_pkey' });
  expect((await sql`select name from kept_boat`.execute(database.db)).rows).toEqual([]);
});

it('a statement with parameters is refused before anything runs', async () => {
  await sql`create table empty_boat (name text)`.execute(database.db);
  const statements = [
    sql`insert into empty_boat values ('first')`,
    sql`insert into empty_boat values (${'second'})`,
  ];
  await expect(runTogether(database.db, statements)).rejects.toThrow('has parameters');
  expect((await sql`select name from empty_boat`.execute(database.db)).rows).toEqual([]);
});
