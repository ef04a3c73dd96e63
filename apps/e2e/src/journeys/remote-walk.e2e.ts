import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSession, productCaller, readDemoAccount } from '../../../../tools/product/people.mjs';
import type { ProductProcess } from '../../../../tools/product/process.d.mts';
import { addPerson } from '../add-person.ts';
import { computer, newContext, recordFaults } from '../journey.ts';
import { tenTimesASecond } from '../polling.ts';
import { openSignedIn, runProduct } from '../product.ts';
import {
  findFocusFault,
  listHiddenTexts,
  pressRemote,
  televisionAgent,
  type RemoteKey,
} from '../remote-control.ts';
import { administrator, startProduct } from '../start-product.ts';
import { copyUsedDataFolder } from '../used-data-folder.ts';

/*
 * Somebody with a remote control presses keys at random, on a screen of each kind: screens that show other content with
 * the same components have the same faults. After each key the focus is on something visible. Neither it nor any text
 * is at an edge that the television hides.
 */

const product = runProduct();
const { url: demoUrl, dataDir } = product;
const television = { width: 1920, height: 1080 };
const keysPerScreen = 9;
/** The tabs of the administration are many and alike: fewer keys on each of them find the same faults. */
const keysPerTab = 5;

let context: BrowserContext;
let page: Page;
let bare: ProductProcess;
let bareDir: string;
const faults: string[] = [];
beforeAll(async () => {
  bareDir = await mkdtemp(join(tmpdir(), 'butaca-mando-'));
  copyUsedDataFolder('bare', bareDir);
  bare = await startProduct(bareDir, { DEMO: 'false' });
  context = await newContext({ ...computer, viewport: television, userAgent: televisionAgent });
  await context.route(
    ({ hostname }) => hostname !== '127.0.0.1',
    (route) => route.abort(),
  );
  page = await context.newPage();
  recordFaults(page, faults);
  context.on('page', (other) => void other.close());
});
afterAll(async () => {
  await context.close();
  await bare.stop();
  await rm(bareDir, { recursive: true, force: true });
});

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
function createDice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const moves: readonly RemoteKey[] = [
  'ArrowDown',
  'ArrowDown',
  'ArrowDown',
  'ArrowRight',
  'ArrowLeft',
  'ArrowUp',
];
const backs: readonly RemoteKey[] = ['webOS back', 'Tizen back', 'GoBack'];

/** The keys of one walk: mostly arrows, in between Enter and «back». */
function chooseKeys(seed: number, mayPress: boolean, count: number): RemoteKey[] {
  const dice = createDice(seed);
  const pick = (keys: readonly RemoteKey[]): RemoteKey =>
    keys[Math.floor(dice() * keys.length)] ?? 'ArrowDown';
  return Array.from({ length: count }, (_, index): RemoteKey => {
    if (index === 0) return pick(moves);
    const kind = dice();
    if (kind < 0.1) return pick(backs);
    return kind < 0.28 && mayPress ? 'Enter' : pick(moves);
  });
}

interface Person {
  username: string;
  password: string;
}

interface Walk {
  productUrl: string;
  /** The person who is signed in during the walk; a visitor if absent. */
  person?: Person;
  path: string;
  /** What the screen shows when it is ready, beside its content; a CSS selector. */
  ready?: string;
  /** Whether Enter is pressed too. By default it is. */
  mayPress?: boolean;
  /** How many keys are pressed; by default `keysPerScreen`. */
  keys?: number;
}

/**
 * Goes to an address. The screen that the page leaves stays until the other one is rendered, and is marked with its path: an
 * address may lead back to it.
 */
async function leaveFor(productUrl: string, path: string): Promise<void> {
  await page.evaluate((to) => {
    const nameOf = (hash: string): string => hash.split('?')[0] ?? '';
    if (nameOf(location.hash) === nameOf(to)) return;
    for (const main of document.querySelectorAll('main')) main.dataset['left'] = nameOf(location.hash);
  }, `#${path}`);
  await page.goto(`${productUrl}/#${path}`);
}

