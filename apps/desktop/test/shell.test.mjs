// The built shell on a display that nobody sees, with a built product: `run.mjs` builds and starts both.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startComputer, startDisplay } from './desktop.mjs';
import { bundleBridge } from './load-bridge.mjs';
import { countConnections, listDescendants } from './processes.mjs';
import { startProduct } from './product.mjs';
import { until } from './webdriver.mjs';

/** Where pictures are written, if anywhere. */
const pictures = process.env['BUTACA_SHELL_PICTURES'];
const bridgeScript = await bundleBridge('iife');
const messages = JSON.parse(
  readFileSync(new URL('../../../packages/bridge/test/player-messages.json', import.meta.url), 'utf8'),
);

/** @type {string} */
let dataDir;
/** @type {Awaited<ReturnType<typeof startProduct>>} */
let product;
/** @type {Awaited<ReturnType<typeof startDisplay>>} */
let display;
/** @type {Awaited<ReturnType<typeof startComputer>>} */
let computer;
/** @type {import('./webdriver.mjs').Driver} */
let shell;

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
  await shell.close();
  await computer.stop();
});

/** Types an address, and sends it. @param {string} address */
async function typeAddress(address) {
  await shell.type('#server', address);
  await shell.click('#connect');
}

/** Waits until the page says something else than that it is waiting. */
async function readMessage() {
  return await until(async () => {
    const text = await shell.textOf('#message');
    return text !== '' && text !== 'Conectando...' && text;
  }, 'message');
}

/** Keeps the address of the product, as a person does, and waits for its page. */
async function keepProduct() {
  await typeAddress(product.origin);
  assert.equal(await readMessage(), 'No es segura. ¿Continuar?');
  await shell.click('#continue');
  await waitForPage();
}

/** Waits until the window shows the page of the product. */
async function waitForPage() {
  await shell.switchToNewest();
  await until(async () => (await shell.evaluate('location.origin')) === product.origin, 'page of the product');
  await shell.find('#root *');
}

/** Signs in with the form. @param {string} username */
async function signIn(username) {
  const account = product.readAccount(username);
  await shell.evaluate(`location.hash = '/login'`);
  await shell.type('input[autocomplete="username"]', account.username);
  await shell.type('input[type="password"]', account.password);
  await shell.click('button[type="submit"]');
  await shell.find('nav[aria-label="Principal"]');
}

/** Puts the bridge into the page, as the web client has it. */
async function loadBridge() {
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
async function findFilm(title) {
  return await shell.run(
    `const headers = { authorization: 'Bearer ' + localStorage.getItem('token'), 'x-device-id': localStorage.getItem('deviceId') };
     const get = async (path) => (await fetch(path, { headers })).json();
     const { videos } = await get('/api/videos?tipo=pelicula&search=' + encodeURIComponent(given));
     const detail = await get('/api/videos/' + videos[0]._id);
     return new URL(detail.url ?? detail.streamUrl, location.href).href;`,
    title,
  );
}

/** Writes a picture of the display, where somebody wants to look at it. @param {string} name */
function picture(name) {
  if (pictures !== undefined) display.shoot(path.join(pictures, `${name}.png`));
}

const mpvPid = () => until(() => computer.mpvPids()[0], 'mpv');

describe('the first start', () => {
  it('asks for the address of the server', async () => {
    assert.equal(await shell.textOf('label[for="server"]'), 'Dirección del servidor');
    picture('direccion');
  });

  it('says what is wrong with an address', async () => {
    await typeAddress('ftp://tv.ejemplo.com');
    assert.equal(await readMessage(), 'La dirección tiene que empezar por https://.');
  });

  it('keeps no server that is not a Butaca', async () => {
    const other = createServer((_, response) => response.end('{"product":"otro"}')).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = /** @type {import('node:net').AddressInfo} */ (other.address());
    await typeAddress(`http://127.0.0.1:${port}`);
    assert.equal(await readMessage(), 'No es segura. ¿Continuar?');
    await shell.click('#continue');
    assert.equal(await readMessage(), 'En esta dirección no hay un servidor de Butaca.');
    other.close();
    assert.equal(existsSync(path.join(computer.folder, 'config/org.butaca.desktop/ajustes.json')), false);
  });

  it('asks before it uses clear text, and connects to nothing until it may', async () => {
    let requestCount = 0;
    const other = createServer(() => (requestCount += 1)).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = /** @type {import('node:net').AddressInfo} */ (other.address());
    await typeAddress(`http://127.0.0.1:${port}`);
    assert.equal(await readMessage(), 'No es segura. ¿Continuar?');
    picture('no-es-segura');
    await shell.click('#cancel');
    assert.equal(await shell.evaluate(`document.querySelector('#question').hidden`), true);
    assert.equal(requestCount, 0);
    other.close();
  });
});
