import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { silentLog } from '../src/connection/database-log.ts';
import { startEmbeddedPostgres } from '../src/embedded-postgres/start-embedded-postgres.ts';
import { openDatabase } from '../src/open-database.ts';
import { migrations } from '../src/migrations/index.ts';
import { runMigrations } from '../src/run-migrations.ts';
import { runOnServer, superuserUrlOf, withDatabase } from './test-server.ts';

/**
 * Postgres settings that skip waiting for the disk and cleaning up, because test databases are disposable: autovacuum
 * would visit hundreds of them. Tests of crashes start Postgres servers of their own.
 */
const forgetful = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  // Each connection of a test derives its key from the password that often.
  scram_iterations: '1',
};

/**
 * Provides one real Postgres for the whole test run, with a migrated template database from which each test file copies
 * its own, and one that lacks the newest migration. It is the embedded Postgres in a temporary folder, or the server named by `TEST_DATABASE_URL`, whose user
 * must be allowed to create databases.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer();
  const template = `butaca_template_${randomBytes(6).toString('hex')}`;
  const older = `${template}_older`;
  try {
    await runOnServer(server.url, `create database ${older}`);
    await migrate(withDatabase(server.url, older), Object.entries(migrations).slice(0, -1));
    await runOnServer(server.url, `create database ${template} template ${older} strategy file_copy`);
    await migrate(withDatabase(server.url, template), Object.entries(migrations));
    // Postgres copies a template database only while nobody is connected to it, so connections to the templates are
    // forbidden from now on.
    for (const name of [older, template])
      await runOnServer(server.url, `alter database ${name} with is_template true allow_connections false`);
  } catch (error) {
    await server.stop();
    throw error;
  }
  project.provide('testDatabaseUrl', server.url);
  project.provide('testSuperuserUrl', server.superuserUrl);
  project.provide('testDatabaseTemplate', template);
  project.provide('testOlderTemplate', older);
  return async () => {
    for (const name of [older, template])
      await runOnServer(
        server.superuserUrl,
        `alter database ${name} is_template false`,
        `drop database ${name} with (force)`,
      );
    await server.stop();
  };
}

async function migrate(
  databaseUrl: string,
  list: readonly (readonly [string, (typeof migrations)[string]])[],
): Promise<void> {
  await using database = await openDatabase({ dataDir: '', databaseUrl });
  await runMigrations(database.db, Object.fromEntries(list));
}

async function startServer(): Promise<{ url: string; superuserUrl: string; stop(): Promise<void> }> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given !== undefined && given !== '') {
    return { url: given, superuserUrl: given, stop: async () => {} };
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'butaca-test-'));
  const server = await startEmbeddedPostgres({ dataDir, log: silentLog, settings: forgetful });
  // Tests use the server's role, so that they fail on what it may not do; only creating databases is allowed to it here.
  const superuserUrl = await superuserUrlOf(server);
  await runOnServer(superuserUrl, 'alter role butaca_server createdb');
  return {
    url: server.connectionString,
    superuserUrl,
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
