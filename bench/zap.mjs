import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPage } from './browser.mjs';
import { percentile, reportMost } from './goal.mjs';
import { median } from './load.mjs';
import { startProduct } from './product.mjs';
import { record } from './recording.mjs';
import { createBroadcast } from '../packages/testing/src/world/broadcast.ts';
import { startProvider } from '../packages/testing/src/world/provider.ts';

/** Resolves npm packages as `packages/player` does, so that the bare page uses the product's version of mpegts.js. */
const ofPlayer = createRequire(new URL('../packages/player/package.json', import.meta.url));
const rounds = 15;
/**
 * The measured forms of channels, with the seconds between their keyframes. `burst`: the provider begins a new connection at
 * the last keyframe, as many do, and not in the middle of a picture group, where a viewer waits for half a group on
 * average, whatever the player does. Goals in seconds, for the median or the 95th percentile, and for the ratio to the bare
 * page at that percentile. Forms in HLS also have the goals of {@link choiceGoals}.
 */
const forms = [
  {
    name: 'HLS with segments of 2 s',
    path: 'index.m3u8',
    groupSeconds: 2,
    share: 0.95,
    goal: 1,
    ratio: 1.25,
  },
  {
    name: 'HLS with a master playlist',
    path: 'master.m3u8',
    groupSeconds: 2,
    share: 0.95,
    goal: 1,
    ratio: 1.25,
  },
  { name: 'MPEG-TS', path: 'canal.ts', groupSeconds: 2, isBurst: true, share: 0.95, goal: 1, ratio: 1.25 },
  {
    name: 'MPEG-TS without a burst, keyframes every 1 s',
    path: 'canal.ts',
    groupSeconds: 1,
    share: 0.5,
    goal: 1.5,
  },
  {
    name: 'MPEG-TS without a burst, keyframes every 2 s',
    path: 'canal.ts',
    groupSeconds: 2,
    share: 0.5,
    goal: 2,
  },
];
/**
 * From the choice of a channel in HLS to the last byte of its first segment: the most requests, the one for the segment included,
 * and the highest ratio of the median time to that of the bare page.
 */
const choiceGoals = { requests: 2, ratio: 1.5 };
/**
 * The moments within a picture group at which connections begin: each is this fraction of a group after the one before,
 * so that few measurements are spread evenly.
 */
const stepOfGroup = (Math.sqrt(5) - 1) / 2;

/**
 * Measures how long changing the channel takes, from the key press to the moving picture. A bare page with hls.js or
 * mpegts.js that changes between the same channels directly is measured in the same rounds.
 *
 * @param {import('playwright-core').Browser} browser
 * @returns {Promise<boolean[]>} for each goal, whether it is met
 */
export async function measureZap(browser) {
  const dir = await mkdtemp(join(tmpdir(), 'butaca-bench-'));
  const product = await startProduct({ isDemo: false });
  const results = [];
  try {
    for (const [index, form] of forms.entries())
      results.push(...(await measureOne(browser, product, dir, { ...form, section: `FORMA ${index}` })));
    return results;
  } finally {
    await product.stop();
    await rm(dir, { recursive: true, force: true });
  }
}

async function measureOne(browser, product, dir, form) {
  const upstream = await broadcast(await record(dir, form.groupSeconds), form);
  const ids = [];
  for (const number of [1, 2]) {
    const channel = {
      name: `Canal ${number} de ${form.section}`,
      section: form.section,
      url: `${upstream.origin}/${number}/${form.path}`,
    };
    const { _id } = await product.call('POST', '/api/channels/admin', { ...channel, requiresPlan: [] });
    ids.push(_id);
  }
  const own = await openPage(browser, product, `/watch/channel/${ids[0]}`);
  const bareContext = await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'es' });
  try {
    await own.locator('stream-video').waitFor({ state: 'attached' });
    const bare = await bareContext.newPage();
    await bare.goto(upstream.origin);
    const times = { own: [], bare: [] };
    const choices = { own: [], bare: [] };
    // The first round, in which the server looks at the channels and the browser compiles the code, is not counted.
    for (let round = 0; round <= rounds; round += 1) {
      const one = await zap(bare, 'PageDown');
      const other = await zap(own, round % 2 === 0 ? 'ChannelUp' : 'ChannelDown');
      if (round === 0) continue;
      times.bare.push(one.movedMs);
      times.own.push(other.movedMs);
      choices.bare.push(one.choice);
      choices.own.push(other.choice);
    }
    const ownSeconds = percentile(times.own, form.share) / 1_000;
    const bareSeconds = percentile(times.bare, form.share) / 1_000;
    const at = form.share === 0.5 ? 'median' : `p${form.share * 100}`;
    console.log(
      `changing to a channel in ${form.name}: ${describe(times.own)}; the bare page ${describe(times.bare)}`,
    );
    const results = [reportMost(`  from key to moving picture, ${at}`, ownSeconds, ' s', form.goal)];
    if (form.ratio !== undefined)
      results.push(reportMost(`  ratio to the bare page, ${at}`, ownSeconds / bareSeconds, '', form.ratio));
    return isHls(form.path) ? [...results, ...reportChoices(choices)] : results;
  } finally {
    await own.context().close();
    await bareContext.close();
    await upstream[Symbol.asyncDispose]();
  }
}

const isHls = (path) => path.endsWith('.m3u8');

