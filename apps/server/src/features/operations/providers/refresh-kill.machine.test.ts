import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EndpointAnswer, EndpointByRoute } from '@butaca/contract';
import { createTestDatabase, type TestDatabase } from '@butaca/db/testing';
import { startFakeListProvider, type FakeListProvider } from '@butaca/testing';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import {
  bundleServer,
  endServer,
  type KillableServer,
  type ServerBundle,
} from '../../../../test/killable-server.ts';

/** How many times the server is killed, at moments spread over the duration of a refresh. */
const kills = 6;
const entries = 400;

let database: TestDatabase;
let bundle: ServerBundle;
let fake: FakeListProvider;
beforeAll(async () => {
  database = await createTestDatabase();
  bundle = await bundleServer();
  fake = await startFakeListProvider();
});
afterAll(async () => {
  await database.close();
  await bundle[Symbol.asyncDispose]();
  await fake[Symbol.asyncDispose]();
});

type ProviderList = EndpointAnswer<EndpointByRoute<'GET /api/admin/providers'>>;

async function call<T>(
  { url, headers }: KillableServer,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const response = await fetch(url + path, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await response.json()) as T;
}

/** Waits until no refresh runs. @returns the provider */
const settled = (server: KillableServer) =>
  vi.waitFor(
    async () => {
      const { providers } = await call<ProviderList>(server, 'GET', '/api/admin/providers');
      const [provider] = providers;
      if (provider === undefined || provider.state === 'refreshing') throw new Error('still refreshing');
      return provider;
    },
    { timeout: 60_000, interval: 50 },
  );

/** Makes a list of which half of the entries are new, and half those of the list before. */
const listOf = (turn: number): string[] =>
  Array.from({ length: entries }, (_, n) => `Canal ${(turn * entries) / 2 + n}`);

async function visibleNames(): Promise<string[]> {
  const rows = await database.db.selectFrom('channel').select('name').where('active', '=', true).execute();
  return rows.map(({ name }) => name).toSorted();
}

it(`a refresh killed at any of ${kills} moments is done fully or not at all, and goes on by itself`, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'butaca-refresh-'));
  const env = { UPSTREAM_ALLOW_PRIVATE: '127.0.0.0/8' };
  const start = (headers?: KillableServer['headers']) =>
    bundle.start(dataDir, database.connectionString, headers, env);
  let server = await start();
  onTestFinished(async () => {
    await endServer(server);
    await rm(dataDir, { recursive: true, force: true });
  });
  fake.names = listOf(0);
  await call(server, 'POST', '/api/admin/providers', { address: fake.address });
  const { _id: id, waitingImportId } = await settled(server);
  await call(server, 'POST', `/api/admin/imports/${waitingImportId}/publish`, { groups: [] });
  const beganMs = performance.now();
  await call(server, 'POST', `/api/admin/providers/${id}/refresh`);
  await settled(server);
  const wholeMs = performance.now() - beganMs;

  const left: boolean[] = [];
  for (let turn = 1; turn <= kills; turn += 1) {
    const before = await visibleNames();
    fake.names = listOf(turn);
    const after = fake.names.toSorted();
    await call(server, 'POST', `/api/admin/providers/${id}/refresh`);
    // A server is killed at a moment, so that the moments are spread over the whole refresh.
    await new Promise((resolve) => {
      setTimeout(resolve, (wholeMs * (turn - 1)) / kills);
    });
    await endServer(server);
    const found = await visibleNames();
    expect([before, after]).toContainEqual(found);
    left.push(found.join() === after.join());
    server = await start(server.headers);
    expect(await settled(server)).toMatchObject({ state: 'idle', error: null });
    expect(await visibleNames()).toEqual(after);
  }
  // At least one kill hit the server before the refresh was committed.
  expect(left).toContain(false);
}, 180_000);
