import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepSession } from './browser.mjs';
import { reportMost } from './goal.mjs';
import { median } from './load.mjs';
import { startProduct } from './product.mjs';
import { offsetAt, readClock, record } from './recording.mjs';

/** Resolves npm packages as `packages/player` does, so that the bare page uses the product's version of mpegts.js. */
const ofPlayer = createRequire(new URL('../packages/player/package.json', import.meta.url));
const rounds = 15;
/**
 * Goals in seconds, by the seconds between the keyframes of the measured channels. A viewer waits for half of that on
 * average, whatever the player does.
 */
const goals = new Map([
  [1, 1.5],
  [2, 2],
]);
/**
 * The moments within a picture group at which connections begin: each is this fraction of a group after the one before,
 * so that few measurements are spread evenly.
 */
const stepOfGroup = (Math.sqrt(5) - 1) / 2;
const sendEveryMs = 20;

/**
 * Measures how long changing the channel takes, from the key press to the moving picture, for channels in MPEG-TS whose
 * provider sends no burst: a new connection gets what is broadcast from that moment on, no faster than it is played, and
 * in the middle of a picture group. A bare mpegts.js page that changes between the same channels directly is measured in
 * the same rounds. The product's time includes the 300 ms for which it waits for another key press.
 *
 * @param {import('playwright-core').Browser} browser
 * @returns {Promise<boolean[]>} for each distance between keyframes, whether the goal is met
 */
export async function measureZap(browser) {
  const dir = await mkdtemp(join(tmpdir(), 'butaca-bench-'));
  const product = await startProduct({ isDemo: false });
  const results = [];
  try {
    for (const seconds of goals.keys()) results.push(await measureOne(browser, product, dir, seconds));
    return results;
  } finally {
    await product.stop();
    await rm(dir, { recursive: true, force: true });
  }
}

async function measureOne(browser, product, dir, seconds) {
  const upstream = await broadcast(await record(dir, seconds), seconds);
  const section = `CADA ${seconds} S`;
  const ids = [];
  for (const number of [1, 2]) {
    const channel = { name: `Canal ${seconds} ${number}`, section, url: `${upstream.origin}/${number}.ts` };
    const { _id } = await product.call('POST', '/api/channels/admin', { ...channel, requiresPlan: [] });
    ids.push(_id);
  }
  const view = { viewport: { width: 1366, height: 768 }, locale: 'es' };
  const [ownContext, bareContext] = [await browser.newContext(view), await browser.newContext(view)];
  try {
    await keepSession(ownContext, product.session);
    const own = await ownContext.newPage();
    await own.goto(`${product.url}/#/watch/channel/${ids[0]}`);
    await own.locator('stream-video').waitFor({ state: 'attached' });
    const bare = await bareContext.newPage();
    await bare.goto(upstream.origin);
    const times = { own: [], bare: [] };
    // The first round, in which the server looks at the channels and the browser compiles the code, is not counted.
    for (let round = 0; round <= rounds; round += 1) {
      const one = await zap(bare, 'PageDown');
      const other = await zap(own, round % 2 === 0 ? 'ChannelUp' : 'ChannelDown');
      if (round === 0) continue;
      times.bare.push(one);
      times.own.push(other);
    }
    const [ownSeconds, bareSeconds] = [median(times.own) / 1000, median(times.bare) / 1000];
    console.log(
      `bare mpegts.js, keyframes every ${seconds} s: ${bareSeconds.toFixed(2)} s, from ${fastest(times.bare)} to ${slowest(times.bare)} s`,
    );
    console.log(`the product: from ${fastest(times.own)} to ${slowest(times.own)} s`);
    return reportMost(
      `changing to an MPEG-TS channel without a burst, keyframes every ${seconds} s`,
      ownSeconds,
      ' s',
      goals.get(seconds),
    );
  } finally {
    await ownContext.close();
    await bareContext.close();
    upstream.close();
  }
}