/** Prints how many requests lead from the key press to the first segment, and how long that takes. */
function reportChoices({ own, bare }) {
  const ofOwn = describeChoices(own);
  const ofBare = describeChoices(bare);
  console.log(`  from key to the whole first segment: ${ofOwn.text}; the bare page ${ofBare.text}`);
  return [
    reportMost('  requests until the first segment has arrived', ofOwn.requests, '', choiceGoals.requests),
    reportMost('  ratio to the bare page, median', ofOwn.ms / ofBare.ms, '', choiceGoals.ratio),
  ];
}

function describeChoices(choices) {
  const requests = median(choices.map((one) => one.requests));
  const ms = median(choices.map((one) => one.ms));
  return { requests, ms, text: `${ms.toFixed(0)} ms, ${requests} requests` };
}

const describe = (times) =>
  `median ${(median(times) / 1_000).toFixed(2)} s, from ${fastest(times)} to ${slowest(times)} s`;
const fastest = (times) => (Math.min(...times) / 1000).toFixed(2);
const slowest = (times) => (Math.max(...times) / 1000).toFixed(2);

/**
 * Presses a key, and measures the time until the picture of the next channel moves, and the requests until its first segment
 * has arrived.
 */
async function zap(page, key) {
  await page.waitForFunction(isPlaying);
  await page.evaluate(watchKey);
  // Playwright knows no name for the channel keys of a remote control, so they are dispatched in the page.
  await page.evaluate((name) => {
    performance.clearResourceTimings();
    globalThis.pressedAt = performance.now();
    document.activeElement.dispatchEvent(
      new KeyboardEvent('keydown', { key: name, bubbles: true, composed: true, cancelable: true }),
    );
  }, key);
  const movedMs = await page.evaluate(() => globalThis.moved);
  return { movedMs, choice: await page.evaluate(readChoice) };
}

/**
 * Counts the requests of the page from the key press to the first segment, and reads when its last byte arrived. Runs in the
 * page.
 */
function readChoice() {
  const requests = performance
    .getEntriesByType('resource')
    .filter(
      ({ initiatorType, startTime }) =>
        ['xmlhttprequest', 'fetch'].includes(initiatorType) && startTime >= globalThis.pressedAt,
    )
    .toSorted((one, other) => one.startTime - other.startTime);
  const at = requests.findIndex(({ name }) => /\.seg$|\/segment[^/]*$/.test(name));
  return { requests: at + 1, ms: (requests[at]?.responseEnd ?? Number.NaN) - globalThis.pressedAt };
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

const masterPlaylist = `#EXTM3U
#EXT-X-STREAM-INF:BANDWIDTH=2600000,RESOLUTION=1280x720,CODECS="avc1.42c01f,mp4a.40.2"
index.m3u8
`;

/**
 * Serves two channels that broadcast a recording, and a page that changes between them with hls.js or mpegts.js.
 *
 * @param {Buffer} recording
 * @param {{ path: string, groupSeconds: number, isBurst?: boolean }} form
 */
async function broadcast(recording, { path, groupSeconds, isBurst = false }) {
  const library = await readFile(
    ofPlayer.resolve(isHls(path) ? 'hls.js/dist/hls.min.js' : 'mpegts.js/dist/mpegts.js'),
  );
  const channel = createBroadcast(recording, groupSeconds);
  let connections = 0;
  const opening = isHls(path)
    ? `player = new Hls(); player.loadSource(address); player.attachMedia(video);`
    : `player = mpegts.createPlayer({ type: 'mpegts', isLive: true, url: address });
        player.attachMediaElement(video);
        player.load();`;
  const page = `<!doctype html><script src="/library.js"></script><video muted></video>
    <script>
      globalThis.mpegts?.LoggingControl.applyConfig({ enableAll: false });
      const video = document.querySelector('video');
      let number = 2;
      let player;
      const change = () => {
        player?.destroy();
        number = 3 - number;
        const address = location.origin + '/' + number + '/${path}';
        ${opening}
        video.play().catch(() => {});
      };
      change();
      addEventListener('keydown', change);
    </script>`;

  function send(response) {
    const joinedAt = performance.now();
    const fromSeconds = ((connections * stepOfGroup) % 1) * groupSeconds;
    connections += 1;
    channel.send(response, {
      secondNow: () => fromSeconds + (performance.now() - joinedAt) / 1_000,
      fromSecond: isBurst ? 0 : fromSeconds,
    });
  }

  return startProvider(
    ({ url = '' }, response) => {
      if (url.endsWith('.ts')) return send(response);
      if (url.endsWith('.m3u8')) {
        response.writeHead(200, { 'content-type': 'application/vnd.apple.mpegurl' });
        if (url.endsWith('/master.m3u8')) return response.end(masterPlaylist);
        const options = { nameOf: (number) => `${number}.seg`, repeatsAfter: channel.segmentCount };
        return response.end(channel.playlist(channel.elapsedSeconds(), options));
      }
      if (url.endsWith('.seg')) {
        response.writeHead(200, { 'content-type': 'video/mp2t' });
        return response.end(channel.segment(Number(/(\d+)\.seg$/.exec(url)?.[1] ?? 0)));
      }
      const isLibrary = url === '/library.js';
      response.writeHead(200, { 'content-type': isLibrary ? 'text/javascript' : 'text/html' });
      return response.end(isLibrary ? library : page);
    },
    { isForgetful: true },
  );
}
