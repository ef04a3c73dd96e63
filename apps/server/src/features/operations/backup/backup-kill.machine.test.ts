import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@butaca/db/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import {
  bundleServer,
  endServer,
  type KillableServer,
  type ServerBundle,
} from '../../../../test/killable-server.ts';

let database: TestDatabase;
let bundle: ServerBundle;
beforeAll(async () => {
  database = await createTestDatabase();
  bundle = await bundleServer();
});
afterAll(async () => {
  await database.close();
  await bundle[Symbol.asyncDispose]();
});

const createBackup = ({ url, headers }: KillableServer) =>
  fetch(`${url}/api/admin/backups`, { method: 'POST', headers });

it('the unfinished file of a backup whose server was killed is gone after the next start', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'butaca-kill-'));
  const backups = () => readdir(join(dataDir, 'backups')).catch(() => []);
  let server = await bundle.start(dataDir, database.connectionString);
  onTestFinished(async () => {
    await endServer(server);
    await rm(dataDir, { recursive: true, force: true });
  });
  // Enough data (80 MB) that writing them takes longer than noticing the file.
  await sql`
    insert into audit_entry (id, username, action, subject_name)
    select n::text, 'admin', 'backup.create', repeat(md5(n::text), 625) from generate_series(1, 4000) n`.execute(
    database.db,
  );
  const lost = createBackup(server).catch(() => undefined);
  await expect.poll(backups, { interval: 5 }).toEqual([expect.stringMatching(/\.partial$/)]);
  await endServer(server);
  await lost;
  expect(await backups()).toEqual([expect.stringMatching(/\.partial$/)]);
  server = await bundle.start(dataDir, database.connectionString);
  await expect.poll(backups).toEqual([]);
  expect((await createBackup(server)).status).toBe(201);
  expect(await backups()).toEqual([expect.stringMatching(/^butaca-.*\.bak$/)]);
}, 120_000);
