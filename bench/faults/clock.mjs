import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { sessionHeaders } from '../../tools/product/people.mjs';
import { startProduct } from '../product.mjs';
import { openPage } from '../browser.mjs';
import { readVideo, watchFor } from './observe.mjs';
import { startFaultyProvider } from './provider.mjs';

/** How long a watch page may take until it plays, in ms. */
const startTimeoutMs = 30_000;
/** For how many seconds the device that plays must go on after the clock was set back. */
const playOnSeconds = 8;
/** The longest standstill of that picture, in seconds. */
const longestSeconds = 2;
/** How long the other device waits for the place, in ms; a lease lasts half a minute. */
const placeTimeoutMs = 60_000;

/**
 * E8: the clock goes one hour back while a device plays under a plan of one device, and again when it stops. The device
 * must play on, keep its place while it plays and give it up half a minute after it has stopped; what is saved afterwards
 * must be kept.
 */
async function setClockBack(browser) {
  const preload = fileURLToPath(new URL('clock-back.mjs', import.meta.url));
  const provider = await startFaultyProvider();
  const product = await startProduct({
    isDemo: false,
    env: { NODE_OPTIONS: `--import ${preload}`, LOG_LEVEL: 'silent' },
  });
  try {
    await product.call('PUT', '/api/admin/plans', { plans: [{ key: 'gplay', maxStreams: 1 }] });
    const [film, other] = [
      await addFilm(product, provider, 'Reloj'),
      await addFilm(product, provider, 'Otra'),
    ];
    const [first, second] = [await product.newSession('reloj'), await product.signIn('reloj')];
    const save = (lastTime) =>
      product.call('PUT', `/api/videos/${other}/progress`, { lastTime, duration: 3_600 });
    const askToPlay = () => firstByte(product.url, second, film);
    await save(100);
    const page = await openPage(browser, { url: product.url, session: first }, `/watch/movie/${film}`);
    const begunAt = performance.now();
    while ((await readVideo(page)).second < 2) {
      if (performance.now() - begunAt > startTimeoutMs) throw new Error('no empezó');
      await pause(200);
    }
    const before = await askToPlay();
    process.kill(product.pid, 'SIGWINCH');
    const watched = await watchFor(page, playOnSeconds);
    const meanwhile = await askToPlay();
    await page.context().close();
    process.kill(product.pid, 'SIGWINCH');
    const stoppedAt = performance.now();
    let after = await askToPlay();
    while (after !== 206 && performance.now() - stoppedAt < placeTimeoutMs) {
      await pause(500);
      after = await askToPlay();
    }
    const seconds = (performance.now() - stoppedAt) / 1_000;
    await save(900);
    const kept = (await product.call('GET', `/api/videos/${other}/progress`)).watchProgress?.lastTime;
    const isPlayingOn = watched.alert === undefined && watched.longestSeconds <= longestSeconds;
    return {
      seconds,
      seen:
        `el que veía ${isPlayingOn ? 'siguió' : `se paró (${watched.alert ?? `${watched.longestSeconds.toFixed(1)} s`})`}; ` +
        `otro dispositivo: ${before} antes, ${meanwhile} mientras tanto, ${after} al terminar; se lee el segundo ${kept}`,
      isLost: !isPlayingOn || before !== 429 || meanwhile !== 429 || after !== 206 || kept !== 900,
    };
  } finally {
    await product.stop();
    await provider[Symbol.asyncDispose]();
  }
}

async function addFilm(product, provider, title) {
  const { _id: id } = await product.call('POST', '/api/videos', {
    title,
    tipo: 'pelicula',
    url: `${provider.origin}/film.mp4?${title}`,
    mainSection: 'POR_GENERO',
    requiresPlan: ['gplay'],
  });
  return id;
}

/** Asks for a film as a device. @returns the status of the answer to the request for its first byte: 206 or 429 */
async function firstByte(url, person, film) {
  const headers = sessionHeaders(person);
  const detail = await (await fetch(`${url}/api/videos/${film}`, { headers })).json();
  const answer = await fetch(url + detail.url, { headers: { range: 'bytes=0-0' } });
  await answer.arrayBuffer();
  return answer.status;
}

/** @type {import('../faults.mjs').Fault[]} */
export const clockFaults = [
  {
    name: 'E8',
    what: 'el reloj retrocede una hora mientras un dispositivo reproduce y otra al parar: su plaza y lo guardado',
    goalSeconds: 40,
    cause: setClockBack,
  },
];
