import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeOldDataFolder } from '../../test/make-old-data-folder.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { openDatabase, type DatabaseConnection } from '../open-database.ts';
import { migrateToLatest } from '../run-migrations.ts';

async function open(dataDir: string): Promise<DatabaseConnection> {
  const database = await openDatabase({ dataDir });
  await migrateToLatest(database.db);
  return database;
}

/** The files of a data folder that say who may connect. */
const accessFiles = ['pg_hba.conf', 'butaca.password', 'butaca_server.password'];
const readAccess = (dataDir: string): Promise<string[]> =>
  Promise.all(accessFiles.map((name) => readFile(join(dataDir, 'postgres', name), 'utf8')));

/** The error with which a connection is refused; it has Postgres's error code. */
async function refusalOf(connectionString: string): Promise<unknown> {
  const client = new pg.Client({ connectionString });
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    return error;
  } finally {
    await client.end();
  }
}

/** Makes a backup of a database with an administrator, and restores it. */
async function backUpAndRestore({ connectionString, db }: DatabaseConnection): Promise<void> {
  await db
    .insertInto('account')
    .values({ id: 'ana', username: 'Ana', username_folded: 'ana', password_hash: 'x', role: 'admin' })
    .execute();
  const path = join(await temporaryFolder(), 'una.bak');
  await writeBackup(connectionString, path);
  await db.deleteFrom('account').execute();
  await restoreBackup(connectionString, path);
  expect(await db.selectFrom('account').select('id').execute()).toEqual([{ id: 'ana' }]);
}

const saveSecret = ({ db }: DatabaseConnection) =>
  db
    .insertInto('instance_secret')
    .values({ name: 'kept', value: Buffer.from('kept') })
    .execute();
const secretNames = async ({ db }: DatabaseConnection): Promise<string[]> =>
  (await db.selectFrom('instance_secret').select('name').execute()).map(({ name }) => name);

describe.each([
  ['a new data folder', async () => {}],
  ['a data folder of an older version', makeOldDataFolder],
])('in %s the server', (_, prepare) => {
  let dataDir: string;
  let database: DatabaseConnection;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'butaca-db-roles-'));
    await prepare(dataDir);
    database = await open(dataDir);
  });
  afterAll(async () => {
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('is no superuser, and may start no program and read no file', async () => {
    const { rows } = await sql<Record<string, boolean>>`
      select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls from pg_roles
      where rolname = current_user`.execute(database.db);
    expect(rows.flatMap((row) => Object.values(row))).toEqual([false, false, false, false, false]);
    const forbidden = [
      sql`copy (select 1) to program 'true'`,
      sql`copy plan to '/tmp/butaca-plan'`,
      sql`select pg_read_file('butaca.password')`,
      sql`set role butaca`,
      sql`set session authorization butaca`,
      sql`create role otra superuser`,
      sql`alter role butaca_server superuser`,
      sql`alter system set fsync = off`,
    ];
    for (const statement of forbidden) {
      await expect(statement.execute(database.db)).rejects.toMatchObject({ code: '42501' });
    }
  });

  it('cannot connect as the superuser with its own password or without any', async () => {
    const url = new URL(database.connectionString);
    expect([url.username, await refusalOf(url.href)]).toEqual(['butaca_server', undefined]);
    url.username = 'butaca';
    expect(await refusalOf(url.href)).toMatchObject({ code: '28P01' });
    url.password = '';
    expect(await refusalOf(url.href)).toBeInstanceOf(Error);
    url.username = 'butaca_server';
    expect(await refusalOf(url.href)).toBeInstanceOf(Error);
  });

  it('owns its database, backs it up and restores it', async () => {
    await backUpAndRestore(database);
    const { rows } = await sql`
      select datname::text as name from pg_database
      where datname = current_database() and datdba <> current_user::regrole
      union all
      select relname::text from pg_class
      where relnamespace = 'public'::regnamespace and relowner <> current_user::regrole
      union all
      select proname::text from pg_proc
      where pronamespace = 'public'::regnamespace and proowner <> current_user::regrole
        and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`.execute(
      database.db,
    );
    expect(rows).toEqual([]);
  });
});

describe('the passwords of the embedded Postgres', () => {
  it('are in private files, differ, stay the same at the next start, and are set anew when lost', async () => {
    const dataDir = await temporaryFolder();
    const first = await open(dataDir);
    await saveSecret(first);
    await first.close();
    const before = await readAccess(dataDir);
    expect(before[1]).not.toBe(before[2]);
    for (const name of accessFiles) {
      expect((await stat(join(dataDir, 'postgres', name))).mode & 0o777).toBe(0o600);
    }
    await (await open(dataDir)).close();
    expect(await readAccess(dataDir)).toEqual(before);

    for (const name of accessFiles) await rm(join(dataDir, 'postgres', name));
    await using database = await open(dataDir);
    expect(await secretNames(database)).toEqual(['kept']);
    const after = await readAccess(dataDir);
    expect(after[0]).toBe(before[0]);
    expect(after).not.toContain(before[1]);
    expect(after).not.toContain(before[2]);
    const url = new URL(database.connectionString);
    url.username = 'butaca';
    expect(await refusalOf(url.href)).toMatchObject({ code: '28P01' });
  });
});

describe('the change of an older data folder', () => {
  it.each([
    ['only the server’s role has been made', ['create role butaca_server login']],
    [
      'passwords have been set that are in no file',
      ["create role butaca_server login password 'x'", "alter role butaca password 'y'"],
    ],
  ])('is completed by the next start when it was interrupted after %s', async (_, statements) => {
    const dataDir = await temporaryFolder();
    await makeOldDataFolder(dataDir, statements);
    await using database = await open(dataDir);
    expect(await secretNames(database)).toEqual(['kept']);
  });
});
