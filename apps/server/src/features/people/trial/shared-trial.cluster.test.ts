import { createVirtualClock } from '@butaca/testing';
import { createTestDatabase, type TestDatabase } from '@butaca/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noteFigure } from '../../../../test/figures.ts';
import { useRedis } from '../../../../test/redis-stores.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { readPostgresError } from '../../../platform/http/postgres-error.ts';
import { trialFeature } from './index.ts';
import { createSharedTrialPace } from './shared-trial-pace.ts';
import { createTrialPace } from './trial-pace.ts';

const stores = useRedis();
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

async function addAccount(id: string): Promise<void> {
  const account = { id, username: id, username_folded: id, password_hash: 'x', role: 'user' as const };
  await database.db.insertInto('account').values(account).execute();
}

/** The trial of one of several servers. */
async function startServer(leadSeconds: number) {
  const store = await stores.open();
  return trialFeature({
    db: database.db,
    clock: createVirtualClock('2026-11-21T12:00:00Z'),
    minutesPerDay: 15,
    timeZone: 'UTC',
    leadSeconds,
    store,
  });
}

const { signal } = new AbortController();

/** Charges ten seconds; says whether they were paid, or why not. What is answered 503 is asked again, as clients do. */
async function charge(server: Awaited<ReturnType<typeof startServer>>, fromSeconds: number): Promise<string> {
  const seconds = { fromSeconds, toSeconds: fromSeconds + 10 };
  try {
    await server.charge(
      { accountId: 'exacta', deviceId: 'sala', playableKey: 'video:1', ...seconds },
      signal,
    );
    return 'paid';
  } catch (error) {
    if (error instanceof AppError) return error.code;
    if (!(error instanceof Error) || readPostgresError(error)?.code !== 'server.unavailable') throw error;
    return charge(server, fromSeconds);
  }
}

it('a trial is exact at several servers, in 200 charges at once', async () => {
  await addAccount('exacta');
  const servers = [await startServer(10_000), await startServer(10_000)];
  const charges = Array.from({ length: 200 }, (_, index) => charge(servers[index % 2]!, index * 10));
  const outcomes = await Promise.all(charges);
  const paid = outcomes.filter((outcome) => outcome === 'paid').length;
  noteFigure(
    'Cobros de 10 s de una prueba de 15 minutos, de 200 a la vez en dos servidores',
    `${paid}`,
    '= 90',
  );
  expect(paid).toBe(90);
  expect(outcomes.filter((outcome) => outcome === 'trial.spent')).toHaveLength(110);
  for (const server of servers) {
    expect(await server.budget({ accountId: 'exacta', deviceId: 'sala' })).toEqual({
      minutesRemaining: 0,
      minutesUsed: 15,
    });
  }
});

describe('the pace of a trial at several servers', () => {
  const startPace = async () => createSharedTrialPace(await stores.open(), createTrialPace(30), 30);

  it('gives a device that asks both no more seconds than one server would', async () => {
    const paces = [await startPace(), await startPace()];
    const leaving = Array.from({ length: 40 }, () => new AbortController());
    let paid = 0;
    const tries = leaving.map((client, index) =>
      paces[index % 2]!.spend('tele', client.signal, async () => (paid += 20) && 20, 20).catch(
        () => undefined,
      ),
    );
    // Two charges take more than the lead of 30 seconds; all others wait for ten seconds and more.
    await expect.poll(() => paid).toBe(40);
    // What is asked after that is answered after what was asked before.
    await paces[0]!.spend('teléfono', signal, async () => 20, 20);
    await paces[1]!.spend('teléfono', signal, async () => 5, 5);
    expect(paid).toBe(40);
    for (const client of leaving) client.abort();
    await Promise.all(tries);
  });

  it('puts back what was not charged', async () => {
    const [one, two] = [await startPace(), await startPace()];
    await one.spend('tele', signal, async () => 0, 600);
    await expect(two.spend('tele', signal, () => Promise.reject(new Error('spent')), 600)).rejects.toThrow(
      'spent',
    );
    let isPaid = false;
    await one.spend('tele', signal, async () => Number((isPaid = true)), 1);
    expect(isPaid).toBe(true);
  });

  it('goes on with the own pace of a server while the Redis is gone', async () => {
    const one = await startPace();
    await stores.redis().stop();
    try {
      let paid = 0;
      await one.spend('tele', signal, async () => (paid = 31), 31);
      const leaving = new AbortController();
      const waiting = one.spend('tele', leaving.signal, async () => (paid = 99), 10);
      leaving.abort();
      await expect(waiting).rejects.toThrow();
      expect(paid).toBe(31);
    } finally {
      await stores.redis().restart();
    }
  });
});
