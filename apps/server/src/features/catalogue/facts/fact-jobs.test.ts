import { Readable } from 'node:stream';
import { importWriteLock } from '@butaca/db';
import { createTestDatabase, type TestDatabase } from '@butaca/db/testing';
import { createVirtualClock, fakeTmdbKey, startFakeTmdb, type FakeSource } from '@butaca/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { AppError } from '../../../platform/http/app-error.ts';
import { createLog } from '../../../platform/log.ts';
import { insertVideo } from '../../../shared/video/write-video.ts';
import type { OpenFile } from './fetch-source.ts';
import { factsFeature } from './index.ts';

let database: TestDatabase;
let fake: FakeSource;
let id: string;
let logged: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  fake = await startFakeTmdb();
});
afterAll(async () => {
  await fake[Symbol.asyncDispose]();
  await database.close();
});
beforeEach(async () => {
  const { db } = database;
  logged = [];
  Object.assign(fake, {
    manner: 'good',
    calls: [],
    works: [
      {
        id: 1,
        kind: 'film',
        name: 'El hoyo',
        originalName: 'El hoyo',
        date: '2019-09-06',
        overview: 'Hondo.',
      },
    ],
  });
  for (const table of ['video', 'title_match', 'work_facts'] as const) await db.deleteFrom(table).execute();
  await db
    .updateTable('fact_source')
    .set({ error_code: null, error_count: 0, failing_since: null, retry_at: null })
    .execute();
  await db.updateTable('fact_work').set({ holder: null, lease_ends_at: null }).execute();
  id = await db.transaction().execute((trx) =>
    insertVideo(trx, {
      title: 'El hoyo',
      tipo: 'pelicula',
      genres: [],
      description: '',
      releaseYear: 2019,
    }),
  );
});

/** Requests the fake source, with the failures of the gateway. */
const openFake: OpenFile = async ({ address, signal }) => {
  const answer = await fetch(address, { signal });
  const retryAfterSeconds = Number(answer.headers.get('retry-after') ?? '1');
  if (answer.status === 429) throw new AppError('upstream.busy', { retryAfterSeconds });
  return { stream: Readable.from([await answer.text()]), etag: answer.headers.get('etag') };
};

function start(more: { tmdbKey?: string | undefined; openFile?: OpenFile } = {}) {
  const clock = createVirtualClock();
  let advanced = 0;
  const feature = factsFeature({
    db: database.db,
    clock,
    log: createLog('debug', { write: (line) => logged.push(line) }),
    version: { advance: () => (advanced += 1) },
    openFile: openFake,
    tmdbKey: fakeTmdbKey,
    urls: { tmdb: fake.baseUrl },
    ...more,
  });
  feature.start();
  return { clock, feature, advanced: () => advanced };
}

const description = async () =>
  (await database.db.selectFrom('video').select('description').where('id', '=', id).executeTakeFirstOrThrow())
    .description;
const lease = () =>
  database.db.selectFrom('fact_work').select(['holder', 'lease_ends_at']).executeTakeFirstOrThrow();
const free = { holder: null, lease_ends_at: null };
const matched = () =>
  database.db.selectFrom('title_match').select(['state', 'next_look_at']).executeTakeFirstOrThrow();

it('with the key of the environment facts are found, and the lease is given back', async () => {
  const { feature, advanced } = start();
  await expect.poll(description).toBe('Hondo.');
  await expect.poll(lease).toEqual(free);
  expect(advanced()).toBe(1);
  await feature[Symbol.asyncDispose]();
});

it('without a key nothing is requested, and no lease is taken', async () => {
  await database.db
    .updateTable('fact_work')
    .set({ holder: 'nadie', lease_ends_at: new Date(0) })
    .execute();
  const { clock, feature } = start({ tmdbKey: undefined });
  await clock.advance(120_000);
  await feature[Symbol.asyncDispose]();
  expect(await lease()).toEqual({ holder: 'nadie', lease_ends_at: new Date(0) });
  expect(fake.calls).toEqual([]);
});

it('while another server holds the lease this one asks nothing, and it goes on when that lease has ended', async () => {
  const { clock, feature } = start({ tmdbKey: undefined });
  await feature[Symbol.asyncDispose]();
  const ends = new Date(clock.now().getTime() + 50_000);
  await database.db.updateTable('fact_work').set({ holder: 'otro', lease_ends_at: ends }).execute();
  const other = start();
  await other.clock.advance(40_000);
  expect(fake.calls).toEqual([]);
  expect(await lease()).toEqual({ holder: 'otro', lease_ends_at: ends });
  await expect
    .poll(async () => {
      await other.clock.advance(30_000);
      return description();
    })
    .toBe('Hondo.');
  await other.feature[Symbol.asyncDispose]();
});

