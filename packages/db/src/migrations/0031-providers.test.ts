import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/index.ts';
import { providersMigration } from './0031-providers.ts';

let database: TestDatabase;

/** Takes back what the migration adds, so that the database is as an installation had it before. */
async function goBack(): Promise<void> {
  await sql`drop table series_listing, video_version, provider_certificate, offered_guide, guide_source cascade`.execute(
    database.db,
  );
  await sql`drop function require_providers, keep_provider_in_use cascade`.execute(database.db);
  for (const table of ['channel_source', 'video', 'chapter']) {
    await sql`
      alter table ${sql.table(table)} drop column provider_id, drop column missing_since`.execute(
      database.db,
    );
  }
  await sql`
    alter table channel_source drop column catchup, drop column catchup_source, drop column catchup_days,
      drop column catchup_correction_hours, drop column guide_shift_hours`.execute(database.db);
  await sql`alter table channel drop column missing_since`.execute(database.db);
  await sql`alter table import drop column provider_id`.execute(database.db);
  await sql`drop table provider`.execute(database.db);
}

const addImport = (id: string, fileName: string, day: number, status = 'done') => sql`
  insert into import (id, kind, file_name, options, status, has_report, username, published_at, created_at)
  values (${id}, 'mixed', ${fileName}, '{}', ${status}, true, 'jefa', make_date(2026, 1, ${day}), make_date(2026, 1, ${day}))`;

const addEntry = (importId: string, position: number, kind: string, target: string, address: string) => sql`
  insert into import_entry
    (import_id, position, line, title, group_title, outcome, target_kind, target_id, address_hash)
  values (${importId}, ${position}, 1, 't', '', 'added', ${kind}, ${target}, sha256(${address}::bytea))`;

const old = [
  addImport('i1', 'lista.m3u', 1),
  addImport('i2', 'lista.m3u', 2),
  addImport('i3', 'otra.m3u', 3),
  addImport('i4', 'vista.m3u', 4, 'preview'),
  sql`
    insert into channel (id, name, name_folded, title_key, number, is_demo) values
      ('c1', 'Uno', 'uno', 'uno', 1, false), ('c2', 'Dos', 'dos', 'dos', 2, false), ('cd', 'Demo', 'demo', 'demo', 3, true)`,
  sql`
    insert into channel_source (id, channel_id, position, address, address_hash, stream_kind)
    select channel_id || position, channel_id, position, address, sha256(address::bytea), 'hls'
    from (values ('c1', 0, 'a'), ('c1', 1, 'b'), ('c2', 0, 'c'), ('cd', 0, 'd')) as s (channel_id, position, address)`,
  sql`
    insert into video (id, title, title_sort, title_folded, search_text, tipo, address, address_hash)
    select id, id, id, id, id, tipo, address, sha256(address::bytea) from (values
      ('f1', 'pelicula', 'e'), ('f2', 'pelicula', 'f'), ('s1', 'serie', null)) as v (id, tipo, address)`,
  sql`insert into season (id, video_id, season_number) values ('t1', 's1', 1)`,
  sql`
    insert into chapter (id, season_id, video_id, position, chapter_number, address, address_hash)
    select 'k' || n, 't1', 's1', n, n, 'k' || n, sha256(('k' || n)::bytea) from generate_series(1, 2) as n`,
  addEntry('i1', 1, 'source', 'c10', 'a'),
  addEntry('i3', 1, 'source', 'c11', 'b'),
  // Another import has given this source an address that somebody has changed since.
  addEntry('i1', 2, 'source', 'c20', 'former'),
  addEntry('i2', 1, 'film', 'f1', 'e'),
  addEntry('i1', 3, 'film', 'f1', 'e'),
  addEntry('i3', 2, 'chapter', 'k1', 'k1'),
];

beforeAll(async () => {
  database = await createTestDatabase();
  await goBack();
  for (const statement of old) await statement.execute(database.db);
  await providersMigration.up(database.db);
});
afterAll(() => database.close());

/** Lists the names of the providers by the ids of the rows of a table that belong to them. */
async function owners(table: 'channel_source' | 'video' | 'chapter') {
  const rows = await database.db
    .selectFrom(table)
    .leftJoin('provider', 'provider.id', `${table}.provider_id`)
    .select([`${table}.id as id`, 'provider.name as name'])
    .orderBy(`${table}.id`)
    .execute();
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]));
}

describe('in an installation with imported lists', () => {
  it('sources belong to the provider of their list, to the demo, or to the earlier lists', async () => {
    expect(await owners('channel_source')).toEqual({
      c10: 'lista.m3u',
      c11: 'otra.m3u',
      c20: 'Listas anteriores',
      cd0: 'Demostración',
    });
  });

  it('so do films and chapters; a series belongs to nobody', async () => {
    expect(await owners('video')).toEqual({ f1: 'lista.m3u', f2: 'Listas anteriores', s1: null });
    expect(await owners('chapter')).toEqual({ k1: 'otra.m3u', k2: 'Listas anteriores' });
  });

  it('files of the same name are one provider, and a preview has none yet', async () => {
    const names = await database.db.selectFrom('provider').select('name').execute();
    expect(names.map(({ name }) => name).toSorted()).toEqual([
      'Agregado a mano',
      'Demostración',
      'Listas anteriores',
      'lista.m3u',
      'otra.m3u',
    ]);
  });

  it('a provider with sources, films or chapters cannot be deleted without them', async () => {
    await expect(
      sql`delete from provider where name = 'otra.m3u'`.execute(database.db),
    ).rejects.toMatchObject({
      constraint: 'channel_source_provider_id_fkey',
    });
  });

  it('a film with an address cannot be without a provider', async () => {
    await expect(
      sql`update video set provider_id = null where id = 'f2'`.execute(database.db),
    ).rejects.toMatchObject({ constraint: 'video_provider_id_check' });
  });
});

it('«Listas anteriores» is not there when nothing belongs to it', async () => {
  await using empty = await createTestDatabase();
  const found = await empty.db.selectFrom('provider').select('id').orderBy('id').execute();
  expect(found.map(({ id }) => id)).toEqual(['demo', 'manual']);
});
