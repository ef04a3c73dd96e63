import { expect, it } from 'vitest';
import script from '../public/old-browser.js?raw';
import page from '../index.html?raw';

const Dialog = (): void => undefined;
const withHasOwn = { hasOwn: Object.hasOwn };

/** What a person sees of index.html after the script has run in a browser that has these objects. */
function run(browser: object, prepare: (page: Document) => void = () => undefined, pathname = '/') {
  const parsed = new DOMParser().parseFromString(page, 'text/html');
  prepare(parsed);
  const listeners = new Map<string, (event: { error?: unknown }) => void>();
  const window = {
    location: { pathname },
    addEventListener: (type: string, listener: (event: { error?: unknown }) => void) =>
      void listeners.set(type, listener),
  };
  const names = { document: parsed, window, Object: {}, HTMLDialogElement: undefined, RegExp, ...browser };
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- the script is run as a browser runs it, with these objects as its globals
  const start: unknown = new Function(...Object.keys(names), script);
  (start as (...globals: unknown[]) => void)(...Object.values(names));
  const displayed = (id: string) => parsed.getElementById(id)?.style.display;
  return {
    see: () => ({ skeleton: displayed('root'), words: displayed('old-browser') }),
    read: () => parsed.getElementById('old-browser')?.textContent,
    load: () => listeners.get('load')?.({}),
    fail: (error: unknown) => listeners.get('error')?.({ error }),
  };
}

const asUsual = { skeleton: '', words: '' };
const told = { skeleton: 'none', words: 'block' };

it.each([
  ['functions of Chromium 93', { Object: {}, HTMLDialogElement: Dialog }],
  ['the element dialog', { Object: withHasOwn }],
  [
    'expressions that look behind',
    {
      Object: withHasOwn,
      HTMLDialogElement: Dialog,
      RegExp: () => {
        throw new SyntaxError('invalid group');
      },
    },
  ],
])('a browser without %s shows the sentence instead of the skeleton', (_, browser) => {
  expect(run(browser).see()).toEqual(told);
});

const newBrowser = { Object: withHasOwn, HTMLDialogElement: Dialog };

it('a browser that has everything shows the page', () => {
  expect(run(newBrowser).see()).toEqual(asUsual);
});

it('a browser that cannot read the code of the page shows the sentence, but not once the page is shown', () => {
  const browser = run(newBrowser);
  browser.fail(new TypeError('undefined'));
  expect(browser.see()).toEqual(asUsual);
  browser.fail(new SyntaxError('unexpected token'));
  expect(browser.see()).toEqual(told);

  const running = run(newBrowser, (parsed) => parsed.querySelector('.shell')?.remove());
  running.fail(new SyntaxError('unexpected token'));
  expect(running.see()).toEqual(asUsual);
});

it('the sentence names what to do', () => {
  const words = new DOMParser().parseFromString(page, 'text/html').getElementById('old-browser')?.textContent;
  expect(words).toContain('Este navegador es demasiado antiguo para Butaca.');
  expect(words).toContain('desde la versión 94');
});

it('a page below the path of a proxy, where its code is not found, says that it needs a name of its own', () => {
  const below = run(newBrowser, undefined, '/butaca/');
  expect(below.see()).toEqual(asUsual);
  below.load();
  expect(below.see()).toEqual(told);
  expect(below.read()).toContain('Butaca necesita un nombre propio, sin ruta.');
  expect(below.read()).toContain('Esta dirección lleva la ruta «/butaca/».');

  for (const pathname of ['/', '/index.html']) {
    const usual = run(newBrowser, undefined, pathname);
    usual.load();
    expect(usual.see()).toEqual(asUsual);
  }
});