const fastest = (times) => (Math.min(...times) / 1000).toFixed(2);
const slowest = (times) => (Math.max(...times) / 1000).toFixed(2);

/** Presses a key, and measures the time until the picture of the next channel moves. */
async function zap(page, key) {
  await page.waitForFunction(isPlaying);
  await page.evaluate(watchKey);
  // Playwright knows no name for the channel keys of a remote control, so they are dispatched in the page.
  await page.evaluate((name) => {
    document.activeElement.dispatchEvent(
      new KeyboardEvent('keydown', { key: name, bubbles: true, composed: true, cancelable: true }),
    );
  }, key);
  return page.evaluate(() => globalThis.moved);
}

/** Whether the video in the page shows moving pictures. Runs in the page. */
function isPlaying() {
  const video =
    document.querySelector('stream-video')?.shadowRoot?.querySelector('video') ??
    document.querySelector('video');
  return video !== null && video.readyState > 2 && !video.paused && video.currentTime > 0;
}

/** Measures the time from the next key press to the second frame of the next stream of the page's video. Runs in the page. */
function watchKey() {
  const video =
    document.querySelector('stream-video')?.shadowRoot?.querySelector('video') ??
    document.querySelector('video');
  globalThis.moved = new Promise((resolve) => {
    const begin = () => {
      const startedAt = performance.now();
      const next = () => {
        video.requestVideoFrameCallback((_now, { mediaTime: first }) => {
          const look = (now, { mediaTime }) =>
            mediaTime > first ? resolve(now - startedAt) : video.requestVideoFrameCallback(look);
          video.requestVideoFrameCallback(look);
        });
      };
      video.addEventListener('emptied', next, { once: true });
    };
    addEventListener('keydown', begin, { capture: true, once: true });
  });
}

/**
 * Serves two channels that broadcast a recording, and a page that changes between them with mpegts.js.
 *
 * @param {Buffer} recording @param {number} groupSeconds - the distance of its keyframes
 */
async function broadcast(recording, groupSeconds) {
  const library = await readFile(ofPlayer.resolve('mpegts.js/dist/mpegts.js'));
  const clock = readClock(recording);
  let connections = 0;
  const timers = new Set();
  const page = `<!doctype html><script src="/mpegts.js"></script><video muted></video>
    <script>
      mpegts.LoggingControl.applyConfig({ enableAll: false });
      const video = document.querySelector('video');
      let number = 2;
      let player;
      const change = () => {
        player?.destroy();
        number = 3 - number;
        player = mpegts.createPlayer({ type: 'mpegts', isLive: true, url: location.origin + '/' + number + '.ts' });
        player.attachMediaElement(video);
        player.load();
        video.play().catch(() => {});
      };
      change();
      addEventListener('keydown', change);
    </script>`;

  function send(response) {
    response.writeHead(200, { 'content-type': 'video/mp2t' });
    const joinedAt = performance.now();
    const fromSeconds = ((connections * stepOfGroup) % 1) * groupSeconds;
    connections += 1;
    let sent = offsetAt(clock, fromSeconds);
    const timer = setInterval(() => {
      const until = offsetAt(clock, fromSeconds + (performance.now() - joinedAt) / 1000);
      if (until > sent) response.write(recording.subarray(sent, until));
      sent = until;
    }, sendEveryMs);
    timers.add(timer);
    response.once('close', () => {
      clearInterval(timer);
      timers.delete(timer);
    });
  }

  const server = createServer((request, response) => {
    if (request.url?.endsWith('.ts')) return send(response);
    const isLibrary = request.url === '/mpegts.js';
    response.writeHead(200, { 'content-type': isLibrary ? 'text/javascript' : 'text/html' });
    return response.end(isLibrary ? library : page);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    close() {
      for (const timer of timers) clearInterval(timer);
      server.closeAllConnections();
      server.close();
    },
  };
}
