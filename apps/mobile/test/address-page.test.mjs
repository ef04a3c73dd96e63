/* The page that asks for the server, in jsdom, with an app around it that answers what a test tells it to. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { beforeEach, describe, it } from 'node:test';

const mobile = join(import.meta.dirname, '..');
// The repository's own packages have a jsdom.
const { JSDOM } = createRequire(join(mobile, '../web/package.json'))('jsdom');
const html = readFileSync(join(mobile, 'www/index.html'), 'utf8');
const script = readFileSync(join(mobile, 'www/address.js'), 'utf8');

let page;
let calls;
let answers;

/** Resolves when everything that is under way in the page has been answered. */
const settle = () => new Promise((resolve) => setImmediate(resolve));
const element = (id) => page.document.getElementById(id);

async function open(origin = null) {
  calls = [];
  answers = { getServer: [{ origin }], chooseServer: [], returnToServer: [{}] };
  const dom = new JSDOM(html, { runScripts: 'outside-only', url: 'https://localhost/' });
  page = dom.window;
  const { HTMLDialogElement } = page;
  // jsdom's dialogs do not open by themselves.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    if (!this.open) return;
    this.open = false;
    this.dispatchEvent(new page.Event('close'));
  };
  page.Capacitor = {
    nativePromise(plugin, method, options) {
      calls.push([plugin, method, { ...options }]);
      const answer = answers[method].shift();
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
  };
  page.eval(script);
  await settle();
}

async function submit(text) {
  element('address').value = text;
  element('form').dispatchEvent(new page.Event('submit', { cancelable: true, bubbles: true }));
  await settle();
}

const confirm = { status: 'confirm', sentence: 'No es segura. ¿Continuar?', host: 'casa.lan:3000' };
const chosen = () => calls.filter(([, method]) => method === 'chooseServer').map(([, , options]) => options);

describe('the page that asks for the server', () => {
  beforeEach(() => open());

  it('has a field «Dirección del servidor», and no way back before there is a server', () => {
    assert.equal(page.document.querySelector('label[for="address"]').textContent, 'Dirección del servidor');
    assert.equal(element('back').hidden, true);
    assert.deepEqual(calls, [['ButacaShell', 'getServer', {}]]);
  });

  it('gives the text to the app as it was typed, once', async () => {
    answers.chooseServer.push({ status: 'kept' });
    await submit('tv.ejemplo.com/');
    assert.deepEqual(chosen(), [{ address: 'tv.ejemplo.com/' }]);
  });

  it('shows why an address is refused', async () => {
    answers.chooseServer.push({
      status: 'refused',
      sentence: 'En tv.ejemplo.com no responde ningún servidor de Butaca.',
    });
    await submit('tv.ejemplo.com');
    assert.equal(element('message').textContent, 'En tv.ejemplo.com no responde ningún servidor de Butaca.');
    assert.equal(element('connect').disabled, false);
  });

  it('asks about clear text with the host, and goes on only for that host', async () => {
    answers.chooseServer.push(confirm, { status: 'kept' });
    await submit('http://casa.lan:3000');
    assert.equal(element('question').open, true);
    assert.equal(element('question-text').textContent, 'No es segura. ¿Continuar?');
    assert.equal(element('question-host').textContent, 'casa.lan:3000');
    assert.equal(page.document.activeElement, element('no'));
    element('yes').click();
    await settle();
    assert.deepEqual(chosen(), [
      { address: 'http://casa.lan:3000' },
      { address: 'http://casa.lan:3000', confirmedHost: 'casa.lan:3000' },
    ]);
  });

  for (const { how, answer } of [
    { how: '«Cancelar»', answer: () => element('no').click() },
    { how: 'Escape', answer: () => element('question').close() },
  ])
    it(`sends nothing in clear text after ${how}`, async () => {
      answers.chooseServer.push(confirm);
      await submit('http://casa.lan:3000');
      answer();
      await settle();
      assert.equal(chosen().length, 1);
      assert.equal(element('question').open, false);
    });

  it('does not ask for ever', async () => {
    answers.chooseServer.push(confirm, confirm);
    await submit('http://casa.lan:3000');
    element('yes').click();
    await settle();
    assert.equal(chosen().length, 2);
    assert.equal(element('question').open, false);
    assert.match(element('message').textContent, /^No se pudo comprobar/);
  });

  for (const answer of [undefined, {}, { status: 'nuevo' }, { status: 'refused' }, new Error('closed')])
    it(`says that something went wrong when the app answers ${JSON.stringify(answer)}`, async () => {
      answers.chooseServer.push(answer);
      await submit('tv.ejemplo.com');
      assert.equal(element('message').textContent, 'No se pudo comprobar la dirección. Inténtalo de nuevo.');
      assert.equal(element('connect').disabled, false);
    });

  it('does not write what the app answers as HTML', async () => {
    answers.chooseServer.push({ status: 'refused', sentence: '<img src=x onerror=alert(1)>' });
    await submit('tv.ejemplo.com');
    assert.equal(element('message').children.length, 0);
  });
});

it('offers the way back to the server that is kept', async () => {
  await open('https://tv.ejemplo.com:8443');
  assert.equal(element('address').value, 'https://tv.ejemplo.com:8443');
  assert.equal(element('back').textContent, 'Volver a tv.ejemplo.com:8443');
  element('back').click();
  assert.deepEqual(calls.at(-1), ['ButacaShell', 'returnToServer', {}]);
});
