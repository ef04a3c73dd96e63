import { afterEach, expect, it } from 'vitest';
import page from '../index.html?raw';
import script from '../public/early-page.js?raw';

afterEach(() => {
  document.body.replaceChildren();
  location.hash = '';
});

/** Starts the script on a page that shows the skeleton of index.html. */
function start(hash = '#/') {
  location.hash = hash;
  document.body.innerHTML = '<div id="root"><div class="shell"></div></div>';
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- the script is run as a browser runs it
  (new Function(script) as () => void)();
  const press = (more: KeyboardEventInit = {}) => {
    const event = new KeyboardEvent('keydown', { key: '/', bubbles: true, cancelable: true, ...more });
    document.body.dispatchEvent(event);
    return event.defaultPrevented;
  };
  const clicks: string[] = [];
  /** Replaces the skeleton as the page's code does, and waits until the script has seen it. */
  const show = async (html: string) => {
    document.querySelector('#root')!.innerHTML = html;
    document.querySelector('a')?.addEventListener('click', (event) => {
      event.preventDefault();
      clicks.push('search');
    });
    await Promise.resolve();
    return clicks;
  };
  return { press, show };
}

const header = '<a class="search-link" href="#/buscar">Buscar</a>';

it('the key «/» opens the search once the page is shown, and not that of the browser', async () => {
  const { press, show } = start();
  expect(press()).toBe(true);
  expect(await show(header)).toEqual(['search']);
  expect(press()).toBe(false);
});

it('other keys are left to the browser, and open nothing', async () => {
  const { press, show } = start();
  expect([press({ key: 'a' }), press({ ctrlKey: true }), press({ altKey: true })]).toEqual([
    false,
    false,
    false,
  ]);
  expect(await show(header)).toEqual([]);
});

it('the key is dropped where there is no search', async () => {
  const { press, show } = start();
  expect(press()).toBe(true);
  expect(await show('<form></form>')).toEqual([]);
  expect(press()).toBe(false);
});

it.each([
  ['#/live-tv?categoria=Cine', 'shell shell--tiles'],
  ['#/peliculas', 'shell shell--cards'],
  ['#/series', 'shell shell--sided'],
  ['#/colecciones', 'shell shell--sided'],
  ['#/animes', 'shell'],
  ['#/', 'shell'],
])('the skeleton at %s has the classes «%s», which the styles of index.html know', (hash, classes) => {
  start(hash);
  expect(document.querySelector('.shell')?.className).toBe(classes);
  for (const name of classes.split(' ')) expect(page).toContain(`.${name} `);
});
