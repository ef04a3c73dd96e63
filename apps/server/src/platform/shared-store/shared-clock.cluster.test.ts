import { expect, it, onTestFinished } from 'vitest';
import { startNetwork } from '@butaca/testing';
import { useRedis } from '../../../test/redis-stores.ts';
import { systemClock, type Clock } from '../clock.ts';
import { createSharedClock } from './shared-clock.ts';

const stores = useRedis();
const aheadMs = 60_000;
const aheadClock: Clock = { ...systemClock, steadyMs: () => systemClock.steadyMs() + aheadMs };
/** By how many seconds the shared clock of a machine differs from that of the Redis, which runs on this machine. */
const differ = (clock: Clock): number => Math.abs(Math.round((clock.steadyMs() - Date.now()) / 1_000));

it('a clock that is ahead is corrected although the first answer takes long', async () => {
  const creating = createSharedClock(aheadClock, await stores.open());
  const busyUntilMs = performance.now() + 300;
  while (performance.now() < busyUntilMs);
  using clock = await creating;
  expect(differ(clock)).toBe(0);
});

it('a clock that is ahead is corrected although every answer takes long', async () => {
  const route = await startNetwork(stores.redis().url);
  onTestFinished(() => route[Symbol.asyncDispose]());
  const store = await stores.open(undefined, route.url);
  route.delay(200);
  using clock = await createSharedClock(aheadClock, store);
  expect(differ(clock)).toBe(0);
});

it('a clock that is ahead is corrected when a Redis that was away at the start is there', async () => {
  await stores.redis().stop();
  using clock = await createSharedClock(aheadClock, await stores.open());
  expect(differ(clock)).toBe(aheadMs / 1_000);
  await stores.redis().restart();
  await expect.poll(() => differ(clock)).toBe(0);
});
