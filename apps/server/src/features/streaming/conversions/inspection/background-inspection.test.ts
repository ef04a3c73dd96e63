import { expect, it } from 'vitest';
import { systemClock } from '../../../../platform/clock.ts';
import { AppError } from '../../../../platform/http/app-error.ts';
import { createLog } from '../../../../platform/log.ts';
import { createBackgroundInspection } from './background-inspection.ts';

const sourceOf = (address: string, streamKind: 'file' | 'hls' = 'file') => ({
  key: address,
  source: { address, streamKind, userAgent: null, referrer: null },
});

const forgetful = {
  noteListed: () => Promise.resolve(),
  forgetUnlisted: () => Promise.resolve(),
  clock: systemClock,
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
      log: createLog('silent'),
      timing: { pauseMs: 0, restMs: 1 },
    });
    background.start(async (after, limit) =>
      sources.filter(({ key }) => key > after).slice(0, Math.min(limit, 2)),
    );
  });
  await all;
  expect(seen).toEqual(['http://a/1.mkv', 'http://a/3.mkv']);
  expect([most, asked >= 3]).toEqual([1, true]);
});

it('the background inspection goes on with the next file when one cannot be fetched', async () => {
  const sources = ['http://a/1.mkv', 'http://a/2.mkv'].map((address) => sourceOf(address));
  const seen: string[] = [];
  const round = new Promise<void>((resolve) => {
    const background = createBackgroundInspection({
      ...forgetful,
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
      timing: { pauseMs: 0, restMs: 100_000 },
    });
    background.start(async (after) => sources.filter(({ key }) => key > after));
  });
  await round;
  expect(seen).toEqual(['http://a/1.mkv', 'http://a/2.mkv']);
});
