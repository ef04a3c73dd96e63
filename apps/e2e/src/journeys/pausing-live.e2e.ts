import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startProvider, writePlaylist, type Provider } from '@butaca/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSession, productCaller, sessionHeaders } from '../../../../tools/product/people.mjs';
import type { ProductProcess } from '../../../../tools/product/process.d.mts';
import { onEachJourney } from '../journey.ts';
import { tenTimesASecond } from '../polling.ts';
import { openSignedIn, watchFor } from '../product.ts';
import { administrator, startProduct } from '../start-product.ts';
import { copyUsedDataFolder } from '../used-data-folder.ts';

const run = promisify(execFile);
const ffmpeg = process.env['BUTACA_FFMPEG'] ?? 'ffmpeg';
/** The provider names so many segments of one second at a time. */
const windowSegments = 5;
const pausedSeconds = 12;
/** How many times faster than real time the channel «Rápido» goes on, so that a minute of it passes soon. */
const fastTimes = 4;
const recordedSeconds = 600;

let folder: string;
let provider: Provider;
let product: ProductProcess;
/** How often each segment was requested of the provider. */
const asked = new Map<string, number>();

let page: Page;
onEachJourney((fresh) => {
  page = fresh;
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'butaca-live-'));
  copyUsedDataFolder('bare', join(folder, 'data'));
  await record(folder);
  const beganMs = Date.now();
  provider = await startProvider((request, response) => {
    const path = request.url ?? '';
    const [, number] = /\/(\d+)\.ts$/.exec(path) ?? [];
    if (number === undefined) {
      const speed = path.startsWith('/rapido/') ? fastTimes : 1;
      const first = Math.floor(((Date.now() - beganMs) / 1_000) * speed) + 1;
      const list = writePlaylist({ first, count: windowSegments, seconds: 1, version: 3 });
      return void response.writeHead(200, { 'content-type': 'application/vnd.apple.mpegurl' }).end(list);
    }
    asked.set(path, (asked.get(path) ?? 0) + 1);
    return void response
      .writeHead(200, { 'content-type': 'video/mp2t' })
      .end(readFileSync(join(folder, `${Number(number) % recordedSeconds}.ts`)));
  });
  product = await startProduct(join(folder, 'data'), {
    DEMO: 'false',
    LIVE_BUFFER_MINUTES: '1',
    UPSTREAM_ALLOW_PRIVATE: '127.0.0.0/8',
    FFMPEG_PATH: ffmpeg,
    FFPROBE_PATH: process.env['BUTACA_FFPROBE'] ?? 'ffprobe',
  });
});
afterAll(async () => {
  await product.stop();
  await provider[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** Records ten minutes with H.264 and AAC, in segments of a second whose times go on. */
async function record(into: string): Promise<void> {
  const make = (words: string) => run(ffmpeg, ['-v', 'error', '-y', ...words.split(' ')], { cwd: into });
  await make(
    '-f lavfi -i testsrc2=size=320x180:rate=25:duration=60 -f lavfi -i sine=frequency=440:duration=60 -c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 25 -sc_threshold 0 -bf 0 -c:a aac minute.ts',
  );
  await make(
    `-stream_loop ${recordedSeconds / 60 - 1} -i minute.ts -c copy -f segment -segment_time 1 -segment_format mpegts %d.ts`,
  );
}

/** Imports the channels. @returns the id of one */
async function addChannel(name: string): Promise<string> {
  const session = await openSession(product.url, administrator);
  const form = new FormData();
  const list = ['#EXTM3U', '#EXTINF:-1,Uno', `${provider.origin}/vivo/index.m3u8`];
  list.push('#EXTINF:-1,Rápido', `${provider.origin}/rapido/index.m3u8`);
  form.set('m3uFile', new File([list.join('\n')], 'canales.m3u'));
  const path = `${product.url}/api/channels/admin/process-m3u`;
  const sent = await fetch(path, { method: 'POST', headers: sessionHeaders(session), body: form });
  expect(sent.status).toBe(200);
  const call = productCaller(product.url, session.deviceId);
  const { channels } = await call<{ channels: { _id: string; name: string }[] }>(
    'GET',
    '/api/channels/list',
    undefined,
    session.token,
  );
  return channels.find((channel) => channel.name === name)?._id ?? '';
}

/** Waits until so much of the channel is kept that it can be rewound. */
const canBeRewound = () =>
  page.waitForFunction(
    () => (document.querySelector('stream-video')?.targetLiveWindow ?? 0) >= 30,
    undefined,
    tenTimesASecond,
  );

/** How far playback is behind the newest media, and its position, in seconds. */
const readPosition = () =>
  page.evaluate(() => {
    const host = document.querySelector('stream-video');
    if (host === null) throw new Error('no player');
    return {
      seconds: host.currentTime,
      behind: host.seekable.end(host.seekable.length - 1) - host.currentTime,
      window: host.targetLiveWindow,
    };
  });

it('a viewer pauses a channel for longer than its provider keeps it, rewinds it, and goes back to what is live', async () => {
  const id = await addChannel('Uno');
  await openSignedIn(page, product.url, administrator, `/watch/channel/${id}`);
  await watchFor(page, 2);
  await canBeRewound();
  await page.keyboard.press('k');
  const paused = await readPosition();
  const askedBefore = new Map(asked);
  await page.waitForFunction(
    (until) => {
      const { seekable } = document.querySelector('stream-video') ?? {};
      return (seekable?.end(seekable.length - 1) ?? 0) >= until;
    },
    paused.seconds + paused.behind + pausedSeconds,
    tenTimesASecond,
  );
  const back = page.getByRole('button', { name: /^Volver al directo, del que te separan 0 min \d+ s$/ });
  await back.waitFor({ state: 'attached' });
  expect((await readPosition()).seconds).toBe(paused.seconds);
  await page.keyboard.press('k');
  await watchFor(page, 3);
  const resumed = await readPosition();
  expect(resumed.seconds - paused.seconds).toBeLessThan(10);
  expect(resumed.behind).toBeGreaterThan(windowSegments + 5);

  await page.keyboard.press('ArrowLeft');
  await watchFor(page, 2);
  expect((await readPosition()).seconds - resumed.seconds).toBeLessThan(0);
  expect(await page.locator('media-time-range').count()).toBe(1);
  await page.mouse.move(300, 300);
  await back.click();
  await watchFor(page, 2);
  expect((await readPosition()).behind).toBeLessThan(windowSegments + 2);
  await page.locator('media-live-button').waitFor();
  // Pausing and rewinding asks the provider for nothing twice.
  const counts = [...asked].map(([path, count]) => count - (askedBefore.get(path) ?? 0));
  expect(Math.max(...counts)).toBe(1);
  expect([...askedBefore].filter(([path, count]) => asked.get(path) !== count)).toEqual([]);
});

it('goes on at the oldest that is kept after a pause that was longer', async () => {
  const id = await addChannel('Rápido');
  await openSignedIn(page, product.url, administrator, `/watch/channel/${id}`);
  await watchFor(page, 1);
  await canBeRewound();
  await page.keyboard.press('k');
  const paused = await readPosition();
  await page.waitForFunction(
    (seconds) => {
      const { seekable } = document.querySelector('stream-video') ?? {};
      return (seekable?.start(0) ?? 0) > seconds + 4;
    },
    paused.seconds,
    tenTimesASecond,
  );
  await page.keyboard.press('k');
  await watchFor(page, 2);
  const { seconds, behind } = await readPosition();
  expect(seconds).toBeGreaterThan(paused.seconds + 4);
  expect(behind).toBeGreaterThan(40);
});
