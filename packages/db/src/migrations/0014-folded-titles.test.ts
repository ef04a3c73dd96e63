import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/create-test-database.ts';
import { foldedTitlesMigration } from './0014-folded-titles.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

test('the migration gives existing titles, and films kept by a merge, their folded title', async () => {
  const { db } = database;
  // Triggers of a later migration read the column.
  await sql`drop trigger video_note_words on video`.execute(db);
  await sql`alter table video drop column title_folded cascade`.execute(db);
  await sql`
    insert into video (id, title, title_sort, search_text, description, tipo) values
      ('listed', 'El Último Faro', 'ultimo faro', 'el ultimo faro', '', 'pelicula'),
      ('edited', '¿Quién Teme?', 'quien teme', 'quien teme? una historia', 'Una historia', 'pelicula')`.execute(
    db,
  );
  await sql`
    insert into migration_run (id, username, backup_name, movies_deleted, series_created, series_updated)
    values ('run', 'admin', 'b', 1, 1, 0)`.execute(db);
  await sql`
    insert into migration_kept (run_id, kind, content)
    values ('run', 'video', '{"id": "gone", "title": "Año Uno"}'), ('run', 'made_season', '{"id": "s"}')`.execute(
    db,
  );

  await foldedTitlesMigration.up(db);

  const videos = await sql`select id, title_folded from video order by id`.execute(db);
  expect(videos.rows).toEqual([
    { id: 'edited', title_folded: 'quien teme?' },
    { id: 'listed', title_folded: 'el ultimo faro' },
  ]);
  const kept = await sql`select content from migration_kept order by kind`.execute(db);
  expect(kept.rows).toEqual([
    { content: { id: 's' } },
    { content: { id: 'gone', title: 'Año Uno', title_folded: 'ano uno' } },
  ]);
});