/** Opens a screen and walks on it. @returns the first fault, with the keys that led to it */
async function walk(
  { productUrl, person, path, ready, mayPress = true, keys = keysPerScreen }: Walk,
  seed: number,
): Promise<string | undefined> {
  // A menu of the header would stay open over the next screen.
  await page.keyboard.press('Escape');
  const isIn = page.url().startsWith(productUrl) && (await page.evaluate(() => 'token' in localStorage));
  if (person !== undefined && !isIn) await openSignedIn(page, productUrl, person, path);
  else await leaveFor(productUrl, path);
  await page.waitForFunction(
    () =>
      [...document.querySelectorAll('main')].some(
        ({ dataset: { left } }) => left === undefined || left === location.hash.split('?')[0],
      ) && document.querySelector('main :is(.sk, [aria-busy=true])') === null,
    undefined,
    tenTimesASecond,
  );
  if (ready !== undefined) await page.locator(ready).first().waitFor();
  const [hidden] = await listHiddenTexts(page);
  if (hidden !== undefined) return `${path} shows ${hidden}`;
  const pressed: RemoteKey[] = [];
  for (const key of chooseKeys(seed, mayPress, keys)) {
    pressed.push(key);
    await pressRemote(page, key);
    const fault = await findFocusFault(page);
    const shown = page.url().split('#')[1] ?? '';
    if (fault !== undefined) return `${path} after ${pressed.join(', ')} at ${shown}: ${fault}`;
  }
  return undefined;
}

async function walkAll(walks: readonly Walk[]): Promise<void> {
  const found: (string | undefined)[] = [];
  for (const [index, each] of walks.entries()) found.push(await walk(each, index + 1));
  expect(found.filter((fault) => fault !== undefined)).toEqual([]);
  expect(faults.splice(0)).toEqual([]);
}

/** Something that lies over a screen: where it is opened, how, and what shows that it is open. */
interface Layer {
  name: string;
  path: string;
  open(): Promise<unknown>;
  shown: string;
}

const cardMenu = async (card: string): Promise<void> => {
  await page.locator(card).first().focus();
  await pressRemote(page, 'ArrowRight');
  await page.keyboard.press('ContextMenu');
};

/** Walks inside a layer with the arrow keys only, then closes it with «back». @returns the faults */
async function walkIn(layer: Layer, seed: number): Promise<string[]> {
  await leaveFor(demoUrl, layer.path);
  await page.locator('main:not([data-left])').first().waitFor();
  await layer.open();
  await page.locator(layer.shown).first().waitFor();
  const dice = createDice(seed);
  const found: string[] = [];
  const note = async (key: RemoteKey): Promise<void> => {
    await pressRemote(page, key);
    const fault = await findFocusFault(page);
    if (fault !== undefined) found.push(`${layer.name} after ${key}: ${fault}`);
  };
  for (let pressed = 0; pressed < 8; pressed += 1) {
    await note(moves[Math.floor(dice() * moves.length)] ?? 'ArrowDown');
    if (!(await page.locator(layer.shown).first().isVisible())) found.push(`${layer.name} is gone`);
  }
  await note(backs[seed % backs.length] ?? 'GoBack');
  await page.locator(layer.shown).first().waitFor({ state: 'hidden' });
  expect(page.url()).toContain(`#${layer.path}`);
  return found;
}

