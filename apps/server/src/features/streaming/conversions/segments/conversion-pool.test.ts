import { createVirtualClock } from '@butaca/testing';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestConverter } from '../../../../../test/media/make-test-media.ts';
import type { Converter } from '../ffmpeg/converter.ts';
import type { LoopbackOptions } from '../source/source-gateway.ts';
import type { Convertible } from './conversion.ts';
import {
  conversionLimits,
  createConversionPool,
  type ConversionLimits,
  type ConversionRequest,
  type FindAtOnce,
  type FindMaxStreams,
  type IsPlaying,
} from './conversion-pool.ts';

let root: string;
let converter: Converter;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'butaca-pool-'));
  converter = await openTestConverter(root);
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** A fake conversion, which writes no segments; a test sets `isFinished` to make it report that it is over. */
interface IdleConversion extends Convertible {
  name: string;
  isFinished: boolean;
}

const keyOfFilm = (accountId: string, deviceId = 'sala'): string => `film of ${accountId}, ${deviceId}`;

/**
 * Creates a pool of fake conversions, which write no segments, and notes when each of them begins and ends. Plans have one
 * stream unless a test sets another number.
 */
function openPool({
  isPlaying = () => true,
  maxStreamsOf = async () => 1,
  atOnce,
  ...limits
}: Partial<ConversionLimits> & {
  isPlaying?: IsPlaying;
  maxStreamsOf?: FindMaxStreams;
  atOnce?: FindAtOnce;
} = {}) {
  const happened: string[] = [];
  const folder = join(root, randomUUID());
  let addresses = 0;
  const noted: string[] = [];
  let devices: LoopbackOptions['devices'];
  const clock = createVirtualClock();
  const pool = createConversionPool({
    clock,
    folder,
    gateway: {
      openLoopback: (_source, options) => {
        devices = options?.devices;
        addresses += 1;
        const end = () => {
          addresses -= 1;
        };
        return Promise.resolve({
          address: 'http://127.0.0.1:1/',
          end,
          noteViewer: (device) => void noted.push(device.deviceId),
          isSilent: () => false,
        });
      },
    },
    limits: { remuxes: 2, transcodes: 1, idleMs: 60_000, reserveBytes: 0, ...limits },
    isPlaying,
    maxStreamsOf,
    atOnce,
  });
  const request = (
    accountId: string,
    more: Partial<ConversionRequest<IdleConversion>> = {},
  ): ConversionRequest<IdleConversion> => {
    // Each device watches a film of its own unless a test says otherwise.
    const key = more.key ?? keyOfFilm(accountId, more.deviceId);
    const name = `${accountId} ${more.key ?? 'film'}`;
    return {
      accountId,
      deviceId: 'sala',
      sessionKey: `session of ${accountId}`,
      itemKey: 'video:1',
      key,
      source: { address: 'http://a.example/1.mkv', streamKind: 'file', userAgent: null, referrer: null },
      mode: 'remux',
      async create({ openInput }) {
        happened.push(`begin ${name}`);
        await openInput();
        const conversion: IdleConversion = {
          name,
          isFinished: false,
          isOver: () => conversion.isFinished,
          [Symbol.asyncDispose]() {
            happened.push(`end ${name}`);
            return Promise.resolve();
          },
        };
        return conversion;
      },
      ...more,
    };
  };
  const use = (...asked: Parameters<typeof request>) =>
    pool.use(request(...asked), converter, (conversion) => Promise.resolve(conversion.name));
  return {
    pool,
    clock,
    folder,
    happened,
    noted,
    request,
    use,
    countAddresses: () => addresses,
    devicesNow: () => devices?.(),
  };
}

