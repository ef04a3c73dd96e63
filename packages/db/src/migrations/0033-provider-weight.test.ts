import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/index.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await sql`insert into provider (id, name, kind) values ('casa', 'Casa', 'file'), ('otra', 'Otra', 'file')`.execute(
    database.db,
  );
});
afterAll(() => database.close());

const addVideos = (providers: readonly (string | null)[]) =>
  sql`
    insert into video (id, title, title_sort, title_folded, search_text, tipo, provider_id)
    select 'v' || provider || gen_random_uuid(), 't', 't', 't', 't', 'pelicula', provider
    from unnest(${[...providers]}::text[]) as provider`.execute(database.db);
const addChapter = (providerId: string) =>
  sql`
    with made as (insert into season (id, video_id, season_number, title) select 's', min(id), 1, '' from video returning *)
    insert into chapter (id, season_id, video_id, position, chapter_number, title, provider_id)
    select 'c', id, video_id, 0, 1, 'Uno', ${providerId} from made`.execute(database.db);
const removeProvider = (id: string) => sql`delete from provider where id = ${id}`.execute(database.db);

it('titles of a provider that does not exist are refused, whatever comes with them in one statement', async () => {
  await expect(addVideos(['casa', 'nadie', 'casa'])).rejects.toMatchObject({
    constraint: 'video_provider_id_required',
  });
  await addVideos(['casa']);
  await expect(addChapter('nadie')).rejects.toMatchObject({ constraint: 'chapter_provider_id_required' });
});

it('a provider cannot be deleted while films or chapters belong to it', async () => {
  await addChapter('otra');
  await expect(removeProvider('casa')).rejects.toMatchObject({ constraint: 'provider_in_use' });
  await expect(removeProvider('otra')).rejects.toMatchObject({ constraint: 'provider_in_use' });
  await sql`delete from video`.execute(database.db);
  await removeProvider('casa');
  await removeProvider('otra');
});
