import { createVirtualClock } from '@butaca/testing';
import { expect, it } from 'vitest';
import { useRedis } from '../../../../../test/redis-stores.ts';
import type { StreamGrant } from '../../../../shared/stream/stream-grant.ts';
import { createAddressLife } from './address-life.ts';
import { createSharedAddressUses } from './shared-address-uses.ts';

const stores = useRedis();
const ttlSeconds = 12 * 3_600;

it('an address that is used at one server has not expired at another one, after hours without use it has', async () => {
  const clock = createVirtualClock('2026-11-21T12:00:00Z');
  const startServer = async () =>
    createAddressLife(clock, ttlSeconds, createSharedAddressUses(await stores.open()));
  const [one, two] = [await startServer(), await startServer()];
  const grant: StreamGrant = {
    accountId: 'ana',
    deviceId: 'sala',
    sessionKey: 'sesión',
    itemKey: 'video:1',
    isTrial: false,
    issuedAtSeconds: Math.floor(clock.steadyMs() / 1_000),
    network: '192.0.2.0',
  };
  const stream = { grant, expiresAtSeconds: clock.now().getTime() / 1_000 + ttlSeconds };
  clock.pass(3 * 3_600_000);
  expect([await one.hasExpired(stream), await two.hasExpired(stream)]).toEqual([true, true]);
  one.use(grant);
  await expect.poll(() => two.hasExpired(stream)).toBe(false);
  await stores.redis().stop();
  try {
    // The server at which it is used knows that by itself.
    expect([await one.hasExpired(stream), await two.hasExpired(stream)]).toEqual([false, true]);
  } finally {
    await stores.redis().restart();
  }
});
