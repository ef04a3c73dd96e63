import { openDatabase, type BulkSession, type DatabaseConnection } from '@butaca/db';
import { createTestDatabase, type TestDatabase } from '@butaca/db/testing';
import { createVirtualClock } from '@butaca/testing';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createWritingTurn } from './writing-turn.ts';

let test: TestDatabase;
let database: DatabaseConnection;
const sessions: BulkSession[] = [];
const clock = createVirtualClock();

beforeAll(async () => {
  test = await createTestDatabase();
  database = await openDatabase({ databaseUrl: test.connectionString, dataDir: '', poolSize: 2 });
});
afterEach(() => Promise.all(sessions.splice(0).map((session) => session[Symbol.asyncDispose]())));
afterAll(async () => {
  await database.close();
  await test.close();
});

/** What was written, in order. */
let written: string[] = [];

/** Begins an import with a session of its own. */
async function begin(name: string, { isRefresh = true, signal = new AbortController().signal } = {}) {
  const session = await database.openBulkSession();
  sessions.push(session);
  let onWaiting = (): void => undefined;
  const waits = new Promise<void>((resolve) => {
    onWaiting = resolve;
  });
  const turn = createWritingTurn({ session, db: database.db, clock, signal, isRefresh, onWaiting });
  const note = async () => void written.push(name);
  return {
    session,
    turn,
    waits,
    write: (entries: number, work: () => Promise<unknown> = note) => turn.write(entries, work),
  };
}

/** Lets those who wait ask again until a condition holds. */
const until = (holds: () => boolean) =>
  expect
    .poll(async () => {
      await clock.advance(100);
      return holds();
    })
    .toBe(true);

/** Takes the turn, and gives it back when the test says so. */
async function hold() {
  let release = (): void => undefined;
  const holder = await begin('holder');
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let onHeld = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    onHeld = resolve;
  });
  const ended = holder.write(1, async () => {
    onHeld();
    await released;
  });
  await held;
  return async () => {
    release();
    await ended;
  };
}

it('small lists write first, and those of an administrator before those that refresh by themselves', async () => {
  written = [];
  const release = await hold();
  const waiting = [];
  for (const [name, entries, isRefresh] of [
    ['large refresh', 100_000, true],
    ['small refresh', 154, true],
    ['large upload', 90_000, false],
    ['small upload', 20, false],
  ] as const) {
    const each = await begin(name, { isRefresh });
    waiting.push(each.write(entries));
    await each.waits;
  }
  await expect.poll(() => clock.waits().length).toBe(4);
  await release();
  await until(() => written.length === 4);
  await Promise.all(waiting);
  expect(written).toEqual(['small upload', 'large upload', 'small refresh', 'large refresh']);
});

it('a list that has waited for two minutes writes before all others', async () => {
  written = [];
  const release = await hold();
  const patient = await begin('patient');
  const ended = patient.write(100_000);
  await patient.waits;
  for (let asked = 0; asked < 1_300; asked += 1) clock.pass(100);
  await until(() => clock.waits().length > 0);
  const small = await begin('small', { isRefresh: false });
  const smallEnded = small.write(10);
  await small.waits;
  await until(() => clock.waits().length === 2);
  await release();
  await until(() => written.length === 2);
  await Promise.all([ended, smallEnded]);
  expect(written).toEqual(['patient', 'small']);
});

/** Begins an import of 100,000 entries whose writing stands still until it is cancelled or `release` is called. */
async function writeLarge(isRefresh = true) {
  const gate = await database.openBulkSession();
  sessions.push(gate);
  await sql`select pg_advisory_lock(${gateLock})`.execute(gate.db);
  const { session, turn, write } = await begin('large', { isRefresh });
  let tries = 0;
  const ended = write(100_000, () =>
    session.db.transaction().execute(async (trx) => {
      tries += 1;
      await sql`insert into written values ('large')`.execute(trx);
      await sql`select pg_advisory_xact_lock(${gateLock})`.execute(trx);
      written.push('large');
    }),
  );
  const release = () => sql`select pg_advisory_unlock(${gateLock})`.execute(gate.db);
  await until(() => tries === 1);
  return { turn, ended, release, tries: () => tries };
}
/** Any key that the product does not use. */
const gateLock = 77;

it('a large list that is being written steps back for a much smaller one twice, and is written once', async () => {
  written = [];
  await sql`create table written (name text)`.execute(database.db);
  const large = await writeLarge();
  for (const [n, name] of ['one', 'two', 'three'].entries()) {
    const small = await begin(name);
    const ended = small.write(10_000);
    await small.waits;
    if (name === 'three') {
      await large.turn.stepBackIfDue();
      await large.release();
      await until(() => written.length === 4);
    } else {
      // A cancel that comes between two statements of the large list meets none; a running import asks again, too.
      const hasSteppedBack = async () => {
        await large.turn.stepBackIfDue();
        await clock.advance(100);
        return written.length === n + 1 && large.tries() === n + 2;
      };
      await expect.poll(hasSteppedBack).toBe(true);
    }
    await ended;
  }
  await large.ended;
  expect(written).toEqual(['one', 'two', 'large', 'three']);
  const { rows } = await sql`select name from written`.execute(database.db);
  expect(rows).toEqual([{ name: 'large' }]);
});

it.each([
  ['is hardly smaller', 10_001, { large: true, small: true }],
  ['has to wait, because an administrator waits for the large one,', 154, { large: false, small: true }],
])('a list that %s lets a large one be written to its end', async (_what, entries, isRefresh) => {
  written = [];
  const large = await writeLarge(isRefresh.large);
  const second = await begin('second', { isRefresh: isRefresh.small });
  const ended = second.write(entries);
  await second.waits;
  await large.turn.stepBackIfDue();
  await large.release();
  await until(() => written.length === 2);
  await Promise.all([large.ended, ended]);
  expect([large.tries(), written]).toEqual([1, ['large', 'second']]);
});

it('whoever is cancelled while it waits leaves the queue', async () => {
  written = [];
  const release = await hold();
  const given = new AbortController();
  const cancelled = await begin('cancelled', { signal: given.signal });
  const ended = cancelled.write(1).catch((error: unknown) => error);
  await cancelled.waits;
  given.abort(new Error('cancelled'));
  expect(await ended).toMatchObject({ message: 'cancelled' });
  await cancelled.session[Symbol.asyncDispose]();
  const next = await begin('next');
  const nextEnded = next.write(100);
  await next.waits;
  await release();
  await until(() => written.length === 1);
  await nextEnded;
  expect(written).toEqual(['next']);
});
