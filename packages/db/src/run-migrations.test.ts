import { randomUUID } from 'node:crypto';
import { sql, type Kysely, type Migration } from 'kysely';
import { expect, inject, it, onTestFinished } from 'vitest';
import { createOlderDatabase, createTestDatabase, type TestDatabase } from '../test/index.ts';
import { runOnServer } from '../test/test-server.ts';
import { migrations } from './migrations/index.ts';
import { migrateToLatest, runMigrations } from './run-migrations.ts';

async function testDatabase(options?: { poolSize: number }): Promise<TestDatabase> {
  const database = await createTestDatabase(options);
  onTestFinished(() => database.close());
  return database;
}

function migration(...statements: string[]): Migration {
  return {
    async up(db: Kysely<unknown>) {
      for (const statement of statements) {
        await sql.raw(statement).execute(db);
      }
    },
  };
}

async function tableExists({ db }: TestDatabase, name: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass(${name}) is not null as found`.execute(
    db,
  );
  return rows[0]?.found === true;
}

it('runMigrations applies new migrations in order, and none the second time', async () => {
  const { db } = await testDatabase();
  expect(await migrateToLatest(db)).toEqual([]);
  const list = {
    ...migrations,
    '9001_more': migration('create table more (id int)'),
    '9002_even_more': migration('alter table more add column name text'),
  };
  expect(await runMigrations(db, list)).toEqual(['9001_more', '9002_even_more']);
  expect(await runMigrations(db, list)).toEqual([]);
});

it('runMigrations rolls back a migration that fails and keeps the ones before it', async () => {
  const database = await testDatabase();
  const list = {
    ...migrations,
    '9001_good': migration('create table good (id int)'),
    '9002_bad': migration('create table bad (id int)', 'select 1 / 0'),
  };
  await expect(runMigrations(database.db, list)).rejects.toThrow('division by zero');
  expect(await tableExists(database, 'good')).toBe(true);
  expect(await tableExists(database, 'bad')).toBe(false);
  list['9002_bad'] = migration('create table bad (id int)');
  expect(await runMigrations(database.db, list)).toEqual(['9002_bad']);
});

it('runMigrations applies each migration once when several servers start together', async () => {
  const database = await testDatabase({ poolSize: 4 });
  const list = {
    ...migrations,
    '9001_once': migration('create table once (id int)', 'select pg_sleep(0.2)'),
  };
  const applied = await Promise.all(Array.from({ length: 4 }, () => runMigrations(database.db, list)));
  expect(applied.flat()).toEqual(['9001_once']);
});

it('runMigrations lets one of several servers back an older schema up before it changes', async () => {
  const database = await testDatabase({ poolSize: 4 });
  const list = { ...migrations, '9001_more': migration('create table more (id int)') };
  const found: boolean[] = [];
  const beforehand = async (): Promise<void> => {
    found.push(await tableExists(database, 'more'));
  };
  await Promise.all(Array.from({ length: 3 }, () => runMigrations(database.db, list, { beforehand })));
  expect(found).toEqual([false]);
});

it('runMigrations changes nothing when what comes beforehand fails', async () => {
  const database = await testDatabase();
  const list = { ...migrations, '9001_more': migration('create table more (id int)') };
  const beforehand = () => Promise.reject(new Error('the disk is full'));
  await expect(runMigrations(database.db, list, { beforehand })).rejects.toThrow('the disk is full');
  expect(await tableExists(database, 'more')).toBe(false);
  expect(await runMigrations(database.db, list)).toEqual(['9001_more']);
});

it('runMigrations calls nothing beforehand for an empty database', async () => {
  await using database = await createOlderDatabase([]);
  const beforehand = () => Promise.reject(new Error('there is nothing to back up'));
  await expect(migrateToLatest(database.db, { beforehand })).resolves.toEqual(Object.keys(migrations));
});

it('runMigrations refuses a database migrated by a newer version, and changes nothing', async () => {
  const database = await testDatabase();
  await runMigrations(database.db, {
    ...migrations,
    '9001_future': migration('create table future (id int)'),
  });
  const error: unknown = await runMigrations(database.db, {
    ...migrations,
    '0002_other': migration('create table other (id int)'),
  }).catch((reason: unknown) => reason);
  expect(error).toMatchObject({
    name: 'DatabaseStartError',
    message:
      'La base de datos es de una versión más nueva de Butaca (tiene la migración 9001_future). ' +
      'Actualiza Butaca, o restaura en una base de datos vacía una copia de seguridad hecha con esta versión.',
  });
  expect(await tableExists(database, 'other')).toBe(false);
});

it('runMigrations restores the statement timeout of the connection it used', async () => {
  const { db } = await testDatabase({ poolSize: 1 });
  await runMigrations(db, { ...migrations, '9001_slow': migration('create table slow (id int)') });
  const { rows } = await sql`show statement_timeout`.execute(db);
  expect(rows).toEqual([{ statement_timeout: '5s' }]);
});

it('runMigrations says which rights the user of the database lacks, and is content with them', async () => {
  const server = inject('testSuperuserUrl');
  const role = `sin_permiso_${randomUUID().slice(0, 8)}`;
  await runOnServer(server, `create role ${role}`);
  await using database = await createOlderDatabase([]);
  onTestFinished(() => runOnServer(server, `drop role ${role}`));
  const { rows } = await sql<{ user: string; database: string }>`
    select current_user as user, current_database() as database`.execute(database.db);
  const [{ user, database: name } = { user: '', database: '' }] = rows;
  const url = new URL(server);
  url.pathname = `/${name}`;
  await runOnServer(
    url.href,
    `grant ${role} to ${user}`,
    `grant create on database ${name} to ${role}`,
    `grant usage, create on schema public to ${role}`,
  );
  const list = { '0001_first': migration('create table first (id int)') };
  const migrate = () =>
    database.db.connection().execute(async (connection) => {
      await sql.raw(`set role ${role}`).execute(connection);
      try {
        return await runMigrations(connection, list);
      } finally {
        await sql`reset role`.execute(connection);
      }
    });
  const refusal = `El usuario ${role} no puede cambiar la base de datos ${name}`;
  await expect(migrate()).rejects.toThrow(
    `${refusal} (permission denied for table kysely_migration). Sus tablas son de otro usuario`,
  );
  await runOnServer(
    url.href,
    `revoke create on database ${name} from ${role}`,
    `revoke all on schema public from ${role}`,
  );
  await sql`drop table kysely_migration, kysely_migration_lock`.execute(database.db);
  const grants = `GRANT CREATE ON DATABASE ${name} TO ${role}; GRANT USAGE, CREATE ON SCHEMA public TO ${role};`;
  await expect(migrate()).rejects.toThrow(
    new RegExp(`^${refusal} \\(.*\\)\\. Ejecuta esto .* y arranca de nuevo: ${grants}$`),
  );
  await runOnServer(url.href, ...grants.split(';').filter((grant) => grant !== ''));
  expect(await migrate()).toEqual(['0001_first']);
  await runOnServer(url.href, `drop owned by ${role}`);
});