it('closing ends a request that is never answered', async () => {
  fake.manner = 'silent';
  const { feature } = start();
  await expect.poll(() => fake.calls).toHaveLength(1);
  await feature[Symbol.asyncDispose]();
  expect(await lease()).toEqual(free);
  // A closing server is no failure of the source.
  const { error_code: error } = await database.db
    .selectFrom('fact_source')
    .select('error_code')
    .where('name', '=', 'tmdb')
    .executeTakeFirstOrThrow();
  expect(error).toBeNull();
});

it('what was found is written when an import that writes has ended', async () => {
  const importing = await database.db.startTransaction().execute();
  await sql`select pg_advisory_xact_lock(${importWriteLock})`.execute(importing);
  const { clock, feature } = start();
  await expect.poll(() => fake.calls.length).toBeGreaterThan(1);
  await clock.advance(5_000);
  expect(await description()).toBe('');
  await importing.commit().execute();
  await expect
    .poll(async () => {
      await clock.advance(1_000);
      return description();
    })
    .toBe('Hondo.');
  await feature[Symbol.asyncDispose]();
});

it('the time that a busy source names is kept, and then the title is found', async () => {
  Object.assign(fake, { manner: 'busy', retryAfterSeconds: 600 });
  const { clock, feature } = start();
  const retryAt = async () =>
    (
      await database.db
        .selectFrom('fact_source')
        .select('retry_at')
        .where('name', '=', 'tmdb')
        .executeTakeFirstOrThrow()
    ).retry_at;
  await expect.poll(retryAt).toEqual(new Date(clock.now().getTime() + 600_000));
  expect(fake.calls).toHaveLength(1);
  fake.manner = 'good';
  await clock.advance(500_000);
  expect(fake.calls).toHaveLength(1);
  await expect
    .poll(async () => {
      await clock.advance(30_000);
      return description();
    })
    .toBe('Hondo.');
  await expect.poll(retryAt).toBeNull();
  expect(logged.join('')).not.toContain(fakeTmdbKey);
  await feature[Symbol.asyncDispose]();
});

it('a title that is renamed while a source is asked gets nothing of the earlier one, and is looked for again', async () => {
  const { db } = database;
  const openFile: OpenFile = async (request) => {
    if (request.address.includes('/search/'))
      await db
        .updateTable('video')
        .set({ title: 'Otra cosa rara', title_folded: 'otra cosa rara' })
        .where('id', '=', id)
        .execute();
    return openFake(request);
  };
  const { feature } = start({ openFile });
  const keys = async () =>
    (await db.selectFrom('title_match').select('key').orderBy('key').execute()).map(({ key }) => key);
  await expect.poll(keys).toEqual(['film:elhoyo:2019', 'film:otracosarara:2019']);
  await expect.poll(lease).toEqual(free);
  expect(await description()).toBe('');
  await feature[Symbol.asyncDispose]();
});

it('what a source has said stays when it fails at the next look', async () => {
  const first = start();
  await expect.poll(description).toBe('Hondo.');
  await expect.poll(lease).toEqual(free);
  await first.feature[Symbol.asyncDispose]();
  await database.db
    .updateTable('title_match')
    .set({ next_look_at: new Date(0) })
    .execute();
  fake.manner = 'html';
  const { clock, feature } = start();
  await expect
    .poll(async () => {
      await clock.advance(30_000);
      return (await matched()).next_look_at?.getTime();
    })
    .toBeGreaterThan(0);
  expect((await matched()).state).toBe('matched');
  expect(await description()).toBe('Hondo.');
  await feature[Symbol.asyncDispose]();
});

it('a title of «Zona kids» without seasons is looked for as a film', async () => {
  await database.db.updateTable('video').set({ tipo: 'zona kids' }).execute();
  const { feature } = start();
  await expect.poll(description).toBe('Hondo.');
  await feature[Symbol.asyncDispose]();
});

it('a title that an administrator holds does not keep the others locked, and all are written later without another request', async () => {
  const { db } = database;
  const newer = await db
    .transaction()
    .execute((trx) =>
      insertVideo(trx, { title: 'Desconocida', tipo: 'pelicula', genres: [], description: '' }),
    );
  const held = await db.startTransaction().execute();
  await held.selectFrom('video').select('id').where('id', '=', id).forUpdate().execute();
  const { clock, feature } = start();
  const isWaited = async () =>
    (await sql`select from pg_locks where not granted`.execute(held)).rows.length > 0;
  await expect.poll(isWaited).toBe(true);
  const asked = fake.calls.length;
  const lockNewer = () =>
    held.selectFrom('video').select('id').where('id', '=', newer).forUpdate().skipLocked().execute();
  await expect.poll(lockNewer).toHaveLength(1);
  await held.commit().execute();
  await expect
    .poll(async () => {
      await clock.advance(1_000);
      return description();
    })
    .toBe('Hondo.');
  expect(fake.calls).toHaveLength(asked);
  await feature[Symbol.asyncDispose]();
});
