import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/test-app.ts';
import {
  filmSeconds,
  makeTestMedia,
  testPrograms,
  type TestMedia,
} from '../../../../test/media/make-test-media.ts';

let films: TestMedia;
let test: TestApp;
let browser: Browser;
let origin: string;
beforeAll(async () => {
  films = await makeTestMedia();
  test = await startTestApp(
    {
      UPSTREAM_ALLOW_PRIVATE: '127.0.0.0/8',
      FFMPEG_PATH: testPrograms.ffmpeg,
      FFPROBE_PATH: testPrograms.ffprobe,
    },
    { conversionLimits: { transcodes: 10 } },
  );
  await test.app.http.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(test.app.http.server.address() as AddressInfo).port}`;
  browser = await chromium.launch({
    executablePath: process.env['BUTACA_CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required'],
  });
});
afterAll(async () => {
  await browser.close();
  await test[Symbol.asyncDispose]();
  await films[Symbol.asyncDispose]();
});

/** Opens a browser page of the server's own origin that contains nothing but a video element and hls.js. */
async function openPage(): Promise<Page> {
  // A small window: the browser draws the whole page for every frame of the video.
  const page = await browser.newPage({ viewport: { width: 160, height: 90 } });
  const library = createRequire(import.meta.url)
    .resolve('hls.js')
    .replace(/[^/]+$/, 'hls.min.js');
  const script = `${await readFile(library, 'utf8')}\n${pageScript}`;
  await page.route('**/prueba/*', (route) =>
    route.request().url().endsWith('.js')
      ? route.fulfill({ contentType: 'text/javascript', body: script })
      : route.fulfill({
          contentType: 'text/html',
          body: '<!doctype html><video muted></video><script src="/prueba/hls.js"></script>',
        }),
  );
  await page.goto(`${origin}/prueba/pagina.html`);
  return page;
}

async function addressOf(file: string): Promise<string> {
  const address = `${films.origin}/${file}`;
  const film = { slug: file, title: file, description: '', tipo: 'pelicula' as const, genres: [], address };
  const id = (await test.app.demoTargets.videos.addDemo([film])).get(file) ?? '';
  const query = { can: 'mse,webm,vp9,opus' };
  const { body } = await test.call(
    'GET /api/videos/:id',
    { params: { id }, query },
    await test.viewer('premium'),
  );
  expect(body.streamKind).toBe('hls');
  return body.url ?? '';
}

/** What the browser page measured while it played a film. */
interface Seen {
  faults: string[];
  duration: number;
  width: number;
  hasSound: boolean;
  frames: number;
  sounds: string[];
  texts: string[];
}

/**
 * The script of the test's browser page: starts a film at a position in seconds and waits until three seconds of it
 * have played.
 */
const pageScript = `
  async function watchFilm(address, start) {
    const video = document.querySelector('video');
    const hls = new Hls({ startPosition: start, enableWorker: false });
    const faults = [];
    hls.on(Hls.Events.ERROR, (_event, { fatal, details }) => {
      if (fatal) faults.push(details);
    });
    hls.loadSource(address);
    hls.attachMedia(video);
    await video.play();
    await new Promise((resolve) => {
      const look = () => {
        if (faults.length > 0 || video.currentTime >= start + 3) resolve();
      };
      video.addEventListener('timeupdate', look);
      hls.on(Hls.Events.ERROR, look);
    });
    return {
      faults,
      duration: video.duration,
      width: video.videoWidth,
      hasSound: video.webkitAudioDecodedByteCount > 0,
      frames: video.getVideoPlaybackQuality().totalVideoFrames,
      sounds: hls.audioTracks.map(({ lang }) => lang),
      texts: hls.subtitleTracks.map(({ lang }) => lang),
    };
  }`;

const watch = (page: Page, url: string, startSeconds: number): Promise<Seen> =>
  page.evaluate<Seen>(`watchFilm(${JSON.stringify(url)}, ${startSeconds})`);

it.each<[string, number, Partial<Seen>]>([
  ['plain.mkv', 0, { width: 320 }],
  ['film.mkv', 13, { width: 320, sounds: ['spa', 'eng'], texts: ['spa'] }],
  ['ac3.mp4', 15, { width: 320 }],
  ['film.avi', 0, { width: 160 }],
  ['hevc.mp4', 5, { width: 160 }],
])(
  'Chromium plays the converted %s from second %i with video and sound',
  async (file, start, expected) => {
    const page = await openPage();
    const seen = await watch(page, await addressOf(file), start);
    expect(seen).toMatchObject({ ...expected, faults: [], hasSound: true });
    expect(seen.frames).toBeGreaterThan(40);
    expect(seen.duration).toBeGreaterThan(file === 'film.avi' || file === 'hevc.mp4' ? 11 : filmSeconds - 1);
    await page.close();
  },
  60_000,
);
