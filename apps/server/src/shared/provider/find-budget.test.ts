import { hash } from 'node:crypto';
import type { ItemKey } from '@butaca/contract';
import { createTestDatabase, type TestDatabase } from '@butaca/db/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFindBudget } from './find-budget.ts';

let database: TestDatabase;
const addresses = { channel: 'http://uno.example/1.ts', film: 'http://uno.example/film.mp4' };
beforeAll(async () => {
  database = await createTestDatabase();
  const hashOf = (address: string) => hash('sha256', address, 'buffer');
  for (const statement of [
    sql`
      insert into provider (id, name, kind, max_connections) values
        ('casa', 'Casa', 'file', 2), ('otra', 'Otra', 'file', 5), ('libre', 'Libre', 'file', null)`,
    sql`
      insert into channel (id, name, name_folded, title_key, number, is_demo) values
        ('c1', 'Uno', 'uno', 'uno', 1, false), ('c2', 'Dos', 'dos', 'dos', 2, false)`,
    sql`
      insert into channel_source (id, channel_id, position, address, address_hash, stream_kind, provider_id) values
        ('s1', 'c1', 0, ${addresses.channel}, ${hashOf(addresses.channel)}, 'ts', 'casa'),
        ('s2', 'c2', 0, 'http://dos.example/', ${hashOf('http://dos.example/')}, 'ts', 'libre')`,
    sql`
      insert into video (id, title, title_sort, title_folded, search_text, tipo, address, address_hash, provider_id) values
        ('f1', 'f', 'f', 'f', 'f', 'pelicula', ${addresses.film}, ${hashOf(addresses.film)}, 'casa'),
        ('v1', 's', 's', 's', 's', 'serie', null, null, null)`,
    sql`insert into season (id, video_id, season_number) values ('t1', 'v1', 1)`,
    sql`
      insert into chapter (id, season_id, video_id, position, chapter_number, address, address_hash, provider_id)
      values
        ('k1', 't1', 'v1', 1, 1, 'http://k', ${hashOf('http://k')}, 'otra'),
        ('k2', 't1', 'v1', 2, 2, 'http://k2', ${hashOf('http://k2')}, 'casa')`,
  ]) {
    await statement.execute(database.db);
  }
});
afterAll(() => database.close());

it.each([
  ['a channel', 'channel:c1', 'http://uno.example/segmento.ts'],
  ['a film', 'video:f1', 'http://uno.example/'],
  ['a chapter', 'chapter:k2', 'http://uno.example/'],
  ['an address that is looked at', undefined, addresses.channel],
  ['the address of a film', undefined, addresses.film],
  ['a call of an Xtream account', undefined, 'http://casa.xtream.invalid/player_api.php?series_id=1'],
  ['a source of an Xtream account', 'channel:c2', 'http://casa.xtream.invalid/live/-/-/1.ts'],
] as const)('is that of the provider of %s', async (_what, itemKey, address) => {
  const budget = await createFindBudget(database.db)({ address, itemKey });
  expect(budget).toEqual({ providerKey: 'casa', connections: 2 });
});

it.each([
  ['a provider whose connections are not known', 'channel:c2'],
  ['a channel that does not exist', 'channel:nada'],
  ['a trailer', 'trailer:f1'],
] as const)('is unknown for %s', async (_what, itemKey) => {
  expect(await createFindBudget(database.db)({ address: 'http://otra.example/', itemKey })).toBeUndefined();
});

it('is that of the source of a playlist for the segments that are looked at', async () => {
  const address = 'http://uno.example/segmento.ts';
  const find = createFindBudget(database.db);
  expect(await find({ address, itemKey: undefined })).toBeUndefined();
  const sourceAddress = addresses.channel;
  expect((await find({ address, itemKey: undefined, sourceAddress }))?.providerKey).toBe('casa');
});

it('is that of the first source for a past programme whose source a renewed list no longer has', async () => {
  const find = createFindBudget(database.db);
  const address = 'http://uno.example/segmento.ts';
  const sourceAddress = 'http://uno.example/1.ts?token=anterior';
  expect((await find({ address, itemKey: 'archive:c1', sourceAddress }))?.providerKey).toBe('casa');
});

it('is that of each chapter of a series whose chapters several providers have', async () => {
  const find = createFindBudget(database.db);
  const address = 'http://uno.example/segmento.ts';
  const keyOf = async (itemKey: ItemKey) => (await find({ address, itemKey }))?.providerKey;
  expect([await keyOf('chapter:k1'), await keyOf('chapter:k2')]).toEqual(['otra', 'casa']);
});

it('is that of the version of a film that is played, where several providers have it', async () => {
  const version = 'http://otra.example/film.mp4';
  await sql`
    insert into video_version (id, video_id, position, provider_id, address, address_hash, stream_kind)
    values ('w1', 'f1', 0, 'otra', ${version}, ${hash('sha256', version, 'buffer')}, 'file')`.execute(
    database.db,
  );
  const find = createFindBudget(database.db);
  const keyOf = async (itemKey: ItemKey | undefined, sourceAddress: string) =>
    (await find({ address: 'http://otra.example/segmento.ts', itemKey, sourceAddress }))?.providerKey;
  expect(await keyOf('video:f1', version)).toBe('otra');
  expect(await keyOf('video:f1', addresses.film)).toBe('casa');
  expect(await keyOf(undefined, version)).toBe('otra');
});
