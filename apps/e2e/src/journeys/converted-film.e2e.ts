import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startFakeUpstream, sampleHandler, type FakeUpstream } from '@butaca/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '../../../../tools/product/people.d.mts';
import { registerPerson } from '../../../../tools/product/people.mjs';
import type { ProductProcess } from '../../../../tools/product/process.d.mts';
import { addFilms } from '../add-films.ts';
import { onEachJourney } from '../journey.ts';
import { tenTimesASecond } from '../polling.ts';
import { openSignedIn, pauseVideo, watchFor, whereItBegan } from '../product.ts';
import { administrator, startProduct } from '../start-product.ts';
import { copyUsedDataFolder } from '../used-data-folder.ts';

const run = promisify(execFile);
const ffmpeg = process.env['BUTACA_FFMPEG'] ?? 'ffmpeg';
const filmSeconds = 600;

let folder: string;
let upstream: FakeUpstream;
let product: ProductProcess;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'butaca-films-'));
  copyUsedDataFolder('bare', join(folder, 'data'));
  await makeFilms(folder);
  upstream = await startFakeUpstream();
  upstream.serve('/samples/', sampleHandler(folder));
  const filmAt = (id: string, title: string, file: string) => ({
    id,
    title,
    address: `${upstream.origin}/samples/${file}`,
    streamKind: 'file',
  });
  await addFilms(join(folder, 'data'), [
    filmAt('1', 'La película del disco', 'film.mkv'),
    filmAt('2', 'La película muda', 'silent.mp4'),
  ]);
  product = await startProduct(join(folder, 'data'), {
    DEMO: 'false',
    UPSTREAM_ALLOW_PRIVATE: '127.0.0.0/8',
    FFMPEG_PATH: ffmpeg,
    FFPROBE_PATH: process.env['BUTACA_FFPROBE'] ?? 'ffprobe',
  });
});
afterAll(async () => {
  await product.stop();
  await upstream[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/**
 * Makes films of ten minutes with H.264 video and AC-3 audio: one in Matroska, and one in MP4, of which a browser plays
 * only the video track. The first names two scenes.
 */
async function makeFilms(into: string): Promise<void> {
  const inputs =
    '-f lavfi -i testsrc2=size=320x180:rate=25:duration=60 -f lavfi -i sine=frequency=440:duration=60';
  const encoding = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 50 -bf 2 -c:a ac3';
  const make = (...args: string[]) => run(ffmpeg, ['-v', 'error', '-y', ...args], { cwd: into });
  await make(...inputs.split(' '), ...encoding.split(' '), 'minute.mkv');
  await writeFile(join(into, 'scenes.txt'), `;FFMETADATA1\n${scenes.map(writeScene).join('')}`);
  const looped = ['-stream_loop', String(filmSeconds / 60 - 1), '-i', 'minute.mkv'];
  await make(...looped, '-i', 'scenes.txt', '-map_chapters', '1', '-c', 'copy', 'film.mkv');
  await make('-i', 'film.mkv', '-c', 'copy', '-movflags', '+faststart', 'silent.mp4');
}

const scenes = [
  { title: 'La llegada', fromMs: 0, toMs: 200_000 },
  { title: 'El faro', fromMs: 200_000, toMs: 600_000 },
];
const writeScene = ({ title, fromMs, toMs }: (typeof scenes)[number]): string =>
  `[CHAPTER]\nTIMEBASE=1/1000\nSTART=${fromMs}\nEND=${toMs}\ntitle=${title}\n`;

/** Creates an account by an API call. */
async function register(username: string) {
  const account = { username, password: 'clave larga de oyente' };
  await registerPerson(product.url, account);
  return account;
}

let page: Page;
onEachJourney((fresh) => {
  page = fresh;
});

const openFilm = async (account: Account, id: string, title: string): Promise<void> => {
  await openSignedIn(page, product.url, account, `/watch/movie/${id}`);
  await page.getByRole('heading', { name: title, level: 1 }).waitFor();
};

/** Seeks in the video, as dragging the player's scrub bar does. */
const seekTo = async (seconds: number): Promise<void> =>
  page.evaluate((to) => {
    const host = document.querySelector('stream-video');
    if (host) host.currentTime = to;
  }, seconds);

/** Notes from now on where the silent form of the film plays, and where the form with sound begins. */
const notePlaces = (): Promise<void> =>
  page.evaluate(() => {
    const places = { silentTo: 0, heardFrom: Infinity };
    Object.assign(window, { places });
    addEventListener(
      'timeupdate',
      () => {
        const host = document.querySelector('stream-video');
        if (!host || host.paused || host.seeking || host.readyState < 3) return;
        if (host.streamKind === 'file') places.silentTo = host.currentTime;
        else places.heardFrom = Math.min(places.heardFrom, host.currentTime);
      },
      true,
    );
  });
const readPlaces = () =>
  page.evaluate(() => Reflect.get(window, 'places') as { silentTo: number; heardFrom: number });

/** Waits until the video has played past a position in seconds, with sound. */
async function playsPast(seconds: number) {
  const handle = await page.waitForFunction(
    (wanted) => {
      const host = document.querySelector('stream-video');
      const video = host?.shadowRoot?.querySelector('video');
      if (!host || !video || video.paused || video.seeking || video.currentTime <= wanted) return null;
      const soundBytes = host.decodedAudioBytes ?? 0;
      if (soundBytes === 0) return null;
      const { currentTime, videoWidth, duration } = video;
      return { currentTime, videoWidth, duration, soundBytes };
    },
    seconds,
    { timeout: 45_000, ...tenTimesASecond },
  );
  return (await handle.jsonValue())!;
}

describe('a film that browsers cannot play', () => {
  it('plays with video and sound, also after a far seek, and resumes there later', async () => {
    const answers: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/api/videos/1') answers.push(searchParams.get('can') ?? 'nothing');
    });
    await openFilm(administrator, '1', 'La película del disco');
    const begun = await playsPast(2);
    expect(begun).toMatchObject({ videoWidth: 320 });
    expect(begun.duration).toBeCloseTo(filmSeconds, 0);
    expect((await watchFor(page, 2)).decodedFrames).toBeGreaterThan(20);
    expect(answers[0]).toMatch(/\bmse\b/);

    await seekTo(480);
    expect((await playsPast(482)).soundBytes).toBeGreaterThan(begun.soundBytes);
    const left = await pauseVideo(page);
    await page.goto(`${product.url}/#/`);
    await page.getByRole('link', { name: /^La película del disco, 8\d% visto/ }).click();
    await page.getByRole('heading', { name: 'La película del disco', level: 1 }).waitFor();
    await playsPast(0);
    expect(Math.abs((await whereItBegan(page)) - left)).toBeLessThan(5);
  });

  it('marks the scenes that its file names on the time bar, and leads to them with Page Down and Page Up', async () => {
    await openFilm(administrator, '1', 'La película del disco');
    await playsPast(0);
    await seekTo(20);
    await playsPast(20);
    const readMarks = () =>
      page.evaluate(() => {
        const range = document.querySelector('media-time-range');
        const cues = Reflect.get(range ?? {}, 'mediaChaptersCues') as
          | { text: string; startTime: number }[]
          | undefined;
        return (cues ?? []).map(({ text, startTime }) => `${startTime} ${text}`);
      });
    await expect.poll(readMarks, { timeout: 20_000 }).toEqual(['0 La llegada', '200 El faro']);
    await page.locator('media-controller').focus();
    await page.keyboard.press('PageDown');
    expect((await playsPast(200)).currentTime).toBeLessThan(215);
    await page.keyboard.press('PageUp');
    await page.waitForFunction(() => (document.querySelector('stream-video')?.currentTime ?? 999) < 30);
  });
});

describe('a film whose sound browsers cannot play', () => {
  it('gets its sound after a few seconds, at the same position', async () => {
    // The test uses an account of its own: an account can have one running conversion at a time, and that of the
    // previous test may not have ended.
    const account = await register('oyente');
    // Removes the list of formats that the browser can play (`can`) from requests, which simulates a server that has
    // not probed the film's file yet and trusts its file extension.
    await page.route(/\/api\/videos\/2\?/, async (route) => {
      const url = new URL(route.request().url());
      if (url.searchParams.get('play') !== 'remux') url.searchParams.delete('can');
      await route.continue({ url: url.href });
    });
    const places: number[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT') places.push((request.postDataJSON() as { lastTime: number }).lastTime);
    });
    await openFilm(account, '2', 'La película muda');
    await watchFor(page, 1);
    await notePlaces();
    await seekTo(300);
    const heard = await playsPast(301);
    expect(heard.videoWidth).toBe(320);
    const { silentTo, heardFrom } = await readPlaces();
    expect(Math.abs(heardFrom - silentTo)).toBeLessThan(10);
    expect(await page.evaluate(() => document.querySelector('stream-video')?.streamKind)).toBe('hls');
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
    await page.keyboard.press('k');
    await saved;
    const ahead = places.slice(places.findIndex((place) => place >= 300));
    expect(Math.min(...ahead)).toBeGreaterThanOrEqual(300);
    expect(places.at(-1)).toBeGreaterThan(301);
  });
});
