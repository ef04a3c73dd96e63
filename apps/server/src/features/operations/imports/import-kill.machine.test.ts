import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EndpointAnswer, EndpointByRoute } from '@butaca/contract';
import { countWaitingForLocks, createTestDatabase, type TestDatabase } from '@butaca/db/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import {
  bundleServer,
  endServer,
  type KillableServer,
  type ServerBundle,
} from '../../../../test/killable-server.ts';
import { listEntry, multipartOf } from '../../../../test/upload-list.ts';

/** How many times the test kills the server, at moments spread over the duration of an import of an M3U list. */
const kills = 8;
const entries = 200;

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

const startServer = (dataDir: string, headers?: KillableServer['headers']) =>
  bundle.start(dataDir, database.connectionString, headers);

/** Builds an M3U list in which every other entry is a film and the entries between are chapters of a series. */
function listOf(name: string): string {
  let text = '#EXTM3U\n';
  for (let n = 0; n < entries; n += 1) {
    const address = `http://proveedor.ejemplo/${name}/${n}.mkv`;
    text += listEntry(n % 2 === 0 ? `${name} ${n}` : `${name} S01E${n}`, address, 'group-title="CINE"');
  }
  return text;
}

async function upload({ url, headers }: KillableServer, name: string) {
  const { body, contentType } = multipartOf('file', { content: listOf(name), form: { section: 'series' } });
  const response = await fetch(`${url}/api/m3u/bulk-upload`, {
    method: 'POST',
    headers: { ...headers, 'content-type': contentType },
    body,
  });
  return { status: response.status, body: (await response.json()) as { added: number; duplicates: number } };
}

async function chaptersOf(name: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from chapter
    where address like ${`http://proveedor.ejemplo/${name}/%`}`.execute(database.db);
  return rows[0]?.total ?? 0;
}

it(`an import killed at any of ${kills} moments is done fully or not at all, and is repeatable`, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'butaca-kill-'));
  let server = await startServer(dataDir);
  onTestFinished(async () => {
    await endServer(server);
    await rm(dataDir, { recursive: true, force: true });
  });
  const startedAt = performance.now();
  expect((await upload(server, 'entera')).body.added).toBe(entries);
  const wholeMs = performance.now() - startedAt;
  const left: number[] = [];
  for (let turn = 0; turn < kills; turn += 1) {
    const name = `lista${turn}`;
    const lost = upload(server, name).catch(() => undefined);
    await new Promise((resolve) => {
      setTimeout(resolve, (wholeMs * (turn + Math.random())) / kills);
    });
    await endServer(server);
    await lost;
    server = await startServer(dataDir, server.headers);
    const total = await chaptersOf(name);
    left.push(total);
    expect([0, entries]).toContain(total);
    const response = await fetch(`${server.url}/api/admin/imports`, { headers: server.headers });
    const history = (await response.json()) as EndpointAnswer<EndpointByRoute<'GET /api/admin/imports'>>;
    const interrupted = history.imports.filter(({ status }) => status === 'failed');
    for (const { errorCode, error } of interrupted)
      expect([errorCode, error]).toEqual([
        'import.interrupted',
        'Se interrumpió: el servidor se detuvo antes de terminar. No se ha cambiado nada.',
      ]);
    expect(history.imports.some(({ status }) => status === 'running')).toBe(false);
    expect(await readdir(join(dataDir, 'uploads'))).toEqual([]);
    const again = await upload(server, name);
    expect([again.status, again.body.added + again.body.duplicates]).toEqual([200, entries]);
    expect(await chaptersOf(name)).toBe(entries);
  }
  // At least one kill hit the server before the import was committed, so that nothing of the M3U list was in the
  // catalogue.
  expect(left).toContain(0);
  expect(await countLooseRows()).toBe(0);
}, 300_000);

/** Counts rows of import reports that were left over: their import of an M3U list does not exist or has no report. */
async function countLooseRows(): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from import_entry
    where not exists (select from import where import.id = import_entry.import_id and import.has_report)`.execute(
    database.db,
  );
  return rows[0]?.total ?? 0;
}

const publish = ({ url, headers }: KillableServer, id: string) =>
  fetch(`${url}/api/admin/imports/${id}/publish`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{}',
  });

async function readImport({ url, headers }: KillableServer, id: string) {
  const response = await fetch(`${url}/api/admin/imports/${id}`, { headers });
  return (await response.json()) as EndpointAnswer<EndpointByRoute<'GET /api/admin/imports/:id'>>;
}

it.each([
  ['killed', 'SIGKILL', 'probada'],
  ['stopped', 'SIGTERM', 'parada'],
] as const)(
  'a preview whose server was %s inside its publishing stays a preview, and can be published',
  async (_how, signal, name) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'butaca-kill-'));
    let server = await startServer(dataDir);
    onTestFinished(async () => {
      await endServer(server);
      await rm(dataDir, { recursive: true, force: true });
    });
    const id = await preview(server, name);
    const before = await readImport(server, id);
    expect(before).toMatchObject({ status: 'preview', added: entries, hasReport: true });
    // The test's table lock blocks the transaction that publishes the import, so the server ends inside that
    // transaction.
    const reached = await database.db.transaction().execute(async (holder) => {
      await sql`lock table video in share mode`.execute(holder);
      const lost = publish(server, id).catch(() => undefined);
      await expect.poll(() => countWaitingForLocks(database.db)).toBeGreaterThan(0);
      await endServer(server, signal);
      await lost;
      return true;
    });
    expect(reached).toBe(true);
    server = await startServer(dataDir, server.headers);
    expect(await readImport(server, id)).toEqual(before);
    expect(await countLooseRows()).toBe(0);
    expect(await chaptersOf(name)).toBe(0);
    expect(await readdir(join(dataDir, 'uploads'))).toEqual([`preview-${id}.m3u`]);
    expect((await publish(server, id)).status).toBe(200);
    expect(await chaptersOf(name)).toBe(entries / 2);
    expect(await readdir(join(dataDir, 'uploads'))).toEqual([]);
  },
  120_000,
);

async function preview({ url, headers }: KillableServer, name: string): Promise<string> {
  const { body, contentType } = multipartOf('file', { content: listOf(name), form: { kind: 'mixed' } });
  const response = await fetch(`${url}/api/admin/imports/preview`, {
    method: 'POST',
    headers: { ...headers, 'content-type': contentType },
    body,
  });
  const { _id: id } = (await response.json()) as { _id: string };
  return id;
}
