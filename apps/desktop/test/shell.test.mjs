// The built shell, with the built product: the address page and the page of the kept server. `run.mjs` starts it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import path from 'node:path';
import { beforeEach, describe, it } from 'node:test';
import {
  closeWithKeys,
  computer,
  display,
  findWindow,
  keepProduct,
  loadBridge,
  openAgain,
  picture,
  product,
  readMessage,
  settledPlace,
  shell,
  signIn,
  typeAddress,
  waitForPage,
} from './journey.mjs';
import { displayHeight } from './desktop.mjs';
import { until } from './webdriver.mjs';

describe('the first start', () => {
  it('asks for the address of the server', async () => {
    assert.equal(await shell.textOf('label[for="server"]'), 'Dirección del servidor');
    await picture('direccion');
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

  it('refuses a server whose certificate is not valid', async () => {
    let requestCount = 0;
    const other = createSecureServer(makeCertificate(), (_, response) => {
      requestCount += 1;
      response.end('{"product":"butaca"}');
    }).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = /** @type {import('node:net').AddressInfo} */ (other.address());
    await typeAddress(`https://127.0.0.1:${port}`);
    assert.match(await readMessage(), /^El certificado del servidor no es válido/);
    await picture('certificado');
    assert.equal(requestCount, 0);
    other.close();
  });

  it('asks before it uses clear text, and connects to nothing until it may', async () => {
    let requestCount = 0;
    const other = createServer(() => (requestCount += 1)).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = /** @type {import('node:net').AddressInfo} */ (other.address());
    await typeAddress(`http://127.0.0.1:${port}`);
    assert.equal(await readMessage(), 'No es segura. ¿Continuar?');
    await picture('no-es-segura');
    await shell.click('#cancel');
    assert.equal(await shell.evaluate(`document.querySelector('#question').hidden`), true);
    assert.equal(requestCount, 0);
    other.close();
  });
});

describe('the page of the kept server', () => {
  beforeEach(keepProduct);

  it('is shown, and a person signs in', async () => {
    assert.equal(await shell.evaluate('document.title'), 'Butaca');
    await signIn('demo-premium');
    await picture('inicio');
  });

  it('finds the bridge of the desktop', async () => {
    await loadBridge();
    const { platform } = await shell.run('return await window.bridge.device()');
    assert.equal(platform, 'desktop');
  });

  it('is shown at once at the next start, where the window was', async () => {
    const id = await findWindow();
    display.act('windowmove', '--sync', id, '120', '90');
    display.act('windowsize', '--sync', id, '900', '640');
    const place = await settledPlace(id);
    await closeWithKeys();
    await openAgain();
    await waitForPage();
    assert.deepEqual(await settledPlace(await findWindow()), place);
  });

  it('opens other pages in the system’s browser', async () => {
    await shell.evaluate(`void (location.href = 'https://ejemplo.com/uno')`);
    await until(() => computer.openedAddresses().length === 1, 'page in the browser');
    await shell.evaluate(`void (location.href = 'file:///etc/passwd')`);
    await shell.evaluate(`void (location.href = 'tauri://localhost/index.html')`);
    await shell.evaluate(`void (location.href = 'https://ejemplo.com/dos')`);
    await until(() => computer.openedAddresses().length === 2, 'second page in the browser');
    assert.deepEqual(computer.openedAddresses(), ['https://ejemplo.com/uno', 'https://ejemplo.com/dos']);
    assert.equal(await shell.evaluate('location.origin'), product.origin);
  });

  it('opens links with a window of their own in the system’s browser', async () => {
    const links = [
      ['https://ejemplo.com/tres', 'noopener noreferrer'],
      ['http://ejemplo.com/cuatro', 'opener'],
    ];
    for (const [index, [href = '', rel = '']] of links.entries()) {
      await addOnTop('a', { id: `enlace-${index}`, href, target: '_blank', rel });
      await shell.click(`#enlace-${index}`);
      await until(() => computer.openedAddresses().length === index + 1, `${href} in the browser`);
    }
    // What is no web page opens nowhere. A script may ask for a window while it answers a click.
    await addOnTop('button', { id: 'ventana' });
    for (const address of [
      'file:///etc/passwd',
      'mailto:ana@ejemplo.com',
      'smb://a/b',
      'https://ejemplo.com/cinco',
    ]) {
      await shell.run(`document.querySelector('#ventana').onclick = () => void window.open(given)`, address);
      await shell.click('#ventana');
    }
    await until(() => computer.openedAddresses().length === 3, 'last page in the browser');
    assert.deepEqual(computer.openedAddresses(), [
      ...links.map(([href]) => href),
      'https://ejemplo.com/cinco',
    ]);
    assert.equal(await shell.evaluate('location.origin'), product.origin);
  });

  it('has no menu above what is in full screen', async () => {
    await addOnTop('button', { id: 'entera' });
    await shell.run(`document.querySelector('#entera').onclick = () => document.body.requestFullscreen()`);
    await shell.click('#entera');
    await until(async () => (await shell.evaluate('innerHeight')) === displayHeight, 'full screen');
    await picture('pantalla-completa');
    await shell.run('await document.exitFullscreen()');
    await until(async () => (await shell.evaluate('innerHeight')) < displayHeight, 'window');
  });

  it('runs once, and follows links of its own scheme that name a place', async () => {
    // The page of the downloads stays as it is: the pages for people who are signed in send a visitor to «/login».
    assert.equal(await computer.startAgain('butaca://descargas?codigo=ABC234'), 0);
    await until(async () => (await shell.evaluate('location.hash')) === '#/descargas?codigo=ABC234', 'route');
    assert.equal(await shell.evaluate('location.origin'), product.origin);
    for (const link of ['butaca:///otro.com', 'butaca://a/../b', 'butaca://a#b', 'https://otro.com/']) {
      assert.equal(await computer.startAgain(link), 0);
    }
    assert.equal(await computer.startAgain('butaca://login'), 0);
    await until(async () => (await shell.evaluate('location.hash')) === '#/login', 'route');
  });

  it('lets the person choose another server, and takes the functions from the page', async () => {
    await shell.run('await window.__TAURI_INTERNALS__.invoke("change_server")').catch(() => {});
    await shell.switchToNext();
    await shell.find('#server');
    await until(
      async () => (await shell.evaluate(`document.querySelector('#server').value`)) !== '',
      'address',
    );
    assert.equal(await shell.evaluate(`document.querySelector('#server').value`), product.origin);
    await assert.rejects(shell.run('await window.__TAURI_INTERNALS__.invoke("mpv_open")'), /not allowed/);
    // The host was confirmed before, and is not asked about again.
    await shell.click('#connect');
    await shell.switchToNext();
    await waitForPage();
  });
});

/** A certificate for this machine that nobody but itself has signed. */
function makeCertificate() {
  const [key, cert] = ['clave.pem', 'certificado.pem'].map((name) => path.join(computer.folder, name));
  const kind = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1';
  const name = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const files = ['-keyout', String(key), '-out', String(cert)];
  execFileSync('openssl', [...kind.split(' '), ...name, ...files], { stdio: 'ignore' });
  return { key: readFileSync(String(key)), cert: readFileSync(String(cert)) };
}

/** Adds an element that covers the page. @param {string} name @param {Record<string, string>} properties */
const addOnTop = (name, properties) =>
  shell.run(
    `const element = Object.assign(document.createElement(given.name), { textContent: 'Prueba' }, given.properties);
     Object.assign(element.style, { position: 'fixed', inset: '0', zIndex: '9999' });
     document.body.append(element);`,
    { name, properties },
  );
