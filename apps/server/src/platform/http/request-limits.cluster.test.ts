import { expect, it } from 'vitest';
import { useRedis } from '../../../test/redis-stores.ts';
import { createLimits, type CallLimit } from './request-limits.ts';

const stores = useRedis();
const rule = { name: 'login', most: 3, code: 'limit.login' } as const;
const startServer = async () => createLimits(await stores.open());

const count = (limit: CallLimit, key: string): Promise<string> =>
  limit.count(key).then(
    () => 'admitted',
    (error: { code?: string }) => error.code ?? 'failed',
  );

it('servers admit as many calls together as one limit allows', async () => {
  const [one, two] = [await startServer(), await startServer()].map((limits) => limits.perMinute(rule));
  if (one === undefined || two === undefined) throw new Error('no server has started');
  const all = await Promise.all(
    Array.from({ length: 10 }, (_, at) => count(at % 2 === 0 ? one : two, 'ana')),
  );
  expect(all.filter((answer) => answer === 'admitted')).toHaveLength(3);
  expect(await count(one, 'luis')).toBe('admitted');
});

it('servers count the failures of all of them, and no right attempt', async () => {
  const [one, two] = [await startServer(), await startServer()].map((limits) =>
    limits.failuresPerMinute(rule),
  );
  if (one === undefined || two === undefined) throw new Error('no server has started');
  const fail = async (): Promise<never> => {
    throw new Error('wrong');
  };
  for (let done = 0; done < 5; done += 1)
    await one.run(
      'ana',
      async () => undefined,
      () => true,
    );
  for (const server of [one, two, one])
    await expect(server.run('ana', fail, () => true)).rejects.toThrow('wrong');
  await expect(
    two.run(
      'ana',
      async () => undefined,
      () => true,
    ),
  ).rejects.toMatchObject({ code: 'limit.login' });
});

it('a limit holds while the event loop of a server is busy for longer than an answer may take', async () => {
  const limit = (await startServer()).perMinute({ ...rule, most: 1 });
  expect(await count(limit, 'ana')).toBe('admitted');
  const asked = count(limit, 'ana');
  const busyUntilMs = performance.now() + 800;
  while (performance.now() < busyUntilMs);
  expect(await asked).toBe('limit.login');
});

it('a server that loses the Redis goes on from the last count that it knows', async () => {
  const [one, two] = [await startServer(), await startServer()].map((limits) => limits.perDay(rule));
  if (one === undefined || two === undefined) throw new Error('no server has started');
  const before = [await count(one, 'ana'), await count(two, 'ana')];
  expect(before).toEqual(['admitted', 'admitted']);
  await stores.redis().stop();
  try {
    expect([await count(two, 'ana'), await count(two, 'ana')]).toEqual(['admitted', 'limit.login']);
  } finally {
    await stores.redis().restart();
  }
});
