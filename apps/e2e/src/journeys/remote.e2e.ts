import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { readDemoAccount } from '../../../../tools/product/people.mjs';
import { movingComputer, onEachJourney } from '../journey.ts';
import { openSignedIn, runProduct } from '../product.ts';

const { url: productUrl, dataDir } = runProduct();

let page: Page;
onEachJourney((fresh) => {
  page = fresh;
}, movingComputer);

/**
 * Opens a page of the web client, signed in as a viewer with a subscription plan: for an administrator no title would
 * be locked.
 */
const open = async (path: string, username = 'demo-premium'): Promise<void> => {
  await openSignedIn(page, productUrl, await readDemoAccount(dataDir, username), path);
};

const press = (...keys: string[]): Promise<void> =>
  keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());

const isFocused = (locator: Locator): Promise<void> =>
  expect.poll(() => locator.evaluate((element) => element === document.activeElement)).toBe(true);

/** Reads the name of the focused element, and whether the element is in the page's header. */
const readFocus = (): Promise<{ name: string; isInHeader: boolean }> =>
  page.evaluate(() => ({
    name: document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName ?? '',
    isInHeader: document.activeElement?.closest('header') !== null,
  }));

/**
 * Opens the watch page of the focused card with the Enter key, then returns to the page with the card by the browser's
 * back button.
 */
async function watchAndReturn(): Promise<void> {
  await press('Enter');
  await page.waitForURL(/#\/watch\//);
  await page.goBack();
}

describe('the return from the watch page with a remote control', () => {
  it('gives the focus to the same card of a scrolled grid', async () => {
    await open('/series');
    const card = page
      .getByRole('list', { name: /^Series/ })
      .locator('a')
      .nth(6);
    await card.waitFor();
    await page.evaluate(() => scrollTo(0, 300));
    await card.focus();
    const { name } = await readFocus();
    await watchAndReturn();
    await isFocused(page.getByRole('link', { name, exact: true }));
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100);
  });

  it('gives the focus to the same card of a row far down the home page', async () => {
    await open('/');
    const row = page.getByRole('region', { name: 'Documentales Imperdibles' });
    const card = row.getByRole('link').first();
    await card.focus();
    await card.scrollIntoViewIfNeeded();
    await watchAndReturn();
    await isFocused(card);
  });
});

describe('↑ on a remote control in a grid', () => {
  it.each([
    ['/peliculas?seccion=POR_GENERO', 'Películas de POR GÉNEROS'],
    ['/kids', 'Zona Kids'],
  ])('stops in every row of %s before it reaches the header', async (path, list) => {
    await open(path);
    const cards = page.getByRole('list', { name: list }).locator('.card__link');
    await cards.nth(4).waitFor();
    for (const column of [0, 1, 2, 3]) {
      await cards.nth(column).focus();
      await press('ArrowUp');
      expect(await readFocus()).toMatchObject({ isInHeader: false });
      await expect.poll(async () => (await press('ArrowUp'), (await readFocus()).isInHeader)).toBe(true);
    }
  });
});

/** Where the focused card is: its row, the centre of its column, and its place in the window. */
const readCard = () =>
  page.evaluate(() => {
    const card = document.activeElement;
    const item = card?.closest('li');
    const rows = [...document.querySelectorAll('.row__track')];
    const box = item?.getBoundingClientRect() ?? new DOMRect();
    return {
      row: rows.findIndex((row) => row.contains(card)),
      index: [...(item?.parentElement?.children ?? [])].indexOf(item ?? document.body),
      isAction: card?.matches('[data-within]') === true,
      isWhole:
        box.left >= 0 &&
        box.right <= document.documentElement.clientWidth &&
        box.top >= 64 &&
        box.bottom <= innerHeight,
      // Rows have an estimated height until they are near the window, so a row moves a little when others get theirs.
      atThird: Math.abs(box.top - innerHeight / 3) < 24,
      column: Math.round((box.left + box.right) / 2),
      isAtEnd: scrollY + innerHeight >= document.documentElement.scrollHeight - 1,
    };
  });

/** Whether the focused card is at a third of the window's height, or the page cannot be scrolled so far. */
async function isAtThird(): Promise<boolean> {
  const { atThird, isAtEnd } = await readCard();
  return atThird || isAtEnd;
}

/** How many rows the home page shows for an answer of the server: its lists that are not empty, and its lists of rows. */
function countRows(home: Readonly<Record<string, unknown>>): number {
  const lists = Object.values(home).filter(
    (each): each is object[] => Array.isArray(each) && each.length > 0,
  );
  return lists.reduce((sum, list) => sum + (list.every((row) => 'videos' in row) ? list.length : 1), 0);
}

/** Holds a key for long enough that it repeats, as a remote control does while its button is held. */
async function hold(key: string): Promise<void> {
  await page.keyboard.down(key);
  const menu = page.getByRole('menu');
  await expect
    .poll(async () => (await page.keyboard.down(key), (await menu.count()) > 0), { interval: 50 })
    .toBe(true);
  await page.keyboard.up(key);
}

