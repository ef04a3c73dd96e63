import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../../test/create-test-database.ts';
import { bundleProcess, runKilledProcess } from '../../test/start-database-process.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { runOnServer, withDatabase } from '../../test/test-server.ts';
import { migrations } from '../migrations/index.ts';
import { openDatabase } from '../open-database.ts';
import { runMigrations } from '../run-migrations.ts';
import { listMigrations } from './list-tables.ts';
import { connectForMaintenance } from '../connection/maintenance-client.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

let bundle: Awaited<ReturnType<typeof bundleProcess>>;
beforeAll(async () => {
  bundle = await bundleProcess(fileURLToPath(new URL('../../test/restore-process.ts', import.meta.url)));
});
afterAll(() => bundle.remove());

/**
 * Creates a database whose schema ends at the given migration, as an older product version had it, with two accounts
 * and one film.
 */
async function oldDatabase(last: string) {
  const name = `old_${process.pid}_${Date.now()}`;
  const serverUrl = inject('testDatabaseUrl');
  await runOnServer(serverUrl, `create database ${name}`);
  const old = await openDatabase({ dataDir: '', databaseUrl: withDatabase(serverUrl, name) });
  onTestFinished(async () => {
    await old.close();
    await runOnServer(inject('testSuperuserUrl'), `drop database ${name} with (force)`);
  });
  const names = Object.keys(migrations);
  const list = Object.fromEntries(
    Object.entries(migrations).filter((_, index) => index <= names.indexOf(last)),
  );
  await runMigrations(old.db, list);
  await sql`
    insert into account (id, username, username_folded, password_hash, role, is_active)
    values ('vieja', 'Vieja', 'vieja', 'x', 'user', false), ('jefa', 'Jefa', 'jefa', 'x', 'admin', true)`.execute(
    old.db,
  );
  await sql`
    insert into video (id, title, title_sort, search_text, tipo) values ('film', 'F', 'f', 'f', 'pelicula')`.execute(
    old.db,
  );
  return old;
}

it('a backup of an older version is restored and then migrated to the present schema', async () => {
  const old = await oldDatabase('0005_media');
  const path = join(await temporaryFolder(), 'vieja.bak');
  await writeBackup(old.connectionString, path);
  await using present = await createTestDatabase();
  await restoreBackup(present.connectionString, path);
  const accounts = await present.db.selectFrom('account').selectAll().orderBy('id', 'desc').execute();
  // The restored backup is older than the migration `0006_administration`, so restoring has to run this migration,
  // which marks inactive accounts that have never signed in as awaiting approval.
  expect(accounts).toMatchObject([
    { username: 'Vieja', awaits_approval: true },
    { username: 'Jefa', awaits_approval: false },
  ]);
  expect(await present.db.selectFrom('video').select('id').execute()).toEqual([{ id: 'film' }]);
  expect(await present.db.selectFrom('plan').select('key').execute()).toHaveLength(5);

  const client = await connectForMaintenance(present.connectionString);
  expect(await listMigrations(client)).toEqual(Object.keys(migrations));
  await client.end();
  const second = join(await temporaryFolder(), 'nueva.bak');
  await writeBackup(present.connectionString, second);
  await restoreBackup(present.connectionString, second);
});

it('a backup of an older version is restored beside functions of another role', async () => {
  const old = await oldDatabase('0005_media');
  const path = join(await temporaryFolder(), 'vieja.bak');
  await writeBackup(old.connectionString, path);
  await using present = await createTestDatabase();
  const asSuperuser = withDatabase(
    inject('testSuperuserUrl'),
    new URL(present.connectionString).pathname.slice(1),
  );
  await runOnServer(
    asSuperuser,
    `create function public.user_lookup(name text) returns text language sql as 'select name'`,
  );
  await restoreBackup(present.connectionString, path);
  const { rows } = await sql<{ name: string }>`select user_lookup('ana') as name`.execute(present.db);
  expect(rows).toEqual([{ name: 'ana' }]);
});

it(
  'a process that is killed at any of its queries leaves the old data unchanged',
  { timeout: 120_000 },
  async () => {
    await using source = await createTestDatabase();
    await sql`
    insert into account (id, username, username_folded, password_hash, role)
    values ('jefa', 'Jefa', 'jefa', 'x', 'admin')`.execute(source.db);
    await sql`
    insert into video (id, title, title_sort, title_folded, search_text, tipo)
    select 'nuevo-' || n, 'N', 'n', 'n', repeat('x', 200), 'pelicula' from generate_series(1, 3000) as n`.execute(
      source.db,
    );
    const path = join(await temporaryFolder(), 'una.bak');
    await writeBackup(source.connectionString, path);
    await using target = await createTestDatabase();
    await sql`
    insert into video (id, title, title_sort, title_folded, search_text, tipo)
    select 'viejo-' || n, 'V', 'v', 'v', 'v', 'pelicula' from generate_series(1, 50) as n`.execute(target.db);
    const idsOf = async () => {
      const rows = await target.db.selectFrom('video').select('id').execute();
      return { old: rows.filter(({ id }) => id.startsWith('viejo')).length, all: rows.length };
    };

    // The restoring process is killed at each of its queries except the last one, the commit: Postgres may still
    // receive and execute a commit whose sender was killed.
    const all = await runKilledProcess(bundle.script, null, target.connectionString, path);
    expect(all).toBeGreaterThan(20);
    expect(await idsOf()).toEqual({ old: 0, all: 3_000 });
    await sql`delete from video`.execute(target.db);
    await sql`
    insert into video (id, title, title_sort, title_folded, search_text, tipo)
    select 'viejo-' || n, 'V', 'v', 'v', 'v', 'pelicula' from generate_series(1, 50) as n`.execute(target.db);
    const last = (all ?? 0) - 1;
    const points = Array.from({ length: 20 }, (_, index) =>
      Math.max(1, Math.round(((index + 1) / 20) * last)),
    );
    for (const point of points) {
      expect(await runKilledProcess(bundle.script, point, target.connectionString, path)).toBeNull();
      expect(await idsOf(), `killed at query ${point} of ${all}`).toEqual({ old: 50, all: 50 });
    }
    await runKilledProcess(bundle.script, null, target.connectionString, path);
    expect(await idsOf()).toEqual({ old: 0, all: 3_000 });
  },
);
