import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readBackupHeader, restoreBackup, writeBackup } from '@butaca/db';
import { createOlderDatabase, createTestDatabase, type TestDatabase } from '@butaca/db/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { upgradeSchema } from './upgrade-schema.ts';

let sharedDir: string;
let database: TestDatabase;
beforeEach(async () => {
  sharedDir = await mkdtemp(join(tmpdir(), 'butaca-upgrade-'));
  database = await createOlderDatabase();
  await database.db
    .insertInto('account')
    .values({ id: 'ana', username: 'Ana', username_folded: 'ana', password_hash: 'x', role: 'admin' })
    .execute();
});
afterEach(async () => {
  await database.close();
  await rm(sharedDir, { recursive: true, force: true });
});

const upgrade = (upgraded = database) =>
  upgradeSchema(upgraded, { sharedDir }, { info: () => undefined, warn: () => undefined });
const backups = () => readdir(join(sharedDir, 'backups')).catch(() => []);
const usernames = async ({ db }: TestDatabase) =>
  (await db.selectFrom('account').select('username').execute()).map(({ username }) => username);
const countMigrations = async () => {
  const { count } = await database.db
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

it('backs the data of an older version up once, before it changes the schema', async () => {
  const older = await countMigrations();
  await upgrade();
  const names = await backups();
  expect(names).toEqual([expect.stringMatching(/^antes-de-actualizar-\d{4}-\d\d-\d\d-\d{6}\.bak$/)]);
  expect(await countMigrations()).toBe(older + 1);
  const path = join(sharedDir, 'backups', names[0] ?? '');
  expect((await readBackupHeader(path)).migrations).toHaveLength(older);
  await upgrade();
  expect(await backups()).toEqual(names);
});

it('keeps the five newest of the same schema, and all of another one and all others', async () => {
  const folder = join(sharedDir, 'backups');
  const named = (day: number) => `antes-de-actualizar-2026-01-0${day}-120000.bak`;
  await using present = await createTestDatabase();
  await mkdir(folder);
  await writeBackup(present.connectionString, join(folder, named(1)));
  await writeBackup(database.connectionString, join(folder, named(2)));
  for (const day of [3, 4, 5, 6, 7]) await copyFile(join(folder, named(2)), join(folder, named(day)));
  const others = ['butaca-2026-01-01-120000.bak', 'antes-de-actualizar-mía.bak', named(8)];
  for (const name of others) await writeFile(join(folder, name), 'no backup');
  await upgrade();
  const names = await backups();
  const kept = [named(1), ...[4, 5, 6, 7].map(named), ...others];
  expect(names).toHaveLength(kept.length + 1);
  expect(names).toEqual(expect.arrayContaining(kept));
});

it('writes a backup that the older version restores into an empty database', async () => {
  await upgrade();
  const [name = ''] = await backups();
  await using emptied = await createOlderDatabase();
  await restoreBackup(emptied.connectionString, join(sharedDir, 'backups', name));
  expect(await usernames(emptied)).toEqual(['Ana']);
});

it('changes nothing, and says so, when the backup cannot be written', async () => {
  const older = await countMigrations();
  await writeFile(join(sharedDir, 'backups'), 'no folder');
  await expect(upgrade()).rejects.toMatchObject({
    name: 'DatabaseStartError',
    message: expect.stringMatching(
      /^No se ha podido guardar la copia que se hace antes de actualizar la base de datos .* No se ha cambiado nada\./,
    ),
  });
  expect(await countMigrations()).toBe(older);
});

it('backs up nothing when the schema is that of this version', async () => {
  await using present = await createTestDatabase();
  await upgrade(present);
  expect(await backups()).toEqual([]);
});
