import { createVirtualClock } from '@butaca/testing';
import { expect, it } from 'vitest';
import { AppError } from '../../../../platform/http/app-error.ts';
import { createLog } from '../../../../platform/log.ts';
import { createBackgroundInspection } from './background-inspection.ts';

const sourceOf = (address: string, streamKind: 'file' | 'hls' = 'file') => ({
  key: address,
  source: { address, streamKind, userAgent: null, referrer: null },
  providerId: new URL(address).host,
  isReadAhead: true,
});
const nothing = async () => [];

const forgetful = {
  takeRequests: () => Promise.resolve(true),
  noteListed: () => Promise.resolve(),
  forgetUnlisted: () => Promise.resolve(),
};

it('the background inspection reads each file once, one at a time, only while nothing plays', async () => {
  const sources = [
    sourceOf('http://a/1.mkv'),
    sourceOf('http://a/2.m3u8', 'hls'),
    sourceOf('http://a/3.mkv'),
    sourceOf('internal:demo/4'),
    sourceOf('http://a/5.mkv'),
  ];
  const seen: string[] = [];
  let atOnce = 0;
  let most = 0;
  let isBusy = true;
  let asked = 0;
  const clock = createVirtualClock();
  const startMs = clock.steadyMs();
  const all = new Promise<void>((resolve) => {
    const background = createBackgroundInspection({
      isDue: async (address) => !seen.includes(address) && !address.includes('5'),
      async inspect({ address }) {
        atOnce += 1;
        most = Math.max(most, atOnce);
        await Promise.resolve();
        seen.push(address);
        atOnce -= 1;
        if (seen.length === 2) {
          background[Symbol.dispose]();
          resolve();
        }
        return undefined;
      },
      isBusy() {
        asked += 1;
        if (asked === 3) isBusy = false;
        expect(seen.length === 0 || !isBusy).toBe(true);
        return isBusy;
      },
      ...forgetful,
      clock,
      log: createLog('silent'),
    });
    background.start({
      likely: nothing,
      all: async (after, limit) => sources.filter(({ key }) => key > after).slice(0, Math.min(limit, 2)),
    });
  });
  await clock.finish(all);
  expect(seen).toEqual(['http://a/1.mkv', 'http://a/3.mkv']);
  // It has waited twice for those who play, and once between two files.
  expect(clock.steadyMs() - startMs).toBe(2 * 60_000 + 5_000);
  expect([most, asked >= 3]).toEqual([1, true]);
});

it('the background inspection goes on with the next file when one cannot be fetched', async () => {
  const sources = ['http://a/1.mkv', 'http://a/2.mkv'].map((address) => sourceOf(address));
  const seen: string[] = [];
  const clock = createVirtualClock();
  const round = new Promise<void>((resolve) => {
    const background = createBackgroundInspection({
      ...forgetful,
      clock,
      isDue: async (address) => !seen.includes(address),
      async inspect({ address }) {
        seen.push(address);
        throw new AppError('upstream.unreachable');
      },
      async forgetUnlisted() {
        background[Symbol.dispose]();
        resolve();
      },
      isBusy: () => false,
      log: createLog('silent'),
    });
    background.start({ likely: nothing, all: async (after) => sources.filter(({ key }) => key > after) });
  });
  await clock.finish(round);
  expect(seen).toEqual(['http://a/1.mkv', 'http://a/2.mkv']);
});

it('of a provider that nobody reads ahead only likely files are inspected, within its budget', async () => {
  const asLikely = (address: string) => ({ ...sourceOf(address), isReadAhead: false });
  const seen: string[] = [];
  const clock = createVirtualClock();
  const startMs = clock.steadyMs();
  const hourMs = 3_600_000;
  let nextAtMs = startMs;
  const background = createBackgroundInspection({
    ...forgetful,
    clock,
    isDue: async (address) => !seen.includes(address),
    async takeRequests(providerId, requests) {
      expect(providerId).toBe('a');
      if (clock.steadyMs() < nextAtMs) return false;
      nextAtMs = clock.steadyMs() + requests * hourMs;
      return true;
    },
    async inspect({ address }) {
      seen.push(address);
      return undefined;
    },
    isBusy: () => false,
    log: createLog('silent'),
  });
  background.start({
    likely: async () => ['http://a/2.mkv', 'http://a/1.mkv', 'http://a/3.mkv'].map(asLikely),
    all: async (after) => ['http://a/4.mkv', 'http://a/5.mkv'].map(asLikely).filter(({ key }) => key > after),
  });
  await clock.advance(2 * hourMs);
  expect(seen).toEqual(['http://a/2.mkv']);
  await clock.advance(9 * hourMs);
  expect(seen).toEqual(['http://a/2.mkv', 'http://a/1.mkv', 'http://a/3.mkv']);
  background[Symbol.dispose]();
});
