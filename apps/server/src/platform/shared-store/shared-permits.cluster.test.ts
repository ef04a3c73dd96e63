import { expect, it } from 'vitest';
import { shortPermitTiming, useRedis } from '../../../test/redis-stores.ts';
import type { SharedPermits } from './shared-permits.ts';
import type { StoreScript } from './shared-store.ts';

const stores = useRedis();
/** Permits that last longer than a test. */
const timing = { ...shortPermitTiming, lastingMs: 60_000, quietMs: 60_000 };
const use = { label: '', isBrief: false };
const owner = { describe: () => [], wanted: () => undefined, lost: () => undefined };
const listScript: StoreScript = { keys: 1, lua: "return redis.call('HKEYS', KEYS[1])" };

const open = (permits: SharedPermits) => permits.open('pool', owner);

async function startServer(own: Partial<typeof timing> = {}) {
  const store = await stores.open();
  return { store, permits: stores.openPermits(store, { ...timing, ...own }) };
}

it('a permit of a pool that is opened again has an id of its own', async () => {
  const { store, permits } = await startServer();
  const ids: unknown[] = [];
  for (let count = 0; count < 3; count += 1) {
    const pool = open(permits);
    // The first seconds of a Redis give no permits.
    await expect.poll(() => pool.hold(1, 1, use)).toBeUndefined();
    ids.push(await store.run(listScript, ['permits:pool']));
    await pool.close();
  }
  expect(new Set(ids.map(String)).size).toBe(3);
});

/** Lets the permits of the pool be as old as if nobody had renewed them for so long. */
const ageScript: StoreScript = {
  keys: 1,
  lua: `for _, id in ipairs(redis.call('HKEYS', KEYS[1])) do
    local permit = cjson.decode(redis.call('HGET', KEYS[1], id))
    permit.ends = permit.ends - tonumber(ARGV[1])
    redis.call('HSET', KEYS[1], id, cjson.encode(permit))
  end`,
};

it('the permit of a server that hangs is taken for the same channel before it ends, and for no other', async () => {
  const [one, two] = [await startServer({ renewEveryMs: 600_000 }), await startServer()];
  const channel = { label: 'channel:7', isBrief: false };
  const other = { label: 'channel:8', isBrief: false };
  const pool = open(one.permits);
  await expect.poll(() => pool.hold(1, 1, channel)).toBeUndefined();
  const next = open(two.permits);
  expect(await next.hold(1, 1, channel)).toMatchObject({ reason: 'full' });
  await two.store.run(ageScript, ['permits:pool', timing.lastingMs / 2]);
  expect(await next.hold(1, 1, other)).toMatchObject({ reason: 'full' });
  expect(await next.hold(1, 1, { ...channel, label: '' })).toMatchObject({ reason: 'full' });
  expect(await next.hold(1, 1, channel)).toBeUndefined();
  expect(await two.store.run(listScript, ['permits:pool'])).toHaveLength(1);
});

it('a server that has stood still uses no permit that another one has taken meanwhile', async () => {
  // A third of it is longer than a busy machine keeps the other one from renewing.
  const lastingMs = 6_000;
  // The first one renews nothing, as a server that stands still.
  const one = await startServer({ lastingMs, renewEveryMs: 600_000 });
  const two = await startServer({ lastingMs });
  const channel = { label: 'channel:7', isBrief: false };
  let left: number | undefined;
  const pool = one.permits.open('pool', { ...owner, lost: (count) => (left = count) });
  await expect.poll(() => pool.hold(1, 1, channel)).toBeUndefined();
  const next = open(two.permits);
  await expect.poll(() => next.hold(1, 1, channel)).toBeUndefined();
  expect(await pool.hold(1, 1, channel)).toMatchObject({ reason: 'full' });
  expect(left).toBe(0);
});

it('the other servers know at once what each permit is used for, also after one was given back or used for something else', async () => {
  // Nothing is told by renewals.
  const [one, two] = [await startServer({ renewEveryMs: 600_000 }), await startServer()];
  const useOf = (label: string) => ({ label, isBrief: false });
  let uses = ['channel:1', 'channel:2', 'channel:3'].map(useOf);
  const pool = one.permits.open('pool', { ...owner, describe: () => uses });
  const next = open(two.permits);
  const readLabels = async () => {
    const refusal = await next.hold(1, uses.length, useOf('channel:9'));
    return refusal?.reason === 'full' ? refusal.others.map(({ label }) => label).toSorted() : refusal;
  };
  for (const [index, each] of uses.entries())
    await expect.poll(() => pool.hold(index + 1, 3, each)).toBeUndefined();
  expect(await readLabels()).toEqual(['channel:1', 'channel:2', 'channel:3']);
  uses = uses.slice(1);
  await pool.keep(2);
  expect(await readLabels()).toEqual(['channel:2', 'channel:3']);
  uses = ['channel:2', 'channel:4'].map(useOf);
  await pool.keep(2);
  expect(await readLabels()).toEqual(['channel:2', 'channel:4']);
});

it.each([
  ['is there for the next use at the same server', 'same'],
  ['is given back when the Redis answers', 'other'],
])('a permit of a pool that was closed while the Redis hung %s', async (_what, at) => {
  const [one, two] = [await startServer(), await startServer()];
  const pool = open(one.permits);
  await expect.poll(() => pool.hold(1, 1, use)).toBeUndefined();
  stores.redis().freeze();
  try {
    await expect.poll(() => one.store.isReachable()).toBe(false);
    await pool.close();
  } finally {
    stores.redis().thaw();
  }
  const next = open(at === 'same' ? one.permits : two.permits);
  await expect.poll(() => next.hold(1, 1, use)).toBeUndefined();
});
