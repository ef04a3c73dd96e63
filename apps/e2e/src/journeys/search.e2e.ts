import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { readDemoAccount } from '../../../../tools/product/people.mjs';
import { expectAccessible, onEachJourney } from '../journey.ts';
import { openSignedIn, runProduct, watchFor } from '../product.ts';

const { url: productUrl, dataDir } = runProduct();

let page: Page;
onEachJourney((fresh) => {
  page = fresh;
});
beforeEach(async () => {
  await openSignedIn(page, productUrl, await readDemoAccount(dataDir, 'demo-premium'));
  await page.getByRole('heading', { name: 'Recien Agregados' }).waitFor();
});

const field = () => page.getByRole('combobox', { name: 'Buscar en Butaca' });
const focused = () => page.evaluate(() => document.activeElement?.textContent);
const isFieldFocused = () =>
  expect.poll(() => field().evaluate((element) => element === document.activeElement)).toBe(true);

describe('the search over everything', () => {
  it('opens with /, ignores accents, opens the first result with Enter, and is there again after «Volver»', async () => {
    await page.keyboard.press('/');
    await field().waitFor();
    await page
      .getByRole('list', { name: /^(?:Lo más visto|Recién agregados)$/ })
      .getByRole('link')
      .first()
      .waitFor();
    await expectAccessible(page);
    await isFieldFocused();
    await page.keyboard.type('ultimo faro');
    await page.getByRole('option', { name: /^El último faro, Serie/, selected: true }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    // The series may open at any of its chapters, because another test with the same demo account may have watched part
    // of the series.
    await page.getByText(/^T1 E\d+: /).waitFor();
    expect((await watchFor(page, 2)).decodedFrames).toBeGreaterThan(20);
    await page.getByRole('button', { name: 'Volver' }).click();
    await page.getByRole('option', { name: /^El último faro, Serie/ }).waitFor();
    expect(page.url()).toMatch(/#\/buscar\?q=ultimo\+faro$/);

    await page.reload();
    await page.getByRole('option', { name: /^El último faro, Serie/ }).waitFor();
    await field().press('Escape');
    await page.getByRole('button', { name: 'ultimo faro', exact: true }).waitFor();
    await expectAccessible(page);
    // From the search field on, only arrow keys are pressed: a remote control has no pointer and no Tab key.
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe('ultimo faro');
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe('Borrar búsquedas recientes');
    await page.keyboard.press('Enter');
    await page.getByText(/^Escribe un título/).waitFor();
  });

  it('finds the titles of a genre, and forgives a slip', async () => {
    await page.keyboard.press('/');
    await field().fill('terror');
    await page
      .getByRole('option', { name: /Terror/ })
      .first()
      .waitFor();
    await field().fill('nosfertau');
    await page.getByText('No hay nada con «nosfertau». Esto es lo que hay con «nosferatu».').waitFor();
    await page
      .getByRole('option', { name: /^Nosferatu/ })
      .first()
      .waitFor();
    await expectAccessible(page);
  });

  it('opens a series at the chapter that it found', async () => {
    await page.keyboard.press('/');
    await field().fill('cartas sin remite');
    await page.getByRole('option', { name: /^Cartas sin remite, El último faro · T2 · E3/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('T2 E3: Cartas sin remite').waitFor();
    expect((await watchFor(page, 1)).decodedFrames).toBeGreaterThan(10);
  });

  it('returns to the screen from which it was opened, with «back» and with Escape', async () => {
    await page.goto(page.url().replace(/#.*/, '#/series'));
    await page.getByRole('heading', { level: 1, name: /^Series/ }).waitFor();
    await page.keyboard.press('Control+k');
    await field().fill('faro');
    await page.getByRole('option').first().waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: /^Series/ }).waitFor();
    await page.goForward();
    await page.getByRole('option').first().waitFor();
    expect(await field().inputValue()).toBe('faro');
    await field().press('Escape');
    await field().press('Escape');
    await page.getByRole('heading', { level: 1, name: /^Series/ }).waitFor();
  });

  it('shows that nothing was found, without accessibility faults, on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('button', { name: 'Abrir menú' }).click();
    await page.getByRole('dialog', { name: 'Menú' }).getByRole('link', { name: 'Buscar' }).click();
    await field().fill('curling sobre hierba');
    await page.getByRole('heading', { name: 'Sin resultados para «curling sobre hierba»' }).waitFor();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });
});
