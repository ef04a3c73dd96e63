import { hash } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@butaca/db/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFindVersions } from './find-versions.ts';

let database: TestDatabase;
const hashOf = (address: string) => hash('sha256', address, 'buffer');
const address = (name: string) => `http://${name}.example/x.mp4`;
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await sql`
    insert into provider (id, name, kind, removed_at) values
      ('casa', 'Casa', 'file', null), ('ida', 'Ida', 'file', now())`.execute(db);
  await sql`
    insert into video
      (id, title, title_sort, title_folded, search_text, tipo, address, address_hash, stream_kind, provider_id, languages, quality)
    values
      ('f1', 'f', 'f', 'f', 'f', 'pelicula', ${address('propia')}, ${hashOf(address('propia'))}, 'file', 'casa', '{es-419}', '1080p'),
      ('v1', 's', 's', 's', 's', 'serie', null, null, null, null, null, null)`.execute(db);
  await sql`insert into season (id, video_id, season_number) values ('t1', 'v1', 1)`.execute(db);
  await sql`
    insert into chapter (id, season_id, video_id, position, chapter_number, address, address_hash, stream_kind, provider_id)
    values ('k1', 't1', 'v1', 1, 1, ${address('k1')}, ${hashOf(address('k1'))}, 'file', 'casa')`.execute(db);
  const further = [
    ['f1', null, 'inglesa', 'casa', '{en}', null],
    ['f1', null, 'menor', 'casa', '{es-419}', null],
    ['f1', null, 'igual', 'casa', '{es-419}', null],
    ['f1', null, 'oculta', 'casa', '{es-419}', new Date()],
    ['f1', null, 'quitada', 'ida', '{es-419}', null],
    ['v1', 'k1', 'k1-otra', 'casa', null, null],
  ] as const;
  for (const [position, [video, chapter, name, provider, languages, missing]] of further.entries()) {
    await sql`
      insert into video_version
        (id, video_id, chapter_id, position, provider_id, address, address_hash, stream_kind, languages, quality, missing_since)
      values
        (${name}, ${video}, ${chapter}, ${position}, ${provider}, ${address(name)}, ${hashOf(address(name))}, 'file',
         ${languages}, ${name === 'igual' ? '1080p' : null}, ${missing})`.execute(db);
  }
});
afterAll(() => database.close());

it('lists the other versions of a film, the same one first, without hidden ones and those of removed providers', async () => {
  const find = createFindVersions(database.db);
  const names = async (chosen: string) =>
    (await find('video:f1', address(chosen))).map((source) => new URL(source.address).host.split('.')[0]);
  expect(await names('propia')).toEqual(['igual', 'menor', 'inglesa']);
  expect(await names('inglesa')).toEqual(['propia', 'menor', 'igual']);
});

it('lists the other versions of a chapter, and none of anything else', async () => {
  const find = createFindVersions(database.db);
  expect(await find('chapter:k1', address('k1'))).toEqual([
    {
      address: address('k1-otra'),
      streamKind: 'file',
      userAgent: null,
      referrer: null,
      cookies: null,
      origin: null,
    },
  ]);
  expect(await find('video:v1', address('k1'))).toEqual([]);
  expect(await find('chapter:k1', address('otra-cosa'))).toEqual([]);
  expect(await find('channel:k1', address('k1'))).toEqual([]);
});
