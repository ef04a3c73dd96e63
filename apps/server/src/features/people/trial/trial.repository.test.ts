import { createTestDatabase, type TestDatabase } from '@butaca/db/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTrialRepository } from './trial.repository.ts';

const day = '2026-11-21';
const limitSeconds = 900;
let database: TestDatabase;
let trials: ReturnType<typeof createTrialRepository>;

beforeAll(async () => {
  database = await createTestDatabase();
  trials = createTrialRepository(database.db);
});
afterAll(() => database.close());

let made = 0;
/** Creates an account with a device behind an IP address, and functions that use the account's free trial. */
async function addPerson({ ip = '192.168.1.7', deviceId }: { ip?: string; deviceId?: string } = {}) {
  made += 1;
  const accountId = `persona-${made}`;
  const key = { accountId, deviceId: deviceId ?? `aparato-${made}`, day };
  await database.db
    .insertInto('account')
    .values({
      id: accountId,
      username: accountId,
      username_folded: accountId,
      password_hash: 'x',
      role: 'user',
    })
    .execute();
  await database.db
    .insertInto('device')
    .values({
      account_id: accountId,
      device_id: key.deviceId,
      user_agent: '',
      ip,
      is_active: true,
      last_seen_at: new Date(),
    })
    .execute();
  return {
    pay: (
      from: number,
      to: number,
      more: { day?: string; itemKey?: 'video:1' | 'video:2'; deviceId?: string } = {},
    ) => trials.pay({ ...key, itemKey: 'video:1', from, to, ...more }, limitSeconds),
    used: (on = day) => trials.used({ accountId, day: on }),
    left: () => trials.left(key, limitSeconds),
  };
}

describe('the trial minutes of a person', () => {
  it('pay each second of an item once, however it is delivered', async () => {
    const { pay, used } = await addPerson();
    expect(await pay(0, 10)).toBe(10);
    expect(await pay(5, 15)).toBe(5);
    expect(await pay(2, 12)).toBe(0);
    expect(await pay(20, 30)).toBe(10);
    expect(await pay(0, 40)).toBe(15);
    expect(await used()).toBe(40);
  });

  it('pay for each item separately', async () => {
    const { pay, used } = await addPerson();
    await pay(0, 10);
    expect(await pay(0, 10, { itemKey: 'video:2' })).toBe(10);
    expect(await used()).toBe(20);
  });

  it('are used up exactly, and a payment beyond them is refused as a whole', async () => {
    const { pay, used, left } = await addPerson();
    await pay(0, 890);
    expect(await pay(890, 901)).toBeUndefined();
    expect([await used(), await left()]).toEqual([890, 10]);
    expect(await pay(890, 900)).toBe(10);
    expect([await used(), await left()]).toEqual([900, 0]);
    expect(await pay(900, 901)).toBeUndefined();
    expect(await pay(100, 200)).toBe(0);
  });

  it('are shared by all devices of the person', async () => {
    const { pay, used, left } = await addPerson();
    await pay(0, 890);
    const deviceId = 'otro-aparato';
    expect(await pay(890, 901, { deviceId })).toBeUndefined();
    expect(await pay(890, 900, { deviceId })).toBe(10);
    expect([await used(), await left()]).toEqual([900, 0]);
  });

  it('are full again the next day, and earlier days are kept for a week', async () => {
    const { pay, used } = await addPerson();
    await pay(0, 900);
    expect(await pay(0, 900, { day: '2026-11-22' })).toBe(900);
    await pay(0, 1, { day: '2026-11-28' });
    expect(await used(day)).toBe(900);
    await pay(0, 1, { day: '2026-11-29' });
    expect(await used(day)).toBe(0);
  });

  it('pay as many seconds as distinct ones were delivered, in whatever parts', async () => {
    const part = fc
      .tuple(fc.nat(60), fc.integer({ min: 1, max: 20 }))
      .map(([from, length]) => ({ from, to: from + length }));
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 6 }), async (parts) => {
        const { pay, used } = await addPerson();
        const seconds = new Set<number>();
        for (const { from, to } of parts) {
          const before = seconds.size;
          for (let second = from; second < to; second += 1) seconds.add(second);
          expect(await pay(from, to)).toBe(seconds.size - before);
        }
        expect(await used()).toBe(seconds.size);
      }),
      { numRuns: 5 },
    );
  });

  it('are not overspent by simultaneous payments', async () => {
    const { pay, used } = await addPerson();
    const paid = await Promise.all(Array.from({ length: 12 }, (_, nth) => pay(nth * 100, nth * 100 + 100)));
    expect(paid.filter((seconds) => seconds === 100)).toHaveLength(9);
    expect(await used()).toBe(900);
  });
});

describe('the trial minutes of several people', () => {
  it('are shared on one device', async () => {
    const deviceId = 'aparato-comun';
    const [first, second] = [await addPerson({ deviceId }), await addPerson({ deviceId })];
    await first.pay(0, 600);
    expect([await first.left(), await second.left(), await second.used()]).toEqual([300, 300, 0]);
    expect(await second.pay(0, 301)).toBeUndefined();
    expect(await second.pay(0, 300)).toBe(300);
    expect(await first.pay(600, 601)).toBeUndefined();
  });

  it.each([
    ['one public address', '81.2.69.160', '81.2.69.160'],
    ['one public IPv6 network', '2001:41d0:1:1::1', '2001:41d0:1:1:ffff::9'],
  ])('are enough for four people behind %s', async (_what, ...ips) => {
    const household = await Promise.all([0, 1, 2, 3, 4].map((nth) => addPerson({ ip: ips[nth % 2] ?? '' })));
    for (const person of household.slice(0, 4)) expect(await person.pay(0, 900)).toBe(900);
    expect(await household[4]?.left()).toBe(0);
    expect(await household[4]?.pay(0, 1)).toBeUndefined();
  });

  it.each(['127.0.0.1', '::ffff:10.0.0.9', 'unknown'])(
    'are separate behind %s, which does not identify a household',
    async (ip) => {
      const people = await Promise.all([0, 1, 2, 3, 4].map(() => addPerson({ ip })));
      for (const person of people) await person.pay(0, 900);
      expect(await Promise.all(people.map(({ used }) => used()))).toEqual([900, 900, 900, 900, 900]);
    },
  );

  it('are added up for a day', async () => {
    const on = '2027-01-01';
    expect(await trials.usedByAll(on)).toEqual({ accounts: 0, seconds: 0 });
    const [first, second] = [await addPerson(), await addPerson()];
    await first.pay(0, 30, { day: on });
    await first.pay(0, 12, { day: on, itemKey: 'video:2' });
    await second.pay(0, 8, { day: on });
    expect(await trials.usedByAll(on)).toEqual({ accounts: 2, seconds: 50 });
  });
});
