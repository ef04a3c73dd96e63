import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { keepSession, settle } from './browser.mjs';
import { median } from './load.mjs';
import { startProduct } from './product.mjs';
import { fillDatabase, filmsAt } from './titles.mjs';
import { folderHandler } from '../packages/testing/src/world/answers.ts';
import { startProvider } from '../packages/testing/src/world/provider.ts';

const run = promisify(execFile);
/**
 * Resolves npm packages as `packages/player` does, so that the bare comparison page uses the product's version of
 * hls.js.
 */
const ofPlayer = createRequire(new URL('../packages/player/package.json', import.meta.url));
const rounds = 15;
const goal = 1.1;

/**
 * Measures the time from the click on a film to its first video frame in the product, compared with a bare hls.js page
 * that plays the same film directly from the server that stores it. Both pages have loaded their code before the click;
 * the product loads its player when a pointer enters the film's card.
 *
 * @param {import('playwright-core').Browser} browser
 * @returns {Promise<boolean>} whether the goal is met
 */
export async function measureFirstFrame(browser) {
  const dir = await mkdtemp(join(tmpdir(), 'butaca-bench-'));
  await makeFilm(dir);
  const upstream = await serveFilm(dir);
  const dataDir = await mkdtemp(join(tmpdir(), 'butaca-bench-'));
  const film = { id: 'film000001', title: 'Película medida', streamKind: 'hls' };
  await fillDatabase(dataDir, filmsAt([{ ...film, address: `${upstream.origin}/film.m3u8` }]));
  const product = await startProduct({ dataDir, isDemo: false });
  try {
    const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'es' });
    await keepSession(context, await product.newSession('espectador'));
    const page = await context.newPage();
    const bare = await (await browser.newContext({ viewport: { width: 1366, height: 768 } })).newPage();
    const ours = [];
    const limit = [];
    // The first round, in which the browser loads and compiles the code of both pages, is not counted.
    for (let round = 0; round <= rounds; round += 1) {
      const one = await playBare(bare, upstream.origin);
      const other = await playOurs(page, product.url);
      if (round > 0) limit.push(one);
      if (round > 0) ours.push(other);
    }
    const ratio = median(ours) / median(limit);
    const isMet = ratio <= goal;
    console.log(
      `first frame after the click: ${median(ours).toFixed(0)} ms, bare hls.js ${median(limit).toFixed(0)} ms, ratio ${ratio.toFixed(2)} (goal ≤ ${goal}) ${isMet ? 'ok' : 'MISSED'}`,
    );
    return isMet;
  } finally {
    await product.stop();
    await upstream[Symbol.asyncDispose]();
    await rm(dir, { recursive: true, force: true });
  }
}

/** Makes the film to be played, as HLS: one minute of 720p in segments of four seconds, about 2.5 Mbit/s. */
async function makeFilm(dir) {
  const input = '-f lavfi -i testsrc2=size=1280x720:rate=25 -f lavfi -i sine=frequency=440'.split(' ');
  const coding =
    '-t 60 -c:v libx264 -preset veryfast -b:v 2400k -g 50 -pix_fmt yuv420p -c:a aac -b:a 96k'.split(' ');
  const form = '-f hls -hls_time 4 -hls_list_size 0 -hls_playlist_type vod'.split(' ');
  await run('ffmpeg', ['-v', 'error', '-y', ...input, ...coding, ...form, join(dir, 'film.m3u8')]);
}

async function serveFilm(dir) {
  const library = ofPlayer.resolve('hls.js/dist/hls.min.js');
  const page = `<!doctype html><script src="/hls.min.js"></script><button>Reproducir</button><video></video>
    <script>
      document.querySelector('button').onclick = () => {
        const hls = new Hls();
        const video = document.querySelector('video');
        hls.loadSource('/film.m3u8');
        hls.attachMedia(video);
        video.play();
      };
    </script>`;
  const provider = await startProvider(folderHandler(dir));
  provider.answer('/', { headers: { 'content-type': 'text/html' }, body: page });
  provider.answer('/hls.min.js', { headers: { 'content-type': 'text/javascript' }, body: { file: library } });
  return provider;
}

async function playBare(page, origin) {
  await page.goto(origin);
  await page.evaluate(watchClick);
  await page.click('button');
  return page.evaluate(() => globalThis.firstFrame);
}

async function playOurs(page, url) {
  // The product's page is loaded anew in each round, like the bare page; the code of both comes from the browser's
  // cache.
  await page.goto('about:blank');
  await page.goto(`${url}/#/documentales`);
  await settle(page);
  const link = page.getByRole('link', { name: /^Película medida/ });
  await link.hover();
  await page.waitForLoadState('networkidle');
  await page.evaluate(watchClick);
  await link.click();
  return page.evaluate(() => globalThis.firstFrame);
}

/** Measures the time from the next click to the first frame of any video in the page. Runs in the page. */
function watchClick() {
  globalThis.firstFrame = new Promise((resolve) => {
    addEventListener(
      'click',
      () => {
        const startedAt = performance.now();
        const find = (root) => {
          for (const element of root.querySelectorAll('*')) {
            if (element.localName === 'video') return element;
            const inner = element.shadowRoot && find(element.shadowRoot);
            if (inner) return inner;
          }
          return undefined;
        };
        const look = () => {
          const video = find(document);
          if (video === undefined) return requestAnimationFrame(look);
          return video.requestVideoFrameCallback((now) => resolve(now - startedAt));
        };
        look();
      },
      { capture: true, once: true },
    );
  });
}
