import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EndpointAnswer, EndpointByRoute } from '@butaca/contract';
import { countWaitingForLocks, createTestDatabase, type TestDatabase } from '@butaca/db/testing';
import { sql } from 'kysely';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { projectRoot } from '../../../platform/project-root.ts';
import { listEntry, multipartOf } from '../../../../test/upload-list.ts';

/** How many times the test kills the server, at moments spread over the duration of an import of an M3U list. */
const kills = 20;
const entries = 600;
const password = 'clave-de-prueba-larga';

let database: TestDatabase;
let folder: string;
let script: string;
beforeAll(async () => {
  database = await createTestDatabase();
  const cache = join(projectRoot(), '.cache');
  await mkdir(cache, { recursive: true });
  folder = await mkdtemp(join(cache, 'import-kill-'));
  script = join(folder, 'main.mjs');
  const bundle = await rolldown({
    input: join(projectRoot(), 'apps/server/src/main.ts'),
    platform: 'node',
    // Dependencies are bundled too, which makes each of the many starts faster; those that load native code or files of
    // their own cannot be.
    external: /^(sharp|@node-rs\/|pg-native|pino|thread-stream)/,
    transform: { target: 'node20' },
  });
  await bundle.write({ file: script, format: 'esm', codeSplitting: false });
  await bundle.close();
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

interface Server {
  child: ChildProcess;
  url: string;
  headers: Record<string, string>;
}

async function startServer(dataDir: string): Promise<Server> {
  const child = spawn(process.execPath, [script], {
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: database.connectionString,
      ADMIN_PASSWORD: password,
      LOGIN_ATTEMPTS_PER_MINUTE: '0',
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += String(chunk);
      const port = /http:\/\/localhost:(\d+)/.exec(said)?.[1];
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
  });
  const deviceId = randomBytes(16).toString('hex');
  const login = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-device-id': deviceId },
    body: JSON.stringify({ username: 'admin', password }),
  });
  const { token } = (await login.json()) as { token: string };
  return { child, url, headers: { authorization: `Bearer ${token}`, 'x-device-id': deviceId } };
}

async function kill({ child }: Server): Promise<void> {
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

/** Builds an M3U list in which every other entry is a film and the entries between are chapters of a series. */
function listOf(name: string): string {
  let text = '#EXTM3U\n';
  for (let n = 0; n < entries; n += 1) {
    const address = `http://proveedor.ejemplo/${name}/${n}.mkv`;
    text += listEntry(n % 2 === 0 ? `${name} ${n}` : `${name} S01E${n}`, address, 'group-title="CINE"');
  }
  return text;
}

async function upload({ url, headers }: Server, name: string) {
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
    if (server.child.exitCode === null && server.child.signalCode === null) await kill(server);
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
    await kill(server);
    await lost;
    server = await startServer(dataDir);
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

it('a publish that was killed inside its transaction leaves no counts in the history', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'butaca-kill-'));
  let server = await startServer(dataDir);
  onTestFinished(async () => {
    if (server.child.exitCode === null && server.child.signalCode === null) await kill(server);
    await rm(dataDir, { recursive: true, force: true });
  });
  const publish = ({ url, headers }: Server, id: string) =>
    fetch(`${url}/api/admin/imports/${id}/publish`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{}',
    });
  const id = await preview(server, 'probada');
  // The test's table lock blocks the transaction that publishes the import, so the server is killed inside that
  // transaction.
  const reached = await database.db.transaction().execute(async (holder) => {
    await sql`lock table video in share mode`.execute(holder);
    const lost = publish(server, id).catch(() => undefined);
    await expect.poll(() => countWaitingForLocks(database.db), { timeout: 20_000 }).toBeGreaterThan(0);
    await kill(server);
    await lost;
    return true;
  });
  expect(reached).toBe(true);
  server = await startServer(dataDir);
  const response = await fetch(`${server.url}/api/admin/imports/${id}`, { headers: server.headers });
  expect(await response.json()).toMatchObject({
    status: 'failed',
    errorCode: 'import.interrupted',
    added: 0,
    series: 0,
    hasReport: false,
    groups: [],
  });
  expect(await countLooseRows()).toBe(0);
  expect(await chaptersOf('probada')).toBe(0);
  expect(await readdir(join(dataDir, 'uploads'))).toEqual([]);
  expect((await publish(server, id)).status).toBe(409);
}, 120_000);

async function preview({ url, headers }: Server, name: string): Promise<string> {
  const { body, contentType } = multipartOf('file', { content: listOf(name), form: { kind: 'mixed' } });
  const response = await fetch(`${url}/api/admin/imports/preview`, {
    method: 'POST',
    headers: { ...headers, 'content-type': contentType },
    body,
  });
  const { _id: id } = (await response.json()) as { _id: string };
  return id;
}