describe('the conversion of a device', () => {
  it('is created once for all requests of a device', async () => {
    const { pool, happened, use } = openPool();
    await Promise.all([use('ana'), use('ana')]);
    expect(await use('ana')).toBe('ana film');
    expect(happened).toEqual(['begin ana film']);
    expect(pool.count()).toBe(1);
    await pool[Symbol.asyncDispose]();
  });

  it('is replaced by that of the next film on the same device', async () => {
    const { pool, happened, use } = openPool();
    await use('ana');
    expect(await use('ana', { key: 'otra' })).toBe('ana otra');
    expect(pool.count()).toBe(1);
    await pool[Symbol.asyncDispose]();
    expect(happened).toEqual(['begin ana film', 'begin ana otra', 'end ana film', 'end ana otra']);
  });

  it('ends when its device begins to play another film, and not for another device or the same film', async () => {
    const { pool, happened, use } = openPool();
    await use('ana');
    pool.makeWay({ accountId: 'ana', deviceId: 'móvil', key: 'otra' });
    pool.makeWay({ accountId: 'ana', deviceId: 'sala', key: keyOfFilm('ana') });
    expect(pool.count()).toBe(1);
    pool.makeWay({ accountId: 'ana', deviceId: 'sala', key: 'otra' });
    expect(pool.count()).toBe(0);
    await pool[Symbol.asyncDispose]();
    expect(happened).toEqual(['begin ana film', 'end ana film']);
  });

  it('stays with the device that plays where the plan has one stream, and another device gets a retry delay', async () => {
    const { pool, use } = openPool({ idleMs: 24_100 });
    await use('ana');
    await expect(use('ana', { deviceId: 'móvil' })).rejects.toMatchObject({
      code: 'conversion.elsewhere',
      retryAfterSeconds: 25,
    });
    expect(await use('ana')).toBe('ana film');
    await pool[Symbol.asyncDispose]();
  });

  it('moves to another device once the first one no longer plays the item', async () => {
    const asked: object[] = [];
    const { pool, use } = openPool({
      isPlaying(accountId, { deviceId, itemKey }) {
        asked.push([accountId, deviceId, itemKey]);
        return false;
      },
    });
    await use('ana');
    await use('ana', { itemKey: 'video:2' });
    expect(await use('ana', { deviceId: 'móvil' })).toBe('ana film');
    expect(asked).toEqual([['ana', 'sala', 'video:2']]);
    await pool[Symbol.asyncDispose]();
  });
});

describe('a conversion that several devices want', () => {
  const canal = { key: 'canal', itemKey: 'channel:1' } as const;
  const people = Array.from({ length: 10 }, (_, person) => `cuenta-${person}`);

  it('is one for all accounts, also where the machine allows a single one', async () => {
    const { pool, happened, use } = openPool({ remuxes: 1 });
    const names = await Promise.all(people.map((accountId) => use(accountId, canal)));
    expect(new Set(names)).toEqual(new Set(['cuenta-0 canal']));
    expect([happened, pool.count()]).toEqual([['begin cuenta-0 canal'], 1]);
    await pool[Symbol.asyncDispose]();
    expect(happened).toEqual(['begin cuenta-0 canal', 'end cuenta-0 canal']);
  });

  it('goes on when the device leaves that began it, and ends with the last one', async () => {
    const { pool, clock, happened, use, countAddresses } = openPool();
    await use('ana', canal);
    await use('bea', canal);
    pool.makeWay({ accountId: 'ana', deviceId: 'sala', key: 'otra' });
    await clock.advance(30_000);
    expect(await use('bea', canal)).toBe('ana canal');
    await clock.advance(59_999);
    expect([happened, countAddresses()]).toEqual([['begin ana canal'], 1]);
    await clock.advance(1);
    expect([happened, countAddresses()]).toEqual([['begin ana canal', 'end ana canal'], 0]);
    await pool[Symbol.asyncDispose]();
  });

  it('counts for each account that has it', async () => {
    const { pool, use } = openPool();
    await use('ana', canal);
    await use('bea', canal);
    const refused = { code: 'conversion.elsewhere' };
    await expect(use('bea', { ...canal, deviceId: 'móvil' })).rejects.toMatchObject(refused);
    await expect(use('ana', { deviceId: 'móvil', key: 'otra' })).rejects.toMatchObject(refused);
    await pool[Symbol.asyncDispose]();
  });

  it('is refused to a session that has ended, while the others go on', async () => {
    const { pool, use } = openPool({
      maxStreamsOf: async (sessionKey) => (sessionKey === 'session of bea' ? undefined : 1),
    });
    await use('ana', canal);
    await expect(use('bea', canal)).rejects.toMatchObject({ code: 'stream.forbidden' });
    expect(await use('ana', canal)).toBe('ana canal');
    await pool[Symbol.asyncDispose]();
  });

  it('is made for the devices that have it now, of which the provider learns each', async () => {
    const { pool, noted, devicesNow, use } = openPool();
    await use('ana', { ...canal, issuedAtSeconds: 10 });
    await use('bea', { ...canal, deviceId: 'móvil' });
    expect(devicesNow()).toEqual([
      { accountId: 'ana', deviceId: 'sala', issuedAtSeconds: 10 },
      { accountId: 'bea', deviceId: 'móvil' },
    ]);
    expect(noted).toEqual(['móvil']);
    pool.makeWay({ accountId: 'ana', deviceId: 'sala', key: 'otra' });
    expect(devicesNow()).toEqual([{ accountId: 'bea', deviceId: 'móvil' }]);
    await pool[Symbol.asyncDispose]();
  });

  it('ends for all devices when it makes no more segments, and begins anew for the next one', async () => {
    const { pool, request, happened, use } = openPool();
    await use('ana', canal);
    await pool.use(request('bea', canal), converter, async (conversion) => {
      conversion.isFinished = true;
    });
    expect(pool.count()).toBe(0);
    expect(await use('ana', canal)).toBe('ana canal');
    await pool[Symbol.asyncDispose]();
    expect(happened.filter((event) => event.startsWith('begin'))).toHaveLength(2);
  });
});

