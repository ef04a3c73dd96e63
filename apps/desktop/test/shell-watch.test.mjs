// The built shell, with the built product and a real mpv: a person chooses mpv and watches in it, and what they may watch
// ends. Everything goes through the page. `run.mjs` starts it.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  askMpv,
  closeWithKeys,
  computer,
  deviceId,
  display,
  findWindow,
  keepProduct,
  mpvPid,
  picture,
  product,
  shell,
  signIn,
} from './journey.mjs';
import { startMediaServer } from './media-server.mjs';
import { countConnections } from './processes.mjs';
import { until } from './webdriver.mjs';

/** @typedef {(method: string, path: string, body?: object) => Promise<any>} Caller */

const plans = ['gplay', 'estandar', 'cinefilo', 'sports', 'premium'];
const firstDevice = 'b'.repeat(32);
const secondDevice = 'c'.repeat(32);

/** @type {Awaited<ReturnType<typeof startMediaServer>>} */
let media;
/** @type {Caller} */
let asAdmin;
/** The series and the film of this file, which browsers cannot play as they are. */
let seriesId = '';
let filmId = '';
/** The film as an administrator sends it. @type {{ requiresPlan: string[] } & Record<string, unknown>} */
let film;

/** Adds the titles of this file to the product's. */
async function prepare() {
  media = await startMediaServer();
  asAdmin = await product.signInElsewhere('demo-admin', 'd'.repeat(32));
  const url = `${media.origin}/film.mkv`;
  const chapters = [1, 2].map((number) => ({
    title: `La isla, parte ${number}`,
    url: `${url}?parte=${number}`,
  }));
  const seasons = [{ seasonNumber: 1, chapters }];
  const series = { title: 'La isla', tipo: 'serie', subcategoria: 'Netflix', requiresPlan: plans, seasons };
  film = { title: 'El puerto', tipo: 'pelicula', mainSection: 'POR_GENERO', requiresPlan: plans, url };
  seriesId = (await asAdmin('POST', '/api/videos', series))._id;
  filmId = (await asAdmin('POST', '/api/videos', film))._id;
}

/** Signs in, and chooses mpv on the page of the devices. @param {string} username */
async function chooseMpv(username) {
  await signIn(username);
  await go('/dispositivos');
  await shell.click('.devices__player option[value="mpv"]');
  await until(
    async () => (await shell.evaluate(`localStorage.getItem('butaca_player')`)) === 'mpv',
    'choice',
  );
}

/** @param {string} route */
const go = (route) => shell.evaluate(`void (location.hash = ${JSON.stringify(route)})`);

/** Waits until mpv plays something with a title, and has come some way. @param {string} title */
const untilPlaying = (title) =>
  until(
    async () => (await askMpv('media-title')) === title && (await askMpv('time-pos')) > 0.3,
    `«${title}» in mpv`,
  );

const untilIdle = () => until(async () => (await askMpv('idle-active')) === true, 'end of what mpv plays');

/** Waits for a sentence in the page. @param {string} sentence */
const untilSaid = (sentence) => shell.find(`//*[contains(normalize-space(text()), "${sentence}")]`);

/** Waits until mpv has stopped, and looks for its connections. */
async function untilStopped() {
  await untilIdle();
  const pid = await mpvPid();
  await until(() => countConnections(pid, product.port) === 0, 'end of the connections', 1000);
}

