import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReadingState } from '@butaca/contract';
import { countWaitingForLocks, createTestDatabase, type TestDatabase } from '@butaca/db/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { contentOf } from '../../../../test/film-merge/film-merge-database.ts';
import {
  bundleServer,
  endServer,
  type KillableServer,
  type ServerBundle,
} from '../../../../test/killable-server.ts';
import { listEntry, multipartOf } from '../../../../test/upload-list.ts';

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

const chapters = 50;

/** Imports two series, and stores them under the names that an earlier reader gave them. */
async function importAsEarlier({ url, headers }: KillableServer): Promise<void> {
  let content = '#EXTM3U\n';
  for (const name of ['La costa [LAT]', 'La otra costa']) {
    for (let n = 1; n <= chapters; n += 1)
      content += listEntry(`${name} S01E${n}`, `http://proveedor.ejemplo/${name.length}/${n}.mkv`);
  }
  const { body, contentType } = multipartOf('file', { content, form: { section: 'series' } });
  const response = await fetch(`${url}/api/m3u/bulk-upload`, {
    method: 'POST',
    headers: { ...headers, 'content-type': contentType },
    body,
  });
  expect(response.status).toBe(200);
  await sql`
    update import_entry set title = replace(title, 'La otra costa S01', 'La costa HD S02')`.execute(
    database.db,
  );
  for (const [before, after] of [
    ['La costa', 'La costa [LAT]'],
    ['La otra costa', 'La costa HD'],
  ])
    await sql`update video set title = ${after}, title_folded = lower(${after}) where title = ${before}`.execute(
      database.db,
    );
}

async function stateOf({ url, headers }: KillableServer): Promise<ReadingState> {
  return (await (await fetch(`${url}/api/admin/reading`, { headers })).json()) as ReadingState;
}

async function start({ url, headers }: KillableServer, act: 'preview' | 'apply' | 'undo'): Promise<void> {
  const response = await fetch(`${url}/api/admin/reading/${act}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{}',
  });
  expect(response.status).toBe(200);
}

const endsAs = (server: KillableServer, status: string) =>
  expect.poll(async () => (await stateOf(server)).run?.status).toBe(status);

it('a new reading killed while it is applied or undone changes nothing, and is repeatable', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'butaca-kill-'));
  let server = await bundle.start(dataDir, database.connectionString);
  onTestFinished(async () => {
    await endServer(server);
    await rm(dataDir, { recursive: true, force: true });
  });
  await importAsEarlier(server);
  await start(server, 'preview');
  await endsAs(server, 'read');
  expect((await stateOf(server)).run?.counts).toMatchObject({ mergedSeries: 1, chapters: 2 * chapters });
  const asImported = await contentOf(database.db);
  for (const [act, before, after] of [
    ['apply', 'read', 'applied'],
    ['undo', 'applied', 'undone'],
  ] as const) {
    const content = await contentOf(database.db);
    // The test's table lock blocks the job after it has changed titles and chapters.
    await database.db.transaction().execute(async (holder) => {
      await sql`lock table favourite in share mode`.execute(holder);
      await start(server, act);
      await expect.poll(() => countWaitingForLocks(database.db)).toBeGreaterThan(0);
      await endServer(server);
    });
    server = await bundle.start(dataDir, database.connectionString, server.headers);
    await endsAs(server, before);
    expect((await stateOf(server)).run?.error).toBe(
      'Se interrumpió: el servidor se detuvo antes de terminar. No se ha cambiado nada.',
    );
    expect(await contentOf(database.db)).toEqual(content);
    await start(server, act);
    await endsAs(server, after);
  }
  expect(await contentOf(database.db)).toEqual(asImported);
}, 120_000);
