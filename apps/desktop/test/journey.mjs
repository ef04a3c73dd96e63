// What the journeys through the built shell share: a product, a display, and a computer with the shell for each test.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, beforeEach } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startComputer, startDisplay } from './desktop.mjs';
import { bundleBridge } from './load-bridge.mjs';
import { listDescendants, listProcesses } from './processes.mjs';
import { startProduct } from './product.mjs';
import { enterKey, until } from './webdriver.mjs';

/** Where pictures are written, if anywhere. */
const pictures = process.env['BUTACA_SHELL_PICTURES'];
/** The device on which people sign in. */
export const deviceId = 'a'.repeat(32);
const bridgeScript = await bundleBridge();

/** @type {string} */
let dataDir;
/** @type {Awaited<ReturnType<typeof startProduct>>} */
export let product;
/** @type {Awaited<ReturnType<typeof startDisplay>>} */
export let display;
/** @type {Awaited<ReturnType<typeof startComputer>>} */
export let computer;
/** @type {import('./webdriver.mjs').Driver} */
export let shell;

before(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'butaca-shell-data-'));
  [product, display] = await Promise.all([startProduct(dataDir), startDisplay()]);
});
after(async () => {
  await Promise.all([product.stop(), display.stop()]);
  rmSync(dataDir, { recursive: true, force: true });
});

beforeEach(async () => {
  computer = await startComputer(display.display);
  shell = await computer.open();
});
afterEach(async () => {
  try {
    await shell.close();
  } finally {
    await computer.stop();
  }
});

export async function openAgain() {
  await shell.close();
  shell = await computer.open();
}

/** Types an address, and sends it. @param {string} address */
export async function typeAddress(address) {
  await shell.type('#server', address);
  await shell.click('#connect');
}

/** Waits until the page says something else than that it is waiting. */
export async function readMessage() {
  return await until(async () => {
    const text = await shell.textOf('#message');
    return text !== '' && text !== 'Conectando...' && text;
  }, 'message');
}

/** Keeps the address of the product, as a person does, and waits for its page. */
export async function keepProduct() {
  await typeAddress(product.origin);
  assert.equal(await readMessage(), 'No es segura. ¿Continuar?');
  await shell.click('#continue');
  await shell.switchToNext();
  await waitForPage();
}

/** Waits until the window shows the page of the product. */
export async function waitForPage() {
  await until(
    async () => (await shell.evaluate('location.origin')) === product.origin,
    'page of the product',
  );
  await shell.find('#root *');
}

/** Signs in with the form. @param {string} username */
export async function signIn(username) {
  const account = await product.readAccount(username);
  // The same device each time: a device that was left counts among the account's streams for half a minute.
  await shell.evaluate(`(localStorage.setItem('deviceId', '${deviceId}'), (location.hash = '/login'))`);
  await shell.type('input[autocomplete="username"]', account.username);
  // A click on the button was lost once in about forty times on a busy machine, although the driver had confirmed it.
  await shell.type('input[type="password"]', `${account.password}${enterKey}`);
  await shell.find('nav[aria-label="Principal"]');
}

/** Puts the bridge into the page, as the web client has it. */
export async function loadBridge() {
  await shell.run(`
    window.butacaBridge ??= (() => { ${bridgeScript}; return butacaBridge; })();
    window.bridge ??= window.butacaBridge.findBridge(window);
    window.told = [];
    window.bridge.externalPlayer.onTime((time) => window.told.push({ time, at: performance.now() }));
    window.bridge.externalPlayer.onEnd((end) => window.told.push({ end }));
    window.bridge.externalPlayer.onError(({ code }) => window.told.push({ error: code }));
  `);
}

