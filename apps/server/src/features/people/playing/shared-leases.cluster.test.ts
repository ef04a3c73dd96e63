import { describe, expect, it } from 'vitest';
import type { ItemKey } from '@butaca/contract';
import { noteFigure } from '../../../../test/figures.ts';
import { useRedis } from '../../../../test/redis-stores.ts';
import { systemClock, type Clock } from '../../../platform/clock.ts';
import { createSharedClock } from '../../../platform/shared-store/shared-clock.ts';
import { createSharedLeases } from './shared-leases.ts';

const stores = useRedis();

/** The lease book of one of several servers. @param aheadMs - by how much the clock of its machine is ahead */
async function startServer(aheadMs = 0, installation?: string) {
  const machine: Clock = {
    ...systemClock,
    now: () => new Date(Date.now() + aheadMs),
    steadyMs: () => systemClock.steadyMs() + aheadMs,
  };
  const store = await stores.open(installation);
  const clock = await createSharedClock(machine, store);
  const stops: string[] = [];
  const leases = createSharedLeases(store, clock, (accountId, deviceId) =>
    stops.push(`${accountId} ${deviceId}`),
  );
  const issue = () => Math.floor(clock.steadyMs() / 1_000);
  const take = async (
    deviceId: string,
    more: {
      itemKey?: ItemKey;
      accountId?: string;
      max?: number;
      isCast?: boolean;
      issuedAtSeconds?: number;
    } = {},
  ) => {
    const {
      itemKey = 'channel:1',
      accountId = 'ana',
      max = 2,
      isCast = false,
      issuedAtSeconds = issue(),
    } = more;
    return leases.take({ accountId, deviceId, itemKey, isCast, issuedAtSeconds }, max);
  };
  return { leases, take, store, stops, issue };
}

describe('leases of several servers', () => {
  it('are exactly as many as the plan allows when 200 devices ask four servers at once', async () => {
    const servers = await Promise.all([startServer(), startServer(), startServer(), startServer()]);
    const tries = servers.flatMap(({ take }, server) =>
      Array.from({ length: 50 }, (_, index) => take(`aparato-${server}-${index}`, { max: 3 })),
    );
    const answers = await Promise.all(tries);
    const taken = answers.filter((answer) => answer === 'taken').length;
    noteFigure(
      'Aparatos que reproducen de 200 a la vez, en cuatro servidores y un plan para 3',
      `${taken}`,
      '= 3',
    );
    expect(taken).toBe(3);
    const refused = answers.filter((answer) => Array.isArray(answer));
    expect(refused).toHaveLength(197);
    expect(refused.every((held) => held.length === 3)).toBe(true);
  });

  it('are listed and seen on each of them, and one device has one lease wherever it plays', async () => {
    const [one, two] = [await startServer(), await startServer()];
    await one.take('tele', { max: 1 });
    expect(await two.leases.list('ana')).toMatchObject([{ deviceId: 'tele', itemKey: 'channel:1' }]);
    expect(await two.take('tele', { max: 1, itemKey: 'channel:2' })).toBe('taken');
    expect(await one.leases.list('ana')).toMatchObject([{ deviceId: 'tele', itemKey: 'channel:2' }]);
    await one.take('sala', { accountId: 'luis' });
    const all = await two.leases.listAll();
    expect(all.map(({ accountId }) => accountId).toSorted()).toEqual(['ana', 'luis']);
    for (const { sinceMs } of all) expect(Math.abs(sinceMs - Date.now())).toBeLessThan(20_000);
  });

  it('are renewed at another server than the one that gave them', async () => {
    const [one, two] = [await startServer(), await startServer()];
    await one.take('tele');
    expect(await two.leases.renew('ana', { deviceId: 'tele', itemKey: 'channel:1' })).toBeUndefined();
    expect(await two.leases.renew('ana', { deviceId: 'otra', itemKey: 'channel:1' })).toBe('lapsed');
  });

  it('end everywhere when one server stops the device, also with clocks five seconds apart', async () => {
    const [one, two] = [await startServer(5_000), await startServer(-5_000)];
    const issuedAtSeconds = one.issue();
    await one.take('tele', { issuedAtSeconds });
    expect(await two.leases.stop('ana', 'tele')).toBe(true);
    await expect.poll(() => one.stops).toEqual(['ana tele']);
    expect(two.stops).toEqual([]);
    expect(await one.take('tele', { issuedAtSeconds })).toBe('stopped');
    expect(
      await one.leases.hasMoved({
        accountId: 'ana',
        deviceId: 'tele',
        itemKey: 'channel:1',
        issuedAtSeconds,
      }),
    ).toBe(true);
    // A stream that either of them issues in a later second plays.
    await expect.poll(() => two.take('tele', { issuedAtSeconds: two.issue() })).toBe('taken');
    expect(await two.leases.stop('ana', 'nadie')).toBe(false);
  });

  it('end until the second of the Redis, also where a server has not measured its clock yet', async () => {
    const [store, heardBy] = [await stores.open(), await stores.open()];
    const late: Clock = { ...systemClock, steadyMs: () => systemClock.steadyMs() - 60_000 };
    const leases = createSharedLeases(store, late, () => undefined);
    const heard: string[] = [];
    createSharedLeases(heardBy, systemClock, (_accountId, _deviceId, untilSeconds) =>
      heard.push(String(untilSeconds)),
    );
    const request = { accountId: 'ana', deviceId: 'tele', itemKey: 'channel:1' as const, issuedAtSeconds: 1 };
    await leases.take(request, 1);
    await leases.stop('ana', 'tele');
    await expect.poll(() => heard).toEqual([await store.redis.hget('stops:ana', 'tele')]);
  });

  it('move to the television to which a device casts, whichever server it asks', async () => {
    const [one, two] = [await startServer(), await startServer()];
    const issuedAtSeconds = one.issue();
    await one.take('móvil', { issuedAtSeconds });
    expect(await two.take('móvil', { isCast: true, issuedAtSeconds })).toBe('taken');
    expect(await one.take('móvil', { issuedAtSeconds })).toBe('stopped');
  });

  it('of another installation in the same Redis are not theirs', async () => {
    const [own, foreign] = [await startServer(), await startServer(0, crypto.randomUUID())];
    await foreign.take('tele', { max: 1 });
    expect(await own.take('móvil', { max: 1 })).toBe('taken');
    await foreign.leases.stop('ana', 'tele');
    expect(own.stops).toEqual([]);
  });
});

