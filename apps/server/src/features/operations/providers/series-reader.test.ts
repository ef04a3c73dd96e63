import { createVirtualClock, type VirtualClock } from '@butaca/testing';
import { createTestDatabase, type TestDatabase } from '@butaca/db/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '../../../platform/http/app-error.ts';
import { createLog } from '../../../platform/log.ts';
import { createSeriesReader } from './series-reader.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  const series = Array.from({ length: 4 }, (_series, index) => String(index + 1));
  await sql`
    insert into provider (id, name, kind, sealed_access, reads_ahead) values ('cuenta', 'Cuenta', 'xtream', '\\x00', true)`.execute(
    database.db,
  );
  for (const id of series) {
    await sql`
      insert into video (id, title, title_sort, title_folded, search_text, tipo)
      values (${id}, ${id}, ${id}, ${id}, ${id}, 'serie')`.execute(database.db);
    await sql`
      insert into series_listing (provider_id, series_id, video_id) values ('cuenta', ${id}, ${id})`.execute(
      database.db,
    );
  }
});
afterAll(() => database.close());
beforeEach(async () => {
  await sql`delete from chapter`.execute(database.db);
  await sql`update series_listing set read_at = null`.execute(database.db);
  await sql`update provider set reads_ahead = true, background_count = 0, background_next_at = null`.execute(
    database.db,
  );
});

/** Lets time pass until the next timer has run, if one waits. */
const passNext = (clock: VirtualClock): void => clock.pass(clock.waits()[0] ?? 0);

/** Lets the background look some more times, each with as long as its queries take. */
async function lookAgain(clock: VirtualClock): Promise<void> {
  for (let look = 0; look < 5; look += 1) {
    passNext(clock);
    await sql`select from series_listing where read_at is null`.execute(database.db);
    await clock.settle();
  }
}

it('the background reads one series after the other, and stops for as long as a busy server asks', async () => {
  const everyMs = 60;
  const askedAtMs: number[] = [];
  const clock = createVirtualClock();
  let isBusy = false;
  let changes = 0;
  await using reader = createSeriesReader({
    db: database.db,
    log: createLog('silent'),
    clock,
    everyMs,
    onChanged: () => (changes += 1),
    readStart({ address }) {
      askedAtMs.push(clock.steadyMs());
      if (isBusy) return Promise.reject(new AppError('upstream.busy', { retryAfterSeconds: 600 }));
      const id = new URL(address).searchParams.get('series_id');
      isBusy = askedAtMs.length === 2;
      return Promise.resolve({ bytes: Buffer.from(JSON.stringify({ episodes: { 1: [{ id: `${id}1` }] } })) });
    },
  });
  reader.start();
  await vi.waitFor(() => {
    passNext(clock);
    expect(askedAtMs).toHaveLength(3);
  });
  const gaps = askedAtMs.slice(1).map((atMs, index) => atMs - (askedAtMs[index] ?? 0));
  expect(gaps).toEqual([everyMs, everyMs]);
  expect(changes).toBe(2);
  // Also somebody who opens a series does not make the server be asked meanwhile.
  const { rows } = await sql<{ video_id: string }>`
    select video_id from series_listing where read_at is null`.execute(database.db);
  expect(rows).toHaveLength(2);
  await expect(reader.read(rows[0]?.video_id ?? '')).rejects.toThrow('video.chapters_unavailable');
  await lookAgain(clock);
  expect(askedAtMs).toHaveLength(3);
  isBusy = false;
  await clock.advance(600_000);
  const videoId = rows[0]?.video_id ?? '';
  await reader.read(videoId);
  const written = await sql`select id from chapter where video_id = ${videoId}`.execute(database.db);
  expect(written.rows).toHaveLength(1);
});

it('the background stops while the provider is full, goes on with the same series, and lets whoever opens one ask', async () => {
  const clock = createVirtualClock();
  let isFull = true;
  const asked: string[] = [];
  await using reader = createSeriesReader({
    db: database.db,
    log: createLog('silent'),
    clock,
    everyMs: 5,
    onChanged: () => undefined,
    readStart({ address }) {
      const id = new URL(address).searchParams.get('series_id') ?? '';
      asked.push(id);
      if (isFull) return Promise.reject(new AppError('upstream.full'));
      return Promise.resolve({ bytes: Buffer.from(JSON.stringify({ episodes: { 1: [{ id: `${id}1` }] } })) });
    },
  });
  reader.start();
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  await lookAgain(clock);
  expect(asked).toHaveLength(1);
  const [first = ''] = asked;
  // A slot may have become free since, so a person's request is made although the background rests.
  isFull = false;
  const other = first === '1' ? '2' : '1';
  await reader.read(other);
  expect(asked).toEqual([first, other]);
  await expect(reader.read(first)).resolves.toBeUndefined();
  expect(asked).toEqual([first, other, first]);
  clock.pass(60_000);
  await vi.waitFor(async () => {
    passNext(clock);
    const left = await sql`select from series_listing where read_at is null`.execute(database.db);
    expect(left.rows).toHaveLength(0);
  });
});

it('the background asks a provider once an hour unless reading ahead is switched on, first for what somebody watches', async () => {
  await sql`update provider set reads_ahead = false`.execute(database.db);
  await sql`
    insert into account (id, username, username_folded, password_hash, role, plan)
    values ('ana', 'ana', 'ana', 'x', 'user', 'premium')`.execute(database.db);
  await sql`
    insert into progress (account_id, video_id, last_time_seconds, progress, last_watched_at)
    values ('ana', '3', 10, 0.1, now())`.execute(database.db);
  const hourMs = 3_600_000;
  const clock = createVirtualClock(new Date().toISOString());
  const startMs = clock.steadyMs();
  const asked: [id: string, hours: number][] = [];
  await using reader = createSeriesReader({
    db: database.db,
    log: createLog('silent'),
    clock,
    everyMs: 60_000,
    onChanged: () => undefined,
    readStart({ address }) {
      const id = new URL(address).searchParams.get('series_id') ?? '';
      asked.push([id, Math.floor((clock.steadyMs() - startMs) / hourMs)]);
      return Promise.resolve({ bytes: Buffer.from(JSON.stringify({ episodes: { 1: [{ id: `${id}1` }] } })) });
    },
  });
  reader.start();
  await vi.waitFor(() => {
    passNext(clock);
    expect(asked).toHaveLength(3);
  });
  expect(asked[0]?.[0]).toBe('3');
  const hours = asked.map(([, hour]) => hour);
  expect(new Set(hours).size).toBe(3);

  await sql`update provider set reads_ahead = true`.execute(database.db);
  const before = clock.steadyMs();
  await vi.waitFor(() => {
    passNext(clock);
    expect(asked).toHaveLength(4);
  });
  // Some further minutes may pass while the database answers.
  expect(clock.steadyMs() - before).toBeLessThan(hourMs + hourMs / 4);
});
