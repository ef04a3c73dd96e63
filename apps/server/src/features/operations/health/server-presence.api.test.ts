import { createTestDatabase, type TestDatabase } from '@butaca/db/testing';
import { createVirtualClock } from '@butaca/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp } from '../../../../test/test-app.ts';
import { createLog } from '../../../platform/log.ts';
import { createServerPresence } from './server-presence.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.db.deleteFrom('server_presence').execute());

/** Starts a server whose store has a mark; without one it has no store. */
async function startServer(mark?: string) {
  const store = { mark, run: async () => store.mark };
  const presence = createServerPresence({
    db: database.db,
    store: mark === undefined ? undefined : store,
    log: createLog('silent'),
  });
  await presence.look();
  return { ...presence, store };
}

it.each([
  ['with different stores', 'uno', 'dos', true],
  ['of which one has no store', 'uno', undefined, true],
  ['without a store', undefined, undefined, true],
  ['with the same store', 'uno', 'uno', false],
])('servers %s notice that they are divided, or not', async (_what, one, two, isDivided) => {
  await using first = await startServer(one);
  await using second = await startServer(two);
  for (let look = 0; look < 3; look += 1) {
    await first.look();
    await second.look();
  }
  expect([first.isDivided(), second.isDivided()]).toEqual([isDivided, isDivided]);
});

it('a server that replaces one that was killed is not divided from it', async () => {
  await database.db.insertInto('server_presence').values({ id: 'killed', store: 'otro' }).execute();
  await using server = await startServer('uno');
  for (let look = 0; look < 3; look += 1) await server.look();
  expect(server.isDivided()).toBe(false);
});

it('a store that has lost its data divides nobody', async () => {
  await using first = await startServer('uno');
  await using second = await startServer('uno');
  for (let look = 0; look < 2; look += 1) {
    await first.look();
    await second.look();
  }
  first.store.mark = 'nueva';
  await first.look();
  second.store.mark = 'nueva';
  await second.look();
  await first.look();
  expect([first.isDivided(), second.isDivided()]).toEqual([false, false]);
});

it('a server that is divided from another says so to monitoring, in the panel and in its log', async () => {
  const clock = createVirtualClock();
  await using test = await startTestApp({}, { clock });
  await test.app.startBackgroundWork();
  const sharedStore = async () => (await test.call('GET /api/ready')).body.sharedStore;
  expect(await sharedStore()).toBeUndefined();
  await expect.poll(() => test.db.selectFrom('server_presence').select('id').execute()).toHaveLength(1);
  await expect
    .poll(async () => {
      await test.db.deleteFrom('server_presence').where('id', '=', 'otro').execute();
      await test.db.insertInto('server_presence').values({ id: 'otro', store: 'otro' }).execute();
      await clock.advance(15_000);
      return sharedStore();
    })
    .toBe('divided');
  const { body } = await test.call('GET /api/admin/stats', { query: { days: '7' } }, await test.admin());
  expect(body.isStoreDivided).toBe(true);
  expect(test.logged.some((line) => line.includes('another shared store'))).toBe(true);
});
