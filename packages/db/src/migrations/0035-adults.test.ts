import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/index.ts';
import { adultsMigration } from './0035-adults.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await sql`alter table setting drop column hide_adults`.execute(database.db);
  for (const table of ['video', 'channel'])
    await sql`alter table ${sql.table(table)} drop column is_adult_edited`.execute(database.db);
  await sql`
    insert into video (id, title, title_sort, title_folded, search_text, tipo, genres, subcategoria, group_title)
    select id, id, id, id, id, 'pelicula', genres, subcategoria, group_title from (values
      ('group', '{}'::text[], null, 'ADULTOS +18'), ('genre', '{Drama,Erótica}', null, null),
      ('category', '{}', 'XXX', null), ('age', '{}', null, 'Cine +18'),
      ('plain', '{Drama}', 'Netflix', 'CINE 2018'), ('swim', '{Animación}', null, 'Adult Swim'),
      ('older', '{}', null, 'Adultos mayores'), ('young', '{}', null, 'Jóvenes adultos'),
      ('cartoon', '{}', null, 'Animación para adultos'), ('year', '{}', null, 'Series 2018+'),
      ('adultery', '{}', null, 'Adulterio')) as v (id, genres, subcategoria, group_title)`.execute(
    database.db,
  );
  await sql`
    insert into channel (id, name, name_folded, title_key, number, section) values
      ('rojo', 'Rojo', 'rojo', 'rojo', 1, 'Solo Adultos'), ('azul', 'Azul', 'azul', 'azul', 2, 'Noticias')`.execute(
    database.db,
  );
  await adultsMigration.up(database.db);
});
afterAll(() => database.close());

it('marks the titles and channels whose groups, genres and sections say it, and hides nothing', async () => {
  const { rows } = await sql<{ id: string }>`
    select id from video where is_adult union all select id from channel where is_adult order by id`.execute(
    database.db,
  );
  expect(rows.map(({ id }) => id)).toEqual(['age', 'category', 'genre', 'group', 'rojo']);
  const setting = await database.db.selectFrom('setting').select('hide_adults').executeTakeFirstOrThrow();
  expect(setting.hide_adults).toBe(false);
});
