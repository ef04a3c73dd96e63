import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { importSlotLock, importWriteLock, openDatabase, type DatabaseConnection } from '@butaca/db';
import { sql } from 'kysely';
import { createVirtualClock } from '@butaca/testing';
import { createTestDatabase, type TestDatabase } from '@butaca/db/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { createLog } from '../../../platform/log.ts';
import type { FetchList } from '../../../shared/provider/fetch-list.ts';
import type { ImportOutcome } from '../../../shared/provider/import-outcome.ts';
import { findListProvider } from '../../../shared/provider/list-provider.ts';
import type { AddressSource } from '../../../shared/provider/list-source.ts';
import { createImporter, type Importer } from './importer.ts';
import type { UploadSource } from './open-list.ts';

const actor = { accountId: null, username: 'jefa' };
const list = (...names: string[]) =>
  `#EXTM3U\n${names.map((name) => `#EXTINF:-1,${name}\nhttp://cine.example/live/${name}.ts\n`).join('')}`;
const codeOf = (outcome: ImportOutcome) => ('error' in outcome ? outcome.error.code : undefined);

let test: TestDatabase;
let database: DatabaseConnection;
let importer: Importer;
let dir: string;
let providerId: string;
/** What the server of the provider answers. */
let answer: FetchList;

beforeAll(async () => {
  test = await createTestDatabase();
  dir = await mkdtemp(join(tmpdir(), 'butaca-import-list-'));
  database = await openDatabase({ databaseUrl: test.connectionString, dataDir: dir, poolSize: 3 });
  importer = createImporter({
    db: database.db,
    openBulkSession: database.openBulkSession,
    uploadDir: join(dir, 'uploads'),
    previewDir: join(dir, 'previews'),
    fetchList: (request) => answer(request),
    limitBytes: 1_000_000,
    clock: systemClock,
    log: createLog('silent'),
    onChanged: () => undefined,
  });
});
afterAll(async () => {
  await importer[Symbol.asyncDispose]();
  await database.close();
  await test.close();
  await rm(dir, { recursive: true, force: true });
});
beforeEach(async () => {
  providerId = randomUUID();
  await database.db
    .insertInto('provider')
    .values({
      id: providerId,
      name: 'Mi lista',
      kind: 'm3u',
      shown_address: 'x',
      sealed_access: Buffer.alloc(1),
    })
    .execute();
  answer = async () => ({ stream: Readable.from([list('Uno', 'Dos')]), etag: '"1"', lastModified: null });
});

async function addressSource(more: Partial<AddressSource> = {}): Promise<AddressSource> {
  const provider = await findListProvider(database.db, providerId);
  if (provider === undefined) throw new Error('no provider');
  const access = { address: 'http://cine.example/lista.m3u', userAgent: null, referrer: null };
  return { from: 'address', provider, access, publishedHash: null, ...more };
}

const upload = (text: string, more: Partial<UploadSource> = {}): UploadSource => ({
  from: 'upload',
  kind: 'channels',
  upload: {
    fileName: 'lista.m3u',
    stream: Readable.from([Buffer.from(text)]),
    expectedBytes: text.length,
    isTruncated: () => false,
  },
  readOptions: async () => ({ kind: 'channels' }),
  mode: 'publish',
  ...more,
});

const run = (source: AddressSource | UploadSource) => importer.importList(source, { actor }).ended;
const importsOfProvider = () =>
  database.db.selectFrom('import').select('status').where('provider_id', '=', providerId).execute();

it('an upload is published, and leaves no file', async () => {
  const { importId, received, ended } = importer.importList(upload(list('Tres')), { actor });
  expect(await received).toBe('received');
  expect(await ended).toEqual({
    kind: 'published',
    importId,
    version: { etag: null, lastModified: null, hash: null },
  });
  expect(await importer.repository.findSummary(importId)).toMatchObject({ status: 'done', username: 'jefa' });
  expect(await readdir(join(dir, 'uploads'))).toEqual([]);
});

it('the first list of a provider waits, with what the next refresh compares', async () => {
  const outcome = await run(await addressSource());
  expect(outcome).toMatchObject({ kind: 'waiting', version: { etag: '"1"', lastModified: null } });
  const hash = 'version' in outcome ? outcome.version.hash : null;
  expect(await importsOfProvider()).toEqual([{ status: 'preview' }]);

  // While a list waits, one of the same bytes takes its place; afterwards it is unchanged.
  expect(await run(await addressSource({ publishedHash: hash }))).toMatchObject({ kind: 'waiting' });
  for (const id of await importer.repository.listWaiting(providerId)) await importer.cancel(id);
  expect(await run(await addressSource({ publishedHash: hash }))).toEqual({ kind: 'unchanged' });
  expect(await importsOfProvider()).toEqual([{ status: 'cancelled' }, { status: 'cancelled' }]);
});

it('a list that its server says is the same is unchanged, and no import', async () => {
  answer = async () => undefined;
  expect(await run(await addressSource({ ifNoneMatch: '"1"' }))).toEqual({ kind: 'unchanged' });
  expect(await importsOfProvider()).toEqual([]);
});

it('a preview that is published is a source too, and its list goes with it', async () => {
  const waiting = await run(upload(list('Cuatro'), { mode: 'preview' }));
  expect(waiting.kind).toBe('waiting');
  const importId = 'importId' in waiting ? waiting.importId : '';
  const { ended } = await importer.publish(importId, { choices: { groups: [], entries: [] }, actor });
  expect(await ended).toMatchObject({ kind: 'published', importId });
  expect(await readdir(join(dir, 'previews'))).not.toContain(`preview-${importId}.m3u`);
  const again = await importer
    .publish(importId, { choices: { groups: [], entries: [] }, actor })
    .catch((error: unknown) => error);
  expect(again).toMatchObject({ code: 'import.not_preview' });
});