describe('↓ and ↑ on a remote control', () => {
  it.each([
    [1920, 1080],
    [1366, 768],
  ])(
    'move one row at a time on the home page at %i × %i, in one column, at a third of the height',
    async (width, height) => {
      await page.setViewportSize({ width, height });
      const answer = page.waitForResponse((response) => response.url().endsWith('/api/home'));
      await open('/');
      // «Ahora en la tele» has a request of its own.
      await page.getByRole('region', { name: 'Ahora en la tele' }).waitFor();
      const rows = countRows((await (await answer).json()) as Readonly<Record<string, unknown>>) + 1;
      // The rows are rendered one after the other.
      await expect.poll(() => page.locator('.row__track').count()).toBe(rows);
      const first = page.getByRole('region', { name: 'Recien Agregados' }).locator('.card__link');
      await first.first().focus();
      await press('ArrowRight', 'ArrowRight');
      const start = await readCard();
      expect(start).toMatchObject({ row: 0, index: 2, isWhole: true });
      for (let row = 1; row < rows; row += 1) {
        await press('ArrowDown');
        const card = await readCard();
        expect(card).toMatchObject({ row, isAction: false, isWhole: true });
        await expect.poll(isAtThird).toBe(true);
      }
      for (let row = rows - 2; row >= 0; row -= 1) {
        await press('ArrowUp');
        expect(await readCard()).toMatchObject({ row, isAction: false, isWhole: true });
      }
      expect(await readCard()).toMatchObject({ index: 2, column: start.column });
    },
  );

  it('lead from the first row over the large title to the header, not to the skip link', async () => {
    await open('/');
    await page.getByRole('region', { name: 'Recien Agregados' }).locator('.card__link').first().focus();
    await press('ArrowUp');
    await isFocused(
      page.getByRole('region', { name: 'Destacado' }).getByRole('button', { name: 'Reproducir' }),
    );
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await press('ArrowUp');
    expect(await readFocus()).toMatchObject({ isInHeader: true });
    await press('ArrowUp');
    expect(await readFocus()).toMatchObject({ isInHeader: true });
  });

  it('move one row at a time in a grid of channels, and keep the card whole', async () => {
    await page.setViewportSize({ width: 1366, height: 768 });
    await open('/live-tv');
    const tiles = page.locator('.vgrid .tile');
    await tiles.nth(12).waitFor();
    await tiles.nth(1).focus();
    const columns = Number(await page.locator('.vgrid').getAttribute('data-columns'));
    for (const expected of [1 + columns, 1 + 2 * columns]) {
      await press('ArrowDown');
      expect(await readCard()).toMatchObject({ isAction: false, isWhole: true });
      await isFocused(page.locator(`.vgrid [data-index="${expected}"] .tile`));
    }
  });

  it('begin in the field of the search, and lead into what most people watch', async () => {
    await open('/buscar');
    await page.getByRole('combobox', { name: 'Buscar en Butaca' }).waitFor();
    const grid = page.getByRole('list', { name: /^(?:Lo más visto|Recién agregados)$/ });
    await grid.locator('.card__link').first().waitFor();
    await expect
      .poll(async () => {
        await press('ArrowDown');
        return page.evaluate(() => document.activeElement?.closest('.vgrid') !== null);
      })
      .toBe(true);
    expect(await readCard()).toMatchObject({ isAction: false, isWhole: true });
  });
});

describe('a viewer with a remote control on a card', () => {
  it.each(['hold', 'menu key'])('reaches the actions of a channel by %s', async (how) => {
    await open('/live-tv');
    const tile = page.locator('.vgrid .tile').first();
    await tile.focus();
    if (how === 'hold') await hold('Enter');
    else await press('ContextMenu');
    await page.getByRole('menuitem', { name: /Mi lista/ }).waitFor();
    await press('Escape');
    await isFocused(tile);
    expect(page.url()).toContain('/live-tv');
  });

  it('opens a channel with a short press of OK', async () => {
    await open('/live-tv');
    await page.locator('.vgrid .tile').first().focus();
    await press('Enter');
    await page.waitForURL(/#\/watch\/channel\//);
  });

  it('reaches «Quitar» of a title in «Continuar Viendo» by holding OK', async () => {
    await open('/');
    const ticket = page.getByRole('region', { name: 'Continuar Viendo' }).locator('.ticket__link').first();
    await ticket.focus();
    await hold('Enter');
    await page.getByRole('menuitem', { name: 'Quitar de «Continuar Viendo»' }).waitFor();
    await press('Escape');
    await isFocused(ticket);
  });

  it('chooses a collection in the dialog of the card’s menu, with only the keyboard', async () => {
    await open('/peliculas?seccion=POR_GENERO', 'demo-admin');
    const card = page.getByRole('list', { name: 'Películas de POR GÉNEROS' }).locator('.card__link').first();
    await card.focus();
    await press('ContextMenu');
    await page.getByRole('menuitem', { name: 'Agregar a colección' }).focus();
    await press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Agregar a colección' });
    await dialog.getByLabel('Colección existente').waitFor();
    await expect
      .poll(() => dialog.evaluate((element) => element.contains(document.activeElement)))
      .toBe(true);
    // It does not matter which element of the dialog «Agregar a colección» has the initial focus: ↓ and → move it to
    // the button «Agregar» at the dialog's end, and ↑ up again.
    await press('ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowRight');
    await isFocused(dialog.getByRole('button', { name: 'Agregar', exact: true }));
    await press('ArrowUp');
    await isFocused(dialog.getByLabel('Nueva colección'));
    await press('Escape');
    await isFocused(card);
  });
});