describe('watching in mpv, from the page', () => {
  before(prepare);
  after(() => media.close());
  beforeEach(keepProduct);

  it('plays a chapter as it is, the next one at the person’s wish, and nothing after the page was left', async () => {
    await chooseMpv('demo-premium');
    await go(`/watch/serie/${seriesId}`);
    await untilPlaying('La isla, parte 1');
    const pid = await mpvPid();
    assert.equal(await askMpv('file-format'), 'mkv');
    assert.equal(await askMpv('audio-codec-name'), 'ac3');
    const requests = await shell.evaluate(
      `performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.includes('/api/videos/${seriesId}?'))`,
    );
    assert.ok(requests.length > 0);
    for (const request of requests)
      assert.equal(new URL(request).searchParams.get('can'), 'any,tracks', request);
    await picture('serie-en-mpv');

    // The controls of the page appear when the pointer moves over the video, which mpv's window leaves free there.
    const id = await findWindow();
    for (const x of ['300', '320']) display.act('mousemove', '--window', id, x, '250');
    await shell.click('button[aria-label="Siguiente capítulo"]');
    await untilPlaying('La isla, parte 2');
    assert.deepEqual(computer.mpvPids(), [pid]);
    assert.ok(countConnections(pid, product.port) > 0);

    await shell.click('button[aria-label="Volver"]');
    const leftAt = performance.now();
    await sleep(Math.max(0, leftAt + 1000 - performance.now()));
    assert.equal(countConnections(pid, product.port), 0);

    await closeWithKeys();
    assert.deepEqual(computer.mpvPids(), []);
  });

  it('is stopped in mpv when another device stops it', async () => {
    await chooseMpv('demo-premium');
    await go(`/watch/movie/${filmId}`);
    await untilPlaying('El puerto');
    const elsewhere = await product.signInElsewhere('demo-premium', firstDevice);
    await elsewhere('DELETE', `/api/streams/${deviceId}`);
    await untilStopped();
    await untilSaid('La reproducción se detuvo desde otro de tus dispositivos.');
    await shell.find('//button[normalize-space(.)="Ver aquí"]');
  });

  it('is stopped in mpv when the plan no longer has it', async () => {
    await chooseMpv('demo-premium');
    await go(`/watch/movie/${filmId}`);
    await untilPlaying('El puerto');
    await asAdmin('PUT', `/api/videos/${filmId}`, { ...film, requiresPlan: ['gplay'] });
    await untilStopped();
    await shell.find('.player__failure, [role="dialog"]');
    await asAdmin('PUT', `/api/videos/${filmId}`, film);
  });

  it('does not begin in mpv while the plan’s streams are in use, and begins when one is stopped', async () => {
    const elsewhere = await product.signInElsewhere('demo-gplay', firstDevice);
    const { url } = await elsewhere('GET', `/api/videos/${filmId}?can=any`);
    const stream = await fetch(product.origin + url, { headers: { range: 'bytes=0-0' } });
    assert.equal(stream.status, 206);
    await stream.arrayBuffer();
    await chooseMpv('demo-gplay');
    await go(`/watch/movie/${filmId}`);
    await untilSaid('Tu plan no permite más reproducciones a la vez.');
    await untilStopped();
    await shell.click('//button[normalize-space(.)="Detener"]');
    await untilPlaying('El puerto');
  });

  it('is stopped in mpv when the free trial of the day is used up', async () => {
    const [elsewhere, third] = [
      await product.signInElsewhere('demo-estandar', firstDevice),
      await product.signInElsewhere('demo-estandar', secondDevice),
    ];
    const { videos } = await elsewhere('GET', '/api/videos?tipo=pelicula&page=1&limit=100');
    const [watched, other] = videos.filter((/** @type {any} */ { locked }) => locked === true);
    assert.ok(
      watched !== undefined && other !== undefined,
      'the demo has no two films that the plan leaves out',
    );
    await chooseMpv('demo-estandar');
    await go(`/watch/movie/${watched._id}`);
    await shell.click('//button[normalize-space(.)="Usar Prueba Gratuita"]');
    await untilPlaying(watched.title);
    // The rest of the day's minute goes to another film on other devices, each of which is half a minute ahead. Both
    // have its address before: with less than half a minute left, no trial begins.
    const addresses = [await openTrial(elsewhere, other._id), await openTrial(third, other._id)];
    await spendTrial(addresses[0], 0, 30);
    await elsewhere('DELETE', `/api/streams/${firstDevice}`);
    assert.equal(await spendTrial(addresses[1], 30, 120), 'spent');
    await third('DELETE', `/api/streams/${secondDevice}`);
    await untilStopped();
    await untilSaid('Tu prueba gratuita de hoy ha terminado.');
  });

  /** The address of a film under the free trial. @param {Caller} call @param {string} id */
  async function openTrial(call, id) {
    const { url } = await call('GET', `/api/videos/${id}?can=any&useTrial=true`);
    return new URL(url, product.origin);
  }

  /**
   * Fetches the segments of a film, from one second to another.
   *
   * @param {URL | undefined} film
   * @param {number} fromSeconds
   * @param {number} toSeconds
   */
  async function spendTrial(film, fromSeconds, toSeconds) {
    assert.ok(film !== undefined);
    const [rendition = ''] = (await readLines(film)).filter((line) => !line.startsWith('#'));
    const playlist = new URL(rendition, film);
    let second = 0;
    let start = 0;
    for (const line of await readLines(playlist)) {
      if (line.startsWith('#EXTINF:')) second += Number.parseFloat(line.slice('#EXTINF:'.length));
      if (line.startsWith('#')) continue;
      const isWanted = start >= fromSeconds && second <= toSeconds;
      start = second;
      if (!isWanted) continue;
      const { status } = await fetchAll(new URL(line, playlist));
      if (status === 403) return 'spent';
      assert.equal(status, 200);
    }
    return 'left';
  }

  /** The lines of a playlist. @param {URL} address */
  async function readLines(address) {
    const { status, text } = await fetchAll(address);
    assert.equal(status, 200, text);
    return text.split('\n').filter((line) => line !== '');
  }

  /** @param {URL} address */
  async function fetchAll(address) {
    const answer = await fetch(address);
    return { status: answer.status, text: await answer.text() };
  }
});