it.each([
  ['refused', 'list.html', async () => ({ stream: Readable.from(['<!doctype html><p>Hola']) })],
  ['refused', 'upstream.gone', () => Promise.reject(new AppError('upstream.gone'))],
  ['postponed', 'server.storage_full', () => Promise.reject(new AppError('server.storage_full'))],
  ['failed', 'server.unexpected', () => Promise.reject(new TypeError('a fault of ours'))],
] as const)('a refresh that is %s with %s leaves nothing in the history', async (kind, code, answerOf) => {
  answer = async () => ({ etag: null, lastModified: null, ...(await answerOf()) });
  const outcome = await run(await addressSource());
  expect([outcome.kind, codeOf(outcome)]).toEqual([kind, code]);
  expect(await importsOfProvider()).toEqual([]);
});

it('what the door refuses by the first bytes of a list is refused with its reason', async () => {
  const heads: string[] = [];
  const { ended } = importer.importList(await addressSource(), {
    actor,
    async refuse(head) {
      heads.push(head.toString());
      return new AppError('provider.not_account');
    },
  });
  const outcome = await ended;
  expect([outcome.kind, codeOf(outcome)]).toEqual(['refused', 'provider.not_account']);
  expect(heads).toEqual([list('Uno', 'Dos')]);
  expect(await importsOfProvider()).toEqual([]);
});

it('a list that is being received holds up only others of its provider, and is cancelled when it is given up', async () => {
  let onAsked = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    onAsked = resolve;
  });
  answer = ({ signal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
      onAsked();
    });
  const stop = new AbortController();
  const { ended } = importer.importList(await addressSource(), { actor, stopped: stop.signal });
  await asked;
  const second = await run(await addressSource());
  expect([second.kind, codeOf(second)]).toEqual(['postponed', 'import.running']);
  expect((await run(upload(list('Cinco')))).kind).toBe('published');
  stop.abort(new AppError('import.cancelled'));
  const first = await ended;
  expect([first.kind, codeOf(first)]).toEqual(['cancelled', 'import.cancelled']);
});

it('a preview is not published while another list of its provider is being received', async () => {
  const waiting = await run(await addressSource());
  const importId = 'importId' in waiting ? waiting.importId : '';
  let onAsked = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    onAsked = resolve;
  });
  answer = ({ signal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
      onAsked();
    });
  const stop = new AbortController();
  const receiving = importer.importList(await addressSource(), { actor, stopped: stop.signal });
  await asked;
  const publish = async () =>
    (await importer.publish(importId, { choices: { groups: [], entries: [] }, actor })).ended;
  const refused = await publish();
  expect([refused.kind, codeOf(refused)]).toEqual(['postponed', 'import.running']);
  expect(await importer.repository.findSummary(importId)).toMatchObject({ status: 'preview' });
  stop.abort(new AppError('import.cancelled'));
  await receiving.ended;
  expect((await publish()).kind).toBe('published');
});

it('a server that starts takes no import for dead while one of an earlier version imports', async () => {
  const clock = createVirtualClock();
  await using starting = createImporter({
    db: database.db,
    openBulkSession: database.openBulkSession,
    uploadDir: join(dir, 'own-uploads'),
    previewDir: join(dir, 'own-previews'),
    fetchList: (request) => answer(request),
    limitBytes: 1_000_000,
    clock,
    log: createLog('silent'),
    onChanged: () => undefined,
  });
  /** Lets the server start, which waits for a while as long as an import runs. */
  async function start(): Promise<void> {
    let isStarted = false;
    const started = starting.start().then(() => (isStarted = true));
    await expect
      .poll(async () => {
        await clock.advance(1_000);
        return isStarted;
      })
      .toBe(true);
    await started;
  }
  const importId = randomUUID();
  const row = {
    id: importId,
    kind: 'mixed',
    fileName: 'lista.m3u',
    sizeBytes: 1,
    providerId,
    actor,
  } as const;
  await importer.repository.create(row);
  const statusOf = async () => (await importer.repository.findSummary(importId))?.status;

  {
    await using earlier = await database.openBulkSession();
    await sql`select pg_advisory_lock(${importSlotLock})`.execute(earlier.db);
    await start();
    expect(await statusOf()).toBe('running');
  }
  await start();
  expect(await statusOf()).toBe('failed');
});

it('a large list that is read lets a much smaller one be written first', async () => {
  const writer = await database.openBulkSession();
  await sql`select pg_advisory_lock(${importWriteLock})`.execute(writer.db);
  const phaseOf = async (id: string) => (await importer.repository.findSummary(id))?.phase;
  const ended: string[] = [];
  const begin = (name: string, source: UploadSource) => {
    const started = importer.importList(source, { actor });
    return { ...started, noted: started.ended.then(({ kind }) => ended.push(`${name} ${kind}`)) };
  };
  const small = begin('small', upload(list('Seis')));
  await expect.poll(() => phaseOf(small.importId)).toBe('waiting');
  const names = Array.from({ length: 400 }, (_name, n) => `Canal ${n}`);
  const large = begin('large', upload(list(...names), { mode: 'preview' }));
  await expect.poll(() => phaseOf(large.importId)).toBe('reading');
  await writer[Symbol.asyncDispose]();
  await Promise.all([small.noted, large.noted]);
  expect(ended).toEqual(['small published', 'large waiting']);
});
