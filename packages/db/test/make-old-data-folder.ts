import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { silentLog } from '../src/connection/database-log.ts';
import { locateBinaries, programEnvironment } from '../src/embedded-postgres/binaries.ts';
import { launchPostgres } from '../src/embedded-postgres/postgres-process.ts';
import { chooseRunAs, commandFor, giveFolder } from '../src/embedded-postgres/run-as.ts';
import { openDatabase } from '../src/open-database.ts';
import { migrateToLatest } from '../src/run-migrations.ts';
import { runOnServer } from './test-server.ts';

/**
 * Makes a data folder as the product made it before the server had a role of its own: over the socket everybody is
 * trusted, and the superuser owns the product's database, which is migrated and has one row in `instance_secret`.
 *
 * @param statements - SQL that the superuser runs at the end
 */
export async function makeOldDataFolder(dataDir: string, statements: readonly string[] = []): Promise<void> {
  const folder = join(dataDir, 'postgres');
  const binaries = await locateBinaries();
  const runAs = await chooseRunAs(binaries.postgres);
  await mkdir(dataDir, { recursive: true });
  await giveFolder(dataDir, runAs);
  const options = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  await promisify(execFile)(
    ...commandFor(runAs, binaries.initdb, [
      `--pgdata=${folder}`,
      '--username=butaca',
      '--auth=trust',
      ...options,
    ]),
    { env: programEnvironment() },
  );
  const control = await readFile(join(folder, 'global', 'pg_control'));
  const clusterId = control.readBigUInt64LE(0).toString();
  await writeFile(join(folder, 'butaca.json'), `${JSON.stringify({ product: 'butaca', clusterId })}\n`);

  const endpoint = { kind: 'socket', folder, port: 5432 } as const;
  const server = await launchPostgres({ binaries, runAs, folder, endpoint, log: silentLog });
  const urlOf = (database: string) =>
    `postgres://butaca@localhost:5432/${database}?host=${encodeURIComponent(folder)}&sslmode=disable`;
  await runOnServer(urlOf('postgres'), 'create database butaca');
  const database = await openDatabase({ dataDir: '/not used', databaseUrl: urlOf('butaca') });
  await migrateToLatest(database.db);
  await database.db
    .insertInto('instance_secret')
    .values({ name: 'kept', value: Buffer.from('kept') })
    .execute();
  await database.close();
  await runOnServer(urlOf('butaca'), ...statements);
  await server.stop();
}
