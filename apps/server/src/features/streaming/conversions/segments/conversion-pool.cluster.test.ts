import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { shortPermitTiming, useRedis } from '../../../../../test/redis-stores.ts';
import { openTestConverter } from '../../../../../test/media/make-test-media.ts';
import type { Converter } from '../ffmpeg/converter.ts';
import type { Convertible } from './conversion.ts';
import { createConversionPool } from './conversion-pool.ts';
import { systemClock } from '../../../../platform/clock.ts';

const stores = useRedis();
let root: string;
let converter: Converter;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'butaca-pools-'));
  converter = await openTestConverter(root);
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** Long enough that the first requests of a test come before permits are given, also on a busy machine. */
const slowlySettling = { ...shortPermitTiming, settleMs: 2_000 };

/** The pool of one of several servers, with conversions that write no segments. */
async function startServer(timing = shortPermitTiming, maxStreams = 1) {
  const store = await stores.open();
  let isPlaying = true;
  const pool = createConversionPool({
    folder: join(root, crypto.randomUUID()),
    gateway: {
      openLoopback: async () => ({
        address: 'http://127.0.0.1:1/',
        end: () => undefined,
        noteViewer: () => undefined,
        isSilent: () => false,
      }),
    },
    limits: { remuxes: 80, transcodes: 1, idleMs: 60_000, reserveBytes: 0 },
    isPlaying: () => isPlaying,
    maxStreamsOf: async () => maxStreams,
    clock: systemClock,
    permits: stores.openPermits(store, timing),
  });
  const create = (): Convertible => ({
    isOver: () => false,
    [Symbol.asyncDispose]: () => Promise.resolve(),
  });
  /** @returns `converts`, or the code of the refusal */
  const use = (accountId: string, deviceId: string): Promise<string> =>
    pool
      .use(
        {
          accountId,
          deviceId,
          sessionKey: accountId,
          itemKey: 'video:1',
          // Each device watches a film of its own.
          key: `film of ${accountId}, ${deviceId}`,
          source: { address: 'http://a.example/1.mkv', streamKind: 'file', userAgent: null, referrer: null },
          mode: 'remux',
          create,
        },
        converter,
        () => Promise.resolve('converts'),
      )
      .catch((error: { code: string }) => error.code);
  return { store, pool, use, stopPlaying: () => (isPlaying = false) };
}

/** Waits until the shared store gives permits: it does not in the first moment of an installation. */
async function settle({ use, pool }: Awaited<ReturnType<typeof startServer>>): Promise<void> {
  const probe = stores.openPermits(await stores.open()).open('prueba', {
    describe: () => [],
    wanted: () => undefined,
    lost: () => undefined,
  });
  await expect.poll(() => probe.hold(1, 1, { label: '', isBrief: true })).toBeUndefined();
  expect(await use('nadie', 'nada')).toBe('converts');
  expect(pool.count()).toBe(1);
}

it('a person on a plan of one stream has one conversion at all servers together, also when 60 devices ask at once', async () => {
  const [one, two] = [await startServer(), await startServer()];
  await settle(one);
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? one : two).use('ana', `aparato-${index}`)),
  );
  expect(answers.filter((answer) => answer === 'converts')).toHaveLength(1);
  expect(answers.filter((answer) => answer === 'conversion.elsewhere')).toHaveLength(59);
  expect(one.pool.count() + two.pool.count()).toBe(2);
  // Another person has one of their own.
  expect(await two.use('luis', 'sala')).toBe('converts');
});

it('a person has as many conversions at all servers together as streams, also when 60 devices ask at once', async () => {
  const [one, two] = [await startServer(shortPermitTiming, 4), await startServer(shortPermitTiming, 4)];
  await settle(one);
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? one : two).use('ana', `aparato-${index}`)),
  );
  expect(answers.filter((answer) => answer === 'converts')).toHaveLength(4);
  expect(answers.filter((answer) => answer === 'conversion.elsewhere')).toHaveLength(56);
  // One more is that of another person, from the beginning of the test.
  expect(one.pool.count() + two.pool.count()).toBe(5);
  const permits = stores.openPermits(await stores.open());
  expect(await permits.countAll('conversion:ana')).toBe(4);
});

