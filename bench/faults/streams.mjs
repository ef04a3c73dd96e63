import { setTimeout as pause } from 'node:timers/promises';
import { startProduct } from '../product.mjs';
import { openPage } from '../browser.mjs';
import { readVideo, watchFor } from './observe.mjs';
import { startFaultyProvider } from './provider.mjs';

/** How long a watch page may take until it plays, in ms. */
const startTimeoutMs = 30_000;
const stillMs = 45_000;

/**
 * Opens the watch page of a film or channel of a provider, and waits until it plays.
 *
 * @param {'channel' | 'movie'} itemType
 */
async function watch(browser, product, provider, itemType, path) {
  const url = `${provider.origin}/${path}`;
  const name = `${itemType} ${path}`;
  const { _id: id } =
    itemType === 'channel'
      ? await product.call('POST', '/api/channels/admin', { name, url })
      : await product.call('POST', '/api/videos', {
          title: name,
          tipo: 'pelicula',
          url,
          mainSection: 'POR_GENERO',
        });
  const page = await openPage(browser, product, `/watch/${itemType}/${id}`);
  const begunAt = performance.now();
  while ((await readVideo(page)).second < 3) {
    if (performance.now() - begunAt > startTimeoutMs) {
      throw new Error(`no empezó: ${(await readVideo(page)).alert ?? 'sin frase'}`);
    }
    await pause(200);
  }
  return page;
}

/** Runs a task with a running product and a provider, and disposes of both. */
async function withProduct(given, task) {
  const provider = await startFaultyProvider(given);
  const product = await startProduct({ isDemo: false, env: { LOG_LEVEL: 'silent' } });
  try {
    return await task(product, provider);
  } finally {
    await product.stop();
    await provider[Symbol.asyncDispose]();
  }
}

const quote = (said) => (said.length === 0 ? 'ninguna frase' : said.map((text) => `«${text}»`).join(', '));

/** Waits until the picture moves again. @returns seconds since a time; `undefined` when an alert came instead */
async function secondsUntilMoving(page, sinceMs, second) {
  for (;;) {
    const now = await readVideo(page);
    if (now.alert !== undefined) return undefined;
    if (now.second > second + 0.5) return (performance.now() - sinceMs) / 1_000;
    await pause(100);
  }
}

/** E4: a channel whose provider closes the connection every twenty seconds. */
const closeOften = (browser) =>
  withProduct({ connectionSeconds: 20 }, async (product, provider) => {
    const page = await watch(browser, product, provider, 'channel', 'channel.ts');
    const { stillSeconds, longestSeconds, said, alert } = await watchFor(page, 70);
    const isLost = alert !== undefined;
    const end = isLost ? `murió: «${alert}»` : 'siguió 70 s';
    await page.context().close();
    return {
      seconds: longestSeconds,
      seen: `${end}; imagen parada ${stillSeconds.toFixed(1)} s en total; ${quote(said)}`,
      isLost,
    };
  });

/**
 * E5: the provider is away for some seconds.
 *
 * @param {number} awaySeconds @param {'channel' | 'movie'} itemType @param {string} path
 */
const goAway = (awaySeconds, itemType, path) => (browser) =>
  withProduct({}, async (product, provider) => {
    const page = await watch(browser, product, provider, itemType, path);
    await provider.goAway();
    const { said, alert, reached } = await watchFor(page, awaySeconds);
    await provider.comeBack();
    const backAt = performance.now();
    const seconds = alert === undefined ? await secondsUntilMoving(page, backAt, reached) : undefined;
    const after = await readVideo(page);
    await page.context().close();
    if (seconds === undefined) {
      return { seconds: Infinity, seen: `murió: «${alert ?? after.alert}»`, isLost: true };
    }
    return {
      seconds,
      seen: `llegó al segundo ${reached.toFixed(1)} y siguió por el ${after.second.toFixed(1)}; ${quote(said)}`,
      // A film continues where it stopped; a channel may jump to what is broadcast now.
      isLost: itemType === 'movie' && after.second > reached + 3,
    };
  });

/** E10: a live playlist stands still for 45 seconds. */
const standStill = (browser) =>
  withProduct({}, async (product, provider) => {
    const page = await watch(browser, product, provider, 'channel', 'live.m3u8');
    provider.standStill(true);
    const { said, alert, longestSeconds } = await watchFor(page, stillMs / 1_000);
    provider.standStill(false);
    const before = await readVideo(page);
    const seconds =
      alert === undefined ? await secondsUntilMoving(page, performance.now(), before.second) : undefined;
    await page.context().close();
    // That the video loads does not say that the channel stands still.
    const isSilent = alert === undefined && said.every((text) => text.startsWith('Cargando'));
    return {
      seconds: seconds ?? Infinity,
      seen: `imagen parada ${longestSeconds.toFixed(1)} s; ${alert === undefined ? quote(said) : `murió: «${alert}»`}`,
      isLost: isSilent,
    };
  });

/** The faults of providers. @type {import('../faults.mjs').Fault[]} */
export const streamFaults = [
  { name: 'E4', what: 'canal MPEG-TS que se cierra cada 20 s', goalSeconds: 2, cause: closeOften },
  ...[8, 12].flatMap((awaySeconds) =>
    /** @type {const} */ ([
      ['canal MPEG-TS', 'channel', 'channel.ts'],
      ['canal HLS', 'channel', 'live.m3u8'],
      ['película HLS', 'movie', 'film.m3u8'],
      ['película MP4', 'movie', 'film.mp4'],
    ]).map(([what, itemType, path]) => ({
      name: 'E5',
      what: `proveedor fuera ${awaySeconds} s: ${what}`,
      goalSeconds: 10,
      cause: goAway(awaySeconds, itemType, path),
    })),
  ),
  { name: 'E10', what: 'lista HLS parada 45 s; después sigue', goalSeconds: 10, cause: standStill },
];
