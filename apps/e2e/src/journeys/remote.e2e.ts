import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { onEachJourney } from '../journey.ts';
import { openSignedIn, readDemoAccount, runProduct } from '../product.ts';

const { url: productUrl, dataDir } = runProduct();

let page: Page;
onEachJourney((fresh) => {
  page = fresh;
});

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

describe('a viewer with a remote control on a card', () => {
  it('reaches the card’s actions with ↓, and from there the next row', async () => {
    await open('/peliculas?seccion=POR_GENERO');
    const list = page.getByRole('list', { name: 'Películas de POR GÉNEROS' });
    const card = list.locator('.card__link').first();
    await card.waitFor();
    // A card shows its action buttons only when it is focused by keyboard, so keys are pressed before it gets the
    // focus.
    await press('ArrowDown', 'ArrowDown', 'ArrowDown');
    await card.focus();
    await press('ArrowDown');
    await isFocused(list.getByRole('toolbar').first().getByRole('button').first());
    await press('ArrowUp');
    await isFocused(card);
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