describe('after every key of a remote control the focus is on something visible', () => {
  it('in the catalogue', async () => {
    const person = await addPerson(product, 'premium');
    const paths = ['/', '/live-tv', '/peliculas', '/peliculas?seccion=POR_GENERO', '/series', '/doramas'];
    await walkAll(paths.map((path) => ({ productUrl: demoUrl, person, path })));
  });

  it('in the rest of the catalogue and in the account', async () => {
    const person = await addPerson(product, 'premium');
    const paths = [
      '/kids',
      '/colecciones',
      '/buscar',
      '/buscar?q=terror',
      '/mi-lista',
      '/dispositivos',
      '/planes',
      '/verificacion',
      '/descargas',
      '/activar',
      '/test-player',
      '/bulk-upload',
      '/no-existe',
    ];
    await walkAll(paths.map((path) => ({ productUrl: demoUrl, person, path })));
  });

  it('beside and over the video', async () => {
    const person = await addPerson(product, 'premium');
    const account = await readDemoAccount(dataDir, 'demo-premium');
    const call = productCaller(demoUrl, `Mando${'1'.repeat(27)}`);
    const { token } = await openSession(demoUrl, account, `Mando${'1'.repeat(27)}`);
    const { videos: films } = await call<{ videos: { _id: string }[] }>(
      'GET',
      '/api/videos?tipo=pelicula',
      undefined,
      token,
    );
    const { videos: series } = await call<{ videos: { _id: string }[] }>(
      'GET',
      '/api/videos?tipo=serie',
      undefined,
      token,
    );
    const { channels } = await call<{ channels: { _id: string }[] }>(
      'GET',
      '/api/channels/list',
      undefined,
      token,
    );
    const playing = [
      `/watch/movie/${films[0]?._id}`,
      `/watch/serie/${series[0]?._id}`,
      `/watch/channel/${channels[0]?._id}`,
    ];
    await walkAll([
      ...playing.map((path) => ({ productUrl: demoUrl, person, path, ready: '.player__bar' })),
      { productUrl: demoUrl, person, path: '/watch/movie/no-existe' },
      { productUrl: demoUrl, person, path: '/watch' },
    ]);
  });

  it('where the video cannot play', async () => {
    const call = productCaller(demoUrl, `Mando${'2'.repeat(27)}`);
    const admin = await readDemoAccount(dataDir, 'demo-admin');
    const { token } = await openSession(demoUrl, admin, `Mando${'2'.repeat(27)}`);
    const channel = { name: 'Canal sin señal', url: 'http://127.0.0.1:9/nada.ts', requiresPlan: ['gplay'] };
    const { _id } = await call<{ _id: string }>('POST', '/api/channels/admin', channel, token);
    const person = await addPerson(product, 'gplay');
    const path = `/watch/channel/${_id}`;
    await page.evaluate(() => localStorage.clear());
    try {
      await walkAll([{ productUrl: demoUrl, person, path, ready: '.player__failure', keys: 8 }]);
      // Another device plays on a plan of one stream.
      const busy = await addPerson(product, 'gplay');
      const other = productCaller(demoUrl, `Mando${'3'.repeat(27)}`);
      const session = await openSession(demoUrl, busy, `Mando${'3'.repeat(27)}`);
      const { url } = await other<{ url: string }>(
        'GET',
        `/api/channels/id/${_id}`,
        undefined,
        session.token,
      );
      await (await fetch(demoUrl + url)).arrayBuffer();
      await page.evaluate(() => localStorage.clear());
      await walkAll([{ productUrl: demoUrl, person: busy, path, ready: '.limit', mayPress: false, keys: 8 }]);
    } finally {
      await call('DELETE', `/api/channels/admin/${_id}`, undefined, token);
    }
  });

  it('where a television is let in, and where a password has to be chosen', async () => {
    const person = await addPerson(product, 'premium');
    const guest = productCaller(demoUrl, `Mando${'4'.repeat(27)}`);
    const { code } = await guest<{ code: string }>('POST', '/api/auth/activation', {});
    await page.evaluate(() => localStorage.clear());
    const asked = { productUrl: demoUrl, person, path: `/activar?codigo=${code}`, mayPress: false, keys: 8 };
    await walkAll([{ ...asked, ready: '.sign-in__form button' }]);
    const call = productCaller(demoUrl, `Mando${'2'.repeat(27)}`);
    const admin = await readDemoAccount(dataDir, 'demo-admin');
    const { token } = await openSession(demoUrl, admin, `Mando${'2'.repeat(27)}`);
    const { users } = await call<{ users: { _id: string }[] }>(
      'GET',
      `/api/admin/users?search=${person.username}`,
      undefined,
      token,
    );
    const { oneTimePassword } = await call<{ oneTimePassword: string }>(
      'POST',
      `/api/admin/users/${users[0]?._id ?? ''}/password`,
      { currentPassword: admin.password },
      token,
    );
    await page.evaluate(() => localStorage.clear());
    const newcomer = { username: person.username, password: oneTimePassword };
    const ready = 'input[autocomplete="new-password"]';
    await walkAll([{ productUrl: demoUrl, person: newcomer, path: '/', ready, mayPress: false, keys: 8 }]);
  });

  it('where the plan does not open what is shown', async () => {
    const person = await addPerson(product, 'gplay');
    // The person of the walk before would stay signed in.
    await page.evaluate(() => localStorage.clear());
    await walkAll([{ productUrl: demoUrl, person, path: '/planes' }]);
    const premium: Layer = {
      name: 'the offer of a higher plan',
      path: '/live-tv',
      open: () => page.locator('.vgrid .tile').first().click(),
      shown: '[role="dialog"]',
    };
    expect(await walkIn(premium, 0)).toEqual([]);
    const paths = ['/live-tv', '/peliculas?seccion=CINE_4K'];
    await walkAll(paths.map((path) => ({ productUrl: demoUrl, person, path })));
  });

  it('before somebody has signed in', async () => {
    await page.goto(`${demoUrl}/api/health`);
    await page.evaluate(() => localStorage.clear());
    const paths = ['/', '/login', '/register', '/activar', '/privacidad', '/invitacion/una'];
    await walkAll(paths.map((path) => ({ productUrl: demoUrl, path })));
  });

  it('where nothing is there yet', async () => {
    const paths = ['/', '/live-tv', '/peliculas', '/kids', '/colecciones', '/mi-lista'];
    await walkAll(paths.map((path) => ({ productUrl: bare.url, person: administrator, path })));
  });

  it('in the administration', async () => {
    const tabs = [
      'summary',
      'plans',
      'plan_requests',
      'settings',
      'manage_users',
      'add_vod',
      'manage_vod',
      'manage_series',
      'bulk_vod_upload',
      'm3u_to_channels',
      'add_list',
      'providers',
      'guides',
      'guide_matches',
      'guide_channels',
      'imports',
      'migration_panel',
      'manage_channels',
      'add_channel',
      'audit',
      'backups',
    ];
    const person = await readDemoAccount(dataDir, 'demo-admin');
    await page.evaluate(() => localStorage.clear());
    await walkAll(
      [...tabs.map((tab) => `/admin?tab=${tab}`), '/bulk-upload', '/verificacion'].map((path) => ({
        productUrl: demoUrl,
        person,
        path,
        mayPress: false,
        keys: keysPerTab,
      })),
    );
  });

  it('in menus and dialogs, which «back» closes', async () => {
    await page.evaluate(() => localStorage.clear());
    await openSignedIn(page, demoUrl, await readDemoAccount(dataDir, 'demo-admin'), '/');
    const dialog = '[role="dialog"], [role="alertdialog"]';
    const item = (name: string) => page.getByRole('menuitem', { name }).click();
    const films = '/peliculas?seccion=POR_GENERO';
    const layers: Layer[] = [
      {
        name: 'the menu of the account',
        path: '/animes',
        open: () => page.locator('.header__avatar').click(),
        shown: '[role="menu"]',
      },
      {
        name: 'the menu of a film',
        path: films,
        open: () => cardMenu('.vgrid .card__link'),
        shown: '[role="menu"]',
      },
      {
        name: 'the menu of a channel',
        path: '/live-tv',
        open: () => cardMenu('.vgrid .tile'),
        shown: '[role="menu"]',
      },
      {
        name: 'the dialog for collections',
        path: films,
        open: async () => (await cardMenu('.vgrid .card__link'), item('Agregar a colección')),
        shown: dialog,
      },
      {
        name: 'the question before a channel is deleted',
        path: '/admin?tab=manage_channels',
        open: () =>
          page
            .getByRole('main')
            .getByRole('button', { name: /^Eliminar/ })
            .first()
            .click(),
        shown: dialog,
      },
      {
        name: 'the change of the password',
        path: '/animes',
        open: async () => (await page.locator('.header__avatar').click(), item('Cambiar contraseña')),
        shown: dialog,
      },
      {
        name: 'the drawer of a narrow picture',
        path: '/animes',
        open: async () => (
          await page.setViewportSize({ width: 960, height: 540 }),
          await page.getByRole('button', { name: 'Abrir menú' }).click()
        ),
        shown: 'dialog.drawer[open]',
      },
    ];
    const found: string[] = [];
    for (const [index, layer] of layers.entries()) found.push(...(await walkIn(layer, index)));
    await page.setViewportSize(television);
    expect(found).toEqual([]);
    expect(faults.splice(0)).toEqual([]);
  });

  it('where the network is gone', async () => {
    const person = await addPerson(product, 'premium');
    await page.evaluate(() => localStorage.clear());
    await openSignedIn(page, demoUrl, person, '/live-tv');
    await page.getByRole('main').getByRole('list').getByRole('link').first().waitFor();
    await context.setOffline(true);
    await walkAll(['/live-tv', '/documentales', '/'].map((path) => ({ productUrl: demoUrl, person, path })));
    await context.setOffline(false);
  });
});
