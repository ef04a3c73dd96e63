import { createVirtualClock, startFakeXtreamAccount, type FakeXtreamAccount } from '@butaca/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestApp, type Person, type TestApp } from '../../../../test/test-app.ts';

let test: TestApp;
let admin: Person;
let fake: FakeXtreamAccount;

const clock = createVirtualClock(new Date().toISOString());
const films = 400;

beforeAll(async () => {
  test = await startTestApp({ UPSTREAM_ALLOW_PRIVATE: '127.0.0.0/8' }, { clock });
  admin = await test.admin();
  fake = await startFakeXtreamAccount();
  fake.categories.live = [{ category_id: '1', category_name: 'Noticias' }];
  fake.items.live = [{ name: 'Uno', stream_id: 12, category_id: '1' }];
  fake.items.vod = Array.from({ length: films }, (_film, n) => ({
    name: `Película ${n}`,
    stream_id: 500 + n,
  }));
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await fake[Symbol.asyncDispose]();
});

/** The lines of the log that tell of broken connections. */
const listBreaks = () => test.logged.filter((line) => line.includes('the connection of a list broke'));

it('an account whose connections break is asked again for the lists that broke off, and for no other', async () => {
  fake.breaks = new Map([
    ['', 1],
    ['get_live_categories', 1],
    ['get_vod_streams', 2],
  ]);
  const { base: address, username, password } = fake;
  const added = await test.call(
    'POST /api/admin/providers',
    { body: { kind: 'xtream', address, username, password, name: 'Mi cuenta' } },
    admin,
  );
  expect(added.status).toBe(201);
  // The third try waits for two seconds.
  await expect.poll(() => listBreaks()).toHaveLength(3);
  await clock.advance(2_000);
  const provider = await vi.waitFor(async () => {
    const { body } = await test.call('GET /api/admin/providers', {}, admin);
    const found = body.providers.find(({ _id }) => _id === added.body._id);
    if (found === undefined || found.state === 'refreshing') throw new Error('still refreshing');
    return found;
  });
  expect(provider).toMatchObject({ state: 'decision', error: null });
  const counts = new Map<string, number>();
  for (const call of fake.calls) counts.set(call, (counts.get(call) ?? 0) + 1);
  expect([...counts]).toEqual([
    ['account', 2],
    ['get_live_categories', 2],
    ['get_live_streams', 1],
    ['get_vod_categories', 1],
    ['get_vod_streams', 3],
    ['get_series_categories', 1],
    ['get_series', 1],
  ]);
  // Half of the films came three times, and each of them is in the list once.
  const params = { id: provider.waitingImportId ?? '' };
  const { body } = await test.call('GET /api/admin/imports/:id', { params }, admin);
  expect(body).toMatchObject({ entries: films + 1, added: films + 1, duplicates: 0, skipped: 0 });
  const told = listBreaks();
  // The gateway itself sends a request again that broke before 64 bytes of its answer came, as that for the categories did.
  expect(told.map((line) => (JSON.parse(line) as { tries: number }).tries)).toEqual([1, 1, 2]);
  expect(told.join('')).toContain('UND_ERR_SOCKET');
  expect(told.join('')).not.toContain(password);
});