describe.each([
  ['is gone', { away: () => stores.redis().stop(), back: () => stores.redis().restart() }],
  ['hangs', { away: async () => stores.redis().freeze(), back: async () => stores.redis().thaw() }],
])('while the Redis %s', (_what, { away, back }) => {
  it('what plays goes on, one device too many is refused, and all of it comes back by itself', async () => {
    const [one, two] = [await startServer(), await startServer()];
    await one.take('tele');
    await two.take('móvil');
    await one.leases.renew('ana', { deviceId: 'tele', itemKey: 'channel:1' });
    await away();
    try {
      expect(await one.leases.renew('ana', { deviceId: 'tele', itemKey: 'channel:1' })).toBeUndefined();
      expect(await one.take('tele')).toBe('taken');
      expect(await two.take('tableta')).toHaveLength(2);
      expect(await one.take('tableta')).toHaveLength(2);
      expect(one.store.isReachable()).toBe(false);
    } finally {
      await back();
    }
    await expect.poll(async () => (await one.take('tele')) === 'taken' && one.store.isReachable()).toBe(true);
    await expect
      .poll(async () => (await two.take('móvil')) === 'taken' && two.store.isReachable())
      .toBe(true);
    await expect.poll(() => one.take('tableta')).toHaveLength(2);
  });
});

describe('after the Redis was away', () => {
  const playing = { deviceId: 'tele', itemKey: 'channel:1' as const };
  type Server = Awaited<ReturnType<typeof startServer>>;
  const restart = async (...servers: Server[]): Promise<void> => {
    await stores.redis().stop();
    await stores.redis().restart();
    await expect.poll(() => servers.every(({ store }) => store.isReachable())).toBe(true);
  };

  it('a device that was stopped meanwhile stays stopped, at the other server too', async () => {
    const [one, two] = [await startServer(), await startServer()];
    const issuedAtSeconds = one.issue() - 5;
    await one.take('tele', { issuedAtSeconds });
    stores.redis().freeze();
    try {
      expect(await one.leases.stop('ana', 'tele')).toBe(true);
      expect(await one.take('tele', { issuedAtSeconds })).toBe('stopped');
    } finally {
      stores.redis().thaw();
    }
    expect(await one.take('tele', { issuedAtSeconds })).toBe('stopped');
    await expect
      .poll(async () => {
        await one.leases.list('ana');
        return two.take('tele', { issuedAtSeconds });
      })
      .toBe('stopped');
    await expect.poll(() => one.take('tele')).toBe('taken');
  });

  it('a stop is remembered when it has come back empty, by a server that starts then too', async () => {
    const [one, two] = [await startServer(), await startServer()];
    const issuedAtSeconds = one.issue() - 5;
    await one.take('tele', { issuedAtSeconds });
    expect(await two.leases.stop('ana', 'tele')).toBe(true);
    await expect.poll(() => one.stops).toEqual(['ana tele']);
    await restart(one, two);
    expect(await one.take('tele', { issuedAtSeconds })).toBe('stopped');
    expect(await two.take('tele', { issuedAtSeconds })).toBe('stopped');
    const three = await startServer();
    await expect.poll(() => three.take('tele', { issuedAtSeconds })).toBe('stopped');
  });

  it('what plays keeps its place when it has come back empty', async () => {
    const [one, two] = [await startServer(), await startServer()];
    await one.take('tele', { max: 1 });
    expect(await two.take('móvil', { max: 1 })).toHaveLength(1);
    await restart(one, two);
    expect(await two.take('móvil', { max: 1 })).toHaveLength(1);
    expect(await one.leases.renew('ana', playing)).toBeUndefined();
    expect(await two.take('móvil', { max: 1 })).toHaveLength(1);
    expect(await one.take('tele', { max: 1 })).toBe('taken');
  });

  it('of two devices that play on a plan for one, the one that began last is refused', async () => {
    const [one, two] = [await startServer(), await startServer()];
    await one.take('tele', { max: 1 });
    await stores.redis().stop();
    // This server has never heard of the account.
    await expect.poll(() => two.take('móvil', { max: 1 })).toBe('taken');
    await stores.redis().restart();
    await expect.poll(() => [one, two].every(({ store }) => store.isReachable())).toBe(true);
    expect(await one.leases.renew('ana', playing)).toBeUndefined();
    const renew = () => two.leases.renew('ana', { deviceId: 'móvil', itemKey: 'channel:1' });
    await expect.poll(renew).toBe('lapsed');
    expect(await two.take('móvil', { max: 1 })).toHaveLength(1);
    expect(await one.leases.renew('ana', playing)).toBeUndefined();
  });

  it('the list of all leases has those that are known here while it is gone', async () => {
    const one = await startServer();
    await one.take('tele');
    const [listed] = await one.leases.listAll();
    expect(listed).toMatchObject({ accountId: 'ana', ...playing });
    await stores.redis().stop();
    try {
      expect(await one.leases.listAll()).toMatchObject([{ accountId: 'ana', ...playing }]);
    } finally {
      await stores.redis().restart();
    }
  });
});
