import { createTestDatabase, type TestDatabase } from '@butaca/db/testing';
import { createVirtualClock } from '@butaca/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createBackgroundBudget } from './background-budget.ts';

const hourMs = 3_600_000;
const id = 'lista';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.deleteFrom('provider').where('id', '=', id).execute();
  await database.db.insertInto('provider').values({ id, name: 'Lista', kind: 'file' }).execute();
});

const set = (values: object) =>
  database.db.updateTable('provider').set(values).where('id', '=', id).execute();

/** Tries once a minute for some hours. @returns how many requests were allowed */
async function tryFor(hours: number, requests: number, everyMinutes = 10): Promise<number> {
  const clock = createVirtualClock();
  // Two servers count together.
  const budgets = [createBackgroundBudget(database.db, clock), createBackgroundBudget(database.db, clock)];
  let allowed = 0;
  for (let minute = 0; minute < hours * 60; minute += everyMinutes) {
    for (const budget of budgets) if (await budget.take(id, requests)) allowed += requests;
    clock.pass(everyMinutes * 60_000);
  }
  return allowed;
}

it('a provider gets one request an hour by itself, whatever the work takes', async () => {
  expect(await tryFor(12, 1)).toBe(12);
  await set({ background_next_at: null, background_count: 0 });
  expect(await tryFor(12, 4)).toBe(12);
});

it('a provider that is read ahead gets as many as fit into a day', async () => {
  await set({ reads_ahead: true });
  expect(await tryFor(25, 500, 60)).toBe(3_000);
});

it('a provider that is paused or removed gets none', async () => {
  await set({ is_paused: true, reads_ahead: true });
  expect(await tryFor(1, 1)).toBe(0);
  await set({ is_paused: false, removed_at: new Date() });
  expect(await tryFor(1, 1)).toBe(0);
});

it('a clock that is set back does not silence the background for longer than a day', async () => {
  const clock = createVirtualClock();
  await set({
    background_next_at: new Date(clock.now().getTime() + 48 * hourMs),
    background_since: clock.now(),
  });
  expect(await createBackgroundBudget(database.db, clock).take(id, 1)).toBe(true);
});