describe('the conversions of an account', () => {
  const refused = { code: 'conversion.elsewhere', retryAfterSeconds: 60 };
  const four = { maxStreamsOf: async () => 4, remuxes: 100 };

  it('are as many at once as its plan has streams', async () => {
    const asked: string[] = [];
    const { pool, happened, use } = openPool({
      ...four,
      async maxStreamsOf(sessionKey) {
        asked.push(sessionKey);
        return 4;
      },
    });
    for (const [index, deviceId] of ['sala', 'móvil', 'cocina', 'tableta'].entries()) {
      expect(await use('ana', { deviceId, key: deviceId })).toBe(`ana ${deviceId}`);
      expect(pool.count()).toBe(index + 1);
    }
    await expect(use('ana', { deviceId: 'quinto' })).rejects.toMatchObject(refused);
    // The plan is asked for only when a conversion begins.
    expect(await use('ana', { deviceId: 'cocina', key: 'cocina' })).toBe('ana cocina');
    expect(asked).toEqual(Array.from({ length: 5 }, () => 'session of ana'));
    expect(await use('bea')).toBe('bea film');
    expect(happened.filter((event) => event.startsWith('end'))).toEqual([]);
    await pool[Symbol.asyncDispose]();
  });

  it('are no more when many devices ask at once', async () => {
    const { pool, use } = openPool(four);
    const asking = Array.from({ length: 30 }, (_, index) => use('ana', { deviceId: `aparato-${index}` }));
    const answers = await Promise.allSettled(asking);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    expect(pool.count()).toBe(4);
    await pool[Symbol.asyncDispose]();
  });

  it('give way to another device when nobody plays one, that without requests for the longest time first', async () => {
    const playing = new Set(['sala', 'móvil', 'cocina', 'tableta']);
    const { pool, clock, happened, use } = openPool({
      ...four,
      isPlaying: (_accountId, { deviceId }) => playing.has(deviceId),
    });
    for (const deviceId of playing) await use('ana', { deviceId, key: deviceId });
    await clock.advance(1_000);
    await use('ana', { deviceId: 'móvil', key: 'móvil' });
    playing.delete('móvil');
    playing.delete('tableta');
    await use('ana', { deviceId: 'quinto', key: 'quinto' });
    expect(happened.slice(4)).toEqual(['begin ana quinto', 'end ana tableta']);
    expect(pool.count()).toBe(4);
    await pool[Symbol.asyncDispose]();
  });

  it('go on when the plan gets fewer streams, and the new number holds for what begins then', async () => {
    let maxStreams = 4;
    const { pool, use } = openPool({ ...four, maxStreamsOf: async () => maxStreams });
    for (const deviceId of ['sala', 'móvil', 'cocina']) await use('ana', { deviceId });
    maxStreams = 2;
    expect(await use('ana', { deviceId: 'sala' })).toBe('ana film');
    await expect(use('ana', { deviceId: 'sala', key: 'otra' })).rejects.toMatchObject(refused);
    await expect(use('ana', { deviceId: 'tableta' })).rejects.toMatchObject(refused);
    expect(await use('ana', { deviceId: 'sala' })).toBe('ana film');
    expect(pool.count()).toBe(3);
    maxStreams = 4;
    expect(await use('ana', { deviceId: 'tableta' })).toBe('ana film');
    await pool[Symbol.asyncDispose]();
  });

  it('are limited by the machine alone where the plan does not limit them, as for administrators', async () => {
    const { pool, use } = openPool({ maxStreamsOf: async () => Number.POSITIVE_INFINITY, remuxes: 6 });
    for (let device = 0; device < 6; device += 1) await use('jefa', { deviceId: `aparato-${device}` });
    await expect(use('jefa', { deviceId: 'otro' })).rejects.toMatchObject({ code: 'conversion.busy' });
    await pool[Symbol.asyncDispose]();
  });

  it('do not begin for a session that has ended', async () => {
    const { pool, use } = openPool({ maxStreamsOf: async () => undefined });
    await expect(use('ana')).rejects.toMatchObject({ code: 'stream.forbidden' });
    expect(pool.count()).toBe(0);
    await pool[Symbol.asyncDispose]();
  });
});

