import { Redis } from 'ioredis';
import { expect, it, onTestFinished } from 'vitest';
import { useRedis } from '../../../test/redis-stores.ts';
import { createLimits, type CallLimit, type FailureLimit } from './request-limits.ts';

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

it('two servers admit no more than one limit of 200 calls at once that the Redis does not answer in time', async () => {
  const servers = [await stores.open(), await stores.open()];
  await expect.poll(() => servers.map((store) => store.serverCount())).toEqual([2, 2]);
  const [one, two] = servers.map((store) => createLimits(store).perMinute({ ...rule, most: 10 }));
  if (one === undefined || two === undefined) throw new Error('no server has started');
  stores.redis().freeze();
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, at) => count(at % 2 === 0 ? one : two, 'ana')),
  ).finally(() => stores.redis().thaw());
  expect(answers.filter((answer) => answer === 'admitted')).toHaveLength(10);
});

it('a server that has counted alone admits no more when the Redis is back without its counts', async () => {
  const store = await stores.open();
  const limit = createLimits(store).perMinute(rule);
  const burst = () => Promise.all(Array.from({ length: 100 }, () => count(limit, 'ana')));
  await stores.redis().stop();
  const alone = await burst();
  await stores.redis().restart();
  await expect.poll(() => store.isReachable()).toBe(true);
  const answers = [...alone, ...(await burst())];
  expect(answers.filter((answer) => answer === 'admitted')).toHaveLength(3);
});

/** Begins an attempt that is right as soon as `succeed` is called. */
function beginRight(limit: FailureLimit) {
  let succeed = (): void => undefined;
  let begin = (): void => undefined;
  const hasBegun = new Promise<void>((resolve) => (begin = resolve));
  const attempt = () =>
    new Promise<void>((resolve) => {
      succeed = resolve;
      begin();
    });
  const done = limit.run('ana', attempt, () => true);
  return {
    hasBegun,
    async succeed() {
      succeed();
      await done;
    },
  };
}

/** Makes as many wrong attempts as are admitted. @returns how many they were */
async function failUntilRefused(limit: FailureLimit): Promise<number> {
  const fail = async (): Promise<never> => {
    throw new Error('wrong');
  };
  for (let failed = 0; ; failed += 1) {
    const error: unknown = await limit.run('ana', fail, () => true).catch((reason: unknown) => reason);
    if (!(error instanceof Error) || error.message !== 'wrong') return failed;
  }
}

it('a right attempt that was counted while the Redis was gone makes no room for a wrong one', async () => {
  const [store, otherStore] = [await stores.open(), await stores.open()];
  const one = createLimits(store).failuresPerMinute(rule);
  const two = createLimits(otherStore).failuresPerMinute(rule);
  await stores.redis().stop();
  const right = beginRight(one);
  await right.hasBegun;
  await stores.redis().restart();
  await expect.poll(() => store.isReachable() && otherStore.isReachable()).toBe(true);
  expect(await failUntilRefused(two)).toBe(3);
  await right.succeed();
  expect(await failUntilRefused(createLimits(otherStore).failuresPerMinute(rule))).toBe(0);
});

it('a right attempt that ends after its minute makes no room in the next one', async () => {
  const store = await stores.open('spans');
  const [one, two] = [createLimits(store), createLimits(store)].map((limits) =>
    limits.failuresPerMinute(rule),
  );
  if (one === undefined || two === undefined) throw new Error('no server has started');
  const admin = new Redis(stores.redis().url);
  onTestFinished(() => admin.disconnect());
  const key = 'butaca:spans:limit:login:ana';
  await admin.set(key, 0, 'EX', 30);
  const right = beginRight(one);
  await right.hasBegun;
  await admin.del(key);
  expect(await failUntilRefused(two)).toBe(3);
  await right.succeed();
  expect(await failUntilRefused(createLimits(store).failuresPerMinute(rule))).toBe(0);
});

it('a right attempt that ends just after its minute leaves no count behind', async () => {
  const store = await stores.open('ended');
  const limit = createLimits(store).failuresPerMinute(rule);
  const admin = new Redis(stores.redis().url);
  onTestFinished(() => admin.disconnect());
  const key = 'butaca:ended:limit:login:ana';
  // The minute ends so soon that the attempt is taken back within the second by which two readings of the end may differ.
  await admin.set(key, 0, 'PX', 900);
  const right = beginRight(limit);
  await right.hasBegun;
  await admin.del(key);
  await right.succeed();
  expect(await admin.exists(key)).toBe(0);
});

it('a count without an end refuses for one minute at most', async () => {
  const store = await stores.open('endless');
  const limit = createLimits(store).failuresPerMinute(rule);
  const admin = new Redis(stores.redis().url);
  onTestFinished(() => admin.disconnect());
  const key = 'butaca:endless:limit:login:ana';
  await admin.set(key, 7);
  expect(await failUntilRefused(limit)).toBe(0);
  const leftSeconds = await admin.ttl(key);
  expect([leftSeconds > 0, leftSeconds <= 60]).toEqual([true, true]);
});