it('two, three and four devices of a plan of four streams convert at two servers, and a fifth does not', async () => {
  const [one, two] = [await startServer(shortPermitTiming, 4), await startServer(shortPermitTiming, 4)];
  await settle(one);
  expect(await one.use('ana', 'sala')).toBe('converts');
  expect(await two.use('ana', 'móvil')).toBe('converts');
  expect(await two.use('ana', 'cocina')).toBe('converts');
  expect(await one.use('ana', 'tableta')).toBe('converts');
  expect([await one.use('ana', 'quinto'), await two.use('ana', 'quinto')]).toEqual([
    'conversion.elsewhere',
    'conversion.elsewhere',
  ]);
  // Nobody plays at the second server any more: of its two conversions, one gives way to the fifth device.
  two.stopPlaying();
  expect(await one.use('ana', 'quinto')).toBe('converts');
  await expect.poll(() => two.pool.count()).toBe(1);
  expect(await one.use('ana', 'sala')).toBe('converts');
});

it('the conversion of a person moves with the device to the server that it asks', async () => {
  const [one, two] = [await startServer(), await startServer()];
  await settle(one);
  expect(await one.use('ana', 'sala')).toBe('converts');
  expect(await two.use('ana', 'sala')).toBe('converts');
  await expect.poll(() => one.pool.count()).toBe(1);
  expect(await one.use('ana', 'móvil')).toBe('conversion.elsewhere');
  two.stopPlaying();
  expect(await one.use('ana', 'móvil')).toBe('converts');
  await expect.poll(() => two.pool.count()).toBe(0);
});

it('a person may convert at each server while the Redis is gone', async () => {
  const [one, two] = [await startServer(), await startServer()];
  await settle(one);
  expect(await one.use('ana', 'sala')).toBe('converts');
  await stores.redis().stop();
  try {
    expect(await one.use('ana', 'sala')).toBe('converts');
    expect(await two.use('ana', 'móvil')).toBe('converts');
  } finally {
    await stores.redis().restart();
  }
});

it('a conversion that began while permits were unknown takes the permit of its account later', async () => {
  const [one, two] = [await startServer(slowlySettling), await startServer(slowlySettling)];
  const permits = stores.openPermits(await stores.open(), slowlySettling);
  // The shared store gives no permits yet.
  expect(await one.use('ana', 'sala')).toBe('converts');
  await expect.poll(() => permits.countAll('conversion:ana')).toBe(1);
  expect(await two.use('ana', 'móvil')).toBe('conversion.elsewhere');
  expect(await one.use('ana', 'sala')).toBe('converts');
});

it('of five conversions of a plan of four streams that began while permits were unknown, the newest ends', async () => {
  const [one, two] = [await startServer(slowlySettling, 4), await startServer(slowlySettling, 4)];
  const begun = [
    await one.use('ana', 'sala'),
    await one.use('ana', 'móvil'),
    await one.use('ana', 'cocina'),
    await two.use('ana', 'tableta'),
    await two.use('ana', 'quinto'),
  ];
  expect(begun).toEqual(Array.from({ length: 5 }, () => 'converts'));
  await expect.poll(() => one.pool.count() + two.pool.count()).toBe(4);
  const permits = stores.openPermits(await stores.open(), slowlySettling);
  expect(await permits.countAll('conversion:ana')).toBe(4);
});

it('of two conversions of an account that began while permits were unknown, one goes on', async () => {
  const [one, two] = [await startServer(slowlySettling), await startServer(slowlySettling)];
  expect(await Promise.all([one.use('ana', 'sala'), two.use('ana', 'móvil')])).toEqual([
    'converts',
    'converts',
  ]);
  await expect.poll(() => one.pool.count() + two.pool.count()).toBe(1);
});