describe('the conversions of a server', () => {
  it('are limited separately for remuxes and transcodes', async () => {
    const { pool, use } = openPool();
    await Promise.all(['ana', 'bea'].map((accountId) => use(accountId)));
    await expect(use('carla')).rejects.toMatchObject({ code: 'conversion.busy', retryAfterSeconds: 15 });
    await use('carla', { mode: 'transcode' });
    await expect(use('diana', { mode: 'transcode' })).rejects.toMatchObject({ code: 'conversion.busy' });
    expect(pool.count()).toBe(3);
    await pool[Symbol.asyncDispose]();
  });

  it('are as many as an administrator has set, from the next one on', async () => {
    let encodings: number | null = 2;
    const { pool, use } = openPool({ atOnce: async () => ({ copies: null, encodings }) });
    const encode = { mode: 'transcode' } as const;
    await use('ana', encode);
    await use('bea', encode);
    await expect(use('carla', encode)).rejects.toMatchObject({ code: 'conversion.busy' });
    encodings = 1;
    expect(await use('ana', encode)).toBe('ana film');
    await expect(use('carla', encode)).rejects.toMatchObject({ code: 'conversion.busy' });
    encodings = 3;
    expect(await use('carla', encode)).toBe('carla film');
    // The other kind has no setting, so that the machine's own limit holds.
    await Promise.all(['diana', 'eva'].map((accountId) => use(accountId)));
    await expect(use('flora')).rejects.toMatchObject({ code: 'conversion.busy' });
    await pool[Symbol.asyncDispose]();
  });

  it('keep their slot when their account changes to the next film', async () => {
    const { pool, use } = openPool({ remuxes: 1 });
    await use('ana');
    expect(await use('ana', { key: 'otra' })).toBe('ana otra');
    await expect(use('bea')).rejects.toMatchObject({ code: 'conversion.busy' });
    await pool[Symbol.asyncDispose]();
  });

  it('keep one that its viewer may have paused, until another viewer needs its place', async () => {
    const { pool, happened, use } = openPool({ transcodes: 1, idleMs: 0 });
    const pausable = (accountId: string) => ({
      mode: 'transcode' as const,
      create: () => ({
        name: accountId,
        isFinished: false,
        keptMs: 60_000,
        isOver: () => false,
        async [Symbol.asyncDispose]() {
          happened.push(`end ${accountId}`);
        },
      }),
    });
    await use('ana', pausable('ana'));
    await use('bea');
    expect([happened, pool.count()]).toEqual([['begin bea film'], 2]);
    expect(await use('carla', pausable('carla'))).toBe('carla');
    await expect.poll(() => happened).toContain('end ana');
    await pool[Symbol.asyncDispose]();
  });

  it('end after a while without requests', async () => {
    const { pool, clock, happened, use, countAddresses } = openPool();
    await use('ana');
    await clock.advance(59_999);
    expect([pool.count(), countAddresses()]).toEqual([1, 1]);
    await clock.advance(1);
    expect([pool.count(), happened.at(-1), countAddresses()]).toEqual([0, 'end ana film', 0]);
    await pool[Symbol.asyncDispose]();
  });

  it('end at once when they will make no more segments', async () => {
    const { pool, request, happened } = openPool();
    await pool.use(request('ana'), converter, (conversion) => {
      conversion.isFinished = true;
      return Promise.resolve();
    });
    expect(pool.count()).toBe(0);
    await pool[Symbol.asyncDispose]();
    expect(happened).toEqual(['begin ana film', 'end ana film']);
  });

  it('free the slot, address and folder of one that could not be created', async () => {
    const { pool, use, countAddresses } = openPool({ remuxes: 1 });
    const full = Object.assign(new Error('full'), { code: 'ENOSPC' });
    const create = () => Promise.reject(full);
    await expect(use('ana', { create })).rejects.toMatchObject({ code: 'server.storage_full' });
    expect([pool.count(), countAddresses()]).toEqual([0, 0]);
    expect(await use('bea')).toBe('bea film');
    await pool[Symbol.asyncDispose]();
  });

  it('end with the server and delete their files, and no new ones start', async () => {
    const { pool, folder, happened, use, countAddresses } = openPool();
    await mkdir(folder);
    await Promise.all(['ana', 'bea'].map((accountId) => use(accountId)));
    await pool[Symbol.asyncDispose]();
    expect(happened.slice(2).toSorted((one, other) => one.localeCompare(other))).toEqual([
      'end ana film',
      'end bea film',
    ]);
    expect(countAddresses()).toBe(0);
    await expect(stat(folder)).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(use('ana')).rejects.toMatchObject({ code: 'server.unavailable' });
  });

  it('are allowed at least one of each kind, even on a machine with a single core', () => {
    expect(conversionLimits(1)).toMatchObject({ remuxes: 4, transcodes: 1 });
    expect(conversionLimits(8)).toMatchObject({ remuxes: 32, transcodes: 4 });
  });
});