/** The stream address of a film of the demo, in a form that mpv plays. @param {string} title */
export async function findFilm(title) {
  return await shell.run(
    `const headers = { authorization: 'Bearer ' + localStorage.getItem('token'), 'x-device-id': localStorage.getItem('deviceId') };
     const get = async (path) => (await fetch(path, { headers })).json();
     const { videos } = await get('/api/videos?tipo=pelicula&search=' + encodeURIComponent(given));
     const detail = await get('/api/videos/' + videos[0]._id);
     return new URL(detail.url ?? detail.streamUrl, location.href).href;`,
    title,
  );
}

/** The stream addresses of two channels of the demo, in a form that mpv plays. */
export async function findChannels() {
  return await shell.run(
    `const headers = { authorization: 'Bearer ' + localStorage.getItem('token'), 'x-device-id': localStorage.getItem('deviceId') };
     const get = async (path) => (await fetch(path, { headers })).json();
     const { channels } = await get('/api/channels/list');
     const details = await Promise.all(channels.slice(0, 2).map(({ _id }) => get('/api/channels/id/' + _id + '?can=any')));
     return details.map(({ url, streamUrl }) => new URL(url ?? streamUrl, location.href).href);`,
  );
}

/** Writes a picture of the display, where somebody wants to look at it. @param {string} name */
export async function picture(name) {
  if (pictures === undefined) return;
  // Nothing tells when images have come and are drawn; no test depends on them.
  await sleep(2000);
  display.shoot(path.join(pictures, `${name}.png`));
}

/** The process of mpv, as soon as there is one. */
export const mpvPid = () => until(() => computer.mpvPids()[0], 'mpv');

/**
 * Asks mpv itself for a property, beside the shell; `undefined` where there is no mpv, or no value now.
 *
 * @param {string} property
 * @returns {Promise<any>}
 */
export async function askMpv(property) {
  const socket = computer.mpvSocket();
  if (socket === undefined) return undefined;
  const connection = connect(socket);
  try {
    await once(connection, 'connect');
    connection.write(`${JSON.stringify({ command: ['get_property', property], request_id: 7 })}\n`);
    let said = '';
    for await (const chunk of connection) {
      said += chunk;
      const answer = said.split('\n').find((line) => line.includes('"request_id":7,'));
      if (answer !== undefined) return JSON.parse(answer).data;
    }
  } catch {
    // It has ended meanwhile.
  } finally {
    connection.destroy();
  }
  return undefined;
}

/** Waits for the shell's window, which appears before it has its name. @returns its number in the window system */
export const findWindow = () => until(() => findWindows('--name', '^Butaca$').at(-1), 'window');
export const findMpvWindow = () => findWindows('--class', '^mpv$').at(-1);

/** @param {string} property @param {string} pattern */
function findWindows(property, pattern) {
  try {
    return display.act('search', '--onlyvisible', property, pattern).trim().split('\n');
  } catch {
    return [];
  }
}

/** Where a window is and how large, once two looks find the same. @param {string} id */
export async function settledPlace(id) {
  let last = '';
  return await until(() => {
    const place = display
      .act('getwindowgeometry', '--shell', id)
      .replace(/^(?:WINDOW|SCREEN)=.*$/gm, '')
      .trim();
    const isSettled = place === last;
    last = place;
    return isSettled && place;
  }, 'place of the window');
}

/** Closes the shell as a person does, with the key of its menu. */
export async function closeWithKeys() {
  const [pid, id] = [computer.shellPid(), await findWindow()];
  assert.ok(pid !== undefined);
  const started = listDescendants(pid).map((one) => one.pid);
  display.act('windowfocus', '--sync', id);
  display.act('key', 'ctrl+q');
  await until(() => computer.shellPid() === undefined, 'end of the shell');
  await until(() => listProcesses().every((one) => !started.includes(one.pid)), 'end of its processes');
}

/** Plays one of the demo's films in mpv, by the bridge: all of them are playlists. @param {string} url @param {number} startTime */
export const play = (url, startTime) =>
  shell.run(
    'window.told.length = 0; return await window.bridge.externalPlayer.play(given.url, given.options)',
    {
      url,
      options: { startTime, title: 'Película', streamKind: 'hls' },
    },
  );
