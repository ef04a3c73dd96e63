import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { sampleHandler, startFakeUpstream, type FakeUpstream } from '@butaca/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSession, productCaller, readDemoAccount } from '../../../../tools/product/people.mjs';
import type { ProductProcess } from '../../../../tools/product/process.d.mts';
import { addFilms } from '../add-films.ts';
import { openPage } from '../journey.ts';
import { tenTimesASecond } from '../polling.ts';
import { openSignedIn, watchFor } from '../product.ts';
import { startProduct } from '../start-product.ts';
import { copyUsedDataFolder } from '../used-data-folder.ts';

const run = promisify(execFile);
const ffmpeg = process.env['BUTACA_FFMPEG'] ?? 'ffmpeg';
const filmSeconds = 240;
/** The second of a film at which its viewer is when the server stops. */
const reachedSecond = 60;
const reconnecting = 'Se perdió la conexión con el servidor. Reconectando...';

let folder: string;
let dataDir: string;
let upstream: FakeUpstream;
let product: ProductProcess;
const channels: Record<string, string> = {};
/** The requests that the provider has not answered yet; without a list it answers at once. */
let held: Set<ServerResponse> | undefined = new Set();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'butaca-restart-'));
  dataDir = join(folder, 'data');
  copyUsedDataFolder('demo', dataDir);
  await makeMedia();
  upstream = await startFakeUpstream();
  upstream.serve('/samples/', sampleHandler(folder));
  upstream.serve('/paced/', (request, response) => void sendPaced(request, response));
  upstream.serve('/late/', (request, response) => {
    if (held === undefined) void sendPaced(request, response);
    held?.add(response);
    response.once('close', () => held?.delete(response));
  });
  const filmAt = (id: string, path: string, streamKind = 'file') => ({
    id,
    title: `Película ${id}`,
    address: upstream.origin + path,
    streamKind,
  });
  await addFilms(dataDir, [
    filmAt('mp4', '/paced/film.mp4'),
    filmAt('hls', '/paced/film.m3u8', 'hls'),
    filmAt('mkv', '/paced/film.mkv'),
    filmAt('late', '/late/film.m3u8', 'hls'),
  ]);
  product = await start();
  const admin = await readDemoAccount(dataDir, 'demo-admin');
  const { token, deviceId } = await openSession(product.url, admin);
  const call = productCaller(product.url, deviceId);
  for (const [name, path] of Object.entries({ ts: 'stream.ts', hls: 'index.m3u8' })) {
    const channel = { name: `Canal ${name}`, url: `${upstream.origin}/samples/live/${path}` };
    channels[name] = (await call<{ _id: string }>('POST', '/api/channels/admin', channel, token))._id;
  }
});
afterAll(async () => {
  await product.stop();
  await upstream[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const start = (env: Record<string, string> = {}) =>
  startProduct(dataDir, {
    UPSTREAM_ALLOW_PRIVATE: '127.0.0.0/8',
    FFMPEG_PATH: ffmpeg,
    FFPROBE_PATH: process.env['BUTACA_FFPROBE'] ?? 'ffprobe',
    ...env,
  });

/** Makes a film as MP4, HLS and Matroska with AC-3, which is converted, and a channel in MPEG-TS and HLS. */
async function makeMedia(): Promise<void> {
  const make = (...args: string[]) => run(ffmpeg, ['-v', 'error', '-y', ...args], { cwd: folder });
  const inputs = '-f lavfi -i testsrc2=size=320x180:rate=25 -f lavfi -i sine=frequency=440 -t 12';
  const video = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 25 -bf 0 -c:a aac';
  await make(...inputs.split(' '), ...video.split(' '), 'film.ts');
  const loops = ['-stream_loop', String(filmSeconds / 12 - 1), '-i', 'film.ts'];
  await make(...loops, '-c', 'copy', '-movflags', '+faststart', 'film.mp4');
  await make(...loops, '-c:v', 'copy', '-c:a', 'ac3', 'film.mkv');
  const cut = ['-c', 'copy', '-f', 'hls', '-hls_time', '1', '-hls_playlist_type', 'vod'];
  await make('-i', 'film.mp4', ...cut, '-hls_segment_filename', 'film-%d.ts', 'film.m3u8');
  await mkdir(join(folder, 'hls'));
  await make('-i', 'film.ts', ...cut, '-hls_segment_filename', 'hls/1-%d.ts', 'hls/index.m3u8');
}

/** How many bytes of a film a tenth of a second has, three times over: no viewer has got all of it when the server stops. */
const pacedBytes = 30_000;

/** Sends a part of a file at about three times the rate at which it is played. */
async function sendPaced(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const name = basename(request.url ?? '');
  await using file = await open(join(folder, name));
  const { size } = await file.stat();
  const [, from = '0', to = String(size - 1)] = /^bytes=(\d+)-(\d+)?/.exec(request.headers.range ?? '') ?? [];
  const left = once(response, 'close');
  const isPart = request.headers.range !== undefined;
  response.writeHead(isPart ? 206 : 200, {
    'content-type': name.endsWith('.m3u8') ? 'application/vnd.apple.mpegurl' : 'application/octet-stream',
    'accept-ranges': 'bytes',
    'content-length': Number(to) - Number(from) + 1,
    ...(isPart && { 'content-range': `bytes ${from}-${to}/${size}` }),
  });
  for (let at = Number(from); at <= Number(to) && !response.destroyed; at += pacedBytes) {
    const length = Math.min(pacedBytes, Number(to) + 1 - at);
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, at);
    if (!response.write(buffer)) await Promise.race([once(response, 'drain'), left]);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  response.end();
}

/** Opens a film or channel in a browser of its own. */
async function visit(username: string, path: string): Promise<Page> {
  const page = await openPage();
  const device = randomBytes(16).toString('hex');
  await openSignedIn(page, product.url, await readDemoAccount(dataDir, username), path, device);
  return page;
}

/** Opens a film or channel in a browser of its own, and waits until it plays. */
async function watch(username: string, path: string): Promise<Page> {
  const page = await visit(username, path);
  await watchFor(page, 1);
  return page;
}

/** What the video on a page has played since `note` was called. */
interface Played {
  /** The lowest and the highest position, in seconds. */
  from: number;
  to: number;
  /**
   * The longest way between two positions at which it played, beyond the time that has gone by meanwhile, in seconds; a
   * player that loses its place makes one.
   */
  longestStep: number;
  sentences: string[];
}

/** Notes from now on where the video on the page plays, and what the player says over it. */
const note = (page: Page) =>
  page.evaluate(() => {
    const host = document.querySelector('stream-video');
    if (!host) throw new Error('the page has no player');
    const played = { from: host.currentTime, to: host.currentTime, longestStep: 0 };
    const sentences = new Set<string>();
    let last = host.currentTime;
    let lastAt = performance.now();
    host.addEventListener('timeupdate', () => {
      const now = host.currentTime;
      if (host.seeking || host.readyState < 3) return;
      played.from = Math.min(played.from, now);
      played.to = Math.max(played.to, now);
      const goneBy = (performance.now() - lastAt) / 1_000;
      played.longestStep = Math.max(played.longestStep, now - last - goneBy, last - now);
      last = now;
      lastAt = performance.now();
    });
    const look = (): void => {
      for (const each of document.querySelectorAll('.player [role=status], .state__title')) {
        sentences.add(each.textContent);
      }
    };
    new MutationObserver(look).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    });
    Object.assign(window, { readPlayed: () => ({ ...played, sentences: [...sentences] }) });
  });

const readPlayed = (page: Page) => page.evaluate(() => (Reflect.get(window, 'readPlayed') as () => Played)());

const seek = (page: Page, to: number) =>
  page.evaluate((seconds) => {
    const host = document.querySelector('stream-video');
    if (host) host.currentTime = seconds;
  }, to);

/** The end of what the video on the page has buffered, in seconds. */
const bufferEnd = (page: Page) =>
  page.evaluate(() => {
    const { buffered } = document.querySelector('stream-video') ?? {};
    return buffered === undefined || buffered.length === 0 ? 0 : buffered.end(buffered.length - 1);
  });

/** Waits until the video plays beyond a position in seconds. */
const playsBeyond = (page: Page, seconds: number) =>
  page.waitForFunction(
    (beyond) => {
      const host = document.querySelector('stream-video');
      return host && !host.paused && host.readyState > 2 && host.currentTime > beyond;
    },
    seconds,
    tenTimesASecond,
  );

describe('a server that is started anew while people watch', () => {
  it('takes a film in each form, and a channel, up again at the second that was reached', async () => {
    const films = {
      mp4: await watch('demo-premium', '/watch/movie/mp4'),
      hls: await watch('demo-cinefilo', '/watch/movie/hls'),
      mkv: await watch('demo-admin', '/watch/movie/mkv'),
    };
    const lives = {
      ts: await watch('demo-premium', `/watch/channel/${channels['ts']}`),
      hls: await watch('demo-premium', `/watch/channel/${channels['hls']}`),
    };
    const pages = [...Object.values(films), ...Object.values(lives)];
    for (const page of Object.values(films)) {
      await seek(page, reachedSecond);
      await playsBeyond(page, reachedSecond + 1);
    }
    for (const page of pages) await note(page);
    const waiting = await visit('demo-cinefilo', '/watch/movie/late');
    await waiting.locator('stream-video').waitFor();
    await note(waiting);
    await expect.poll(() => held?.size).toBeGreaterThan(0);

    expect(await product.stop()).toBe(0);
    held = undefined;
    const ends = await Promise.all(pages.map(bufferEnd));
    // The viewer of the channel in MPEG-TS has a few seconds only.
    await lives.ts.getByText(reconnecting).waitFor();
    product = await start({ PORT: new URL(product.url).port });

    await Promise.all(pages.map((page, index) => playsBeyond(page, (ends[index] ?? 0) + 2)));
    await playsBeyond(waiting, 2);
    for (const [form, page] of Object.entries(films)) {
      const { from, longestStep, sentences } = await readPlayed(page);
      expect({ form, sentences, isBack: from < reachedSecond, isLost: longestStep > 3 }).toEqual({
        form,
        sentences: expect.not.arrayContaining([expect.stringContaining('Error')]),
        isBack: false,
        isLost: false,
      });
    }
    for (const page of [...Object.values(lives), waiting]) {
      expect((await readPlayed(page)).sentences.join(' ')).not.toContain('Error');
    }
  });
});
