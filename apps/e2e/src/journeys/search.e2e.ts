import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { calmComputer, expectAccessible, onEachJourney } from '../journey.ts';
import { openSignedIn, readDemoAccount, runProduct, watchFor } from '../product.ts';

const { url: productUrl, dataDir } = runProduct();

let page: Page;
onEachJourney((fresh) => {
  page = fresh;
}, calmComputer);
beforeEach(async () => {
  await openSignedIn(page, productUrl, await readDemoAccount(dataDir, 'demo-premium'));
  await page.getByRole('heading', { name: 'Recien Agregados' }).waitFor();
});

const field = () => page.getByRole('combobox', { name: 'Buscar en Butaca' });
const focused = () => page.evaluate(() => document.activeElement?.textContent);

describe('the search over everything', () => {
  it('opens with /, ignores accents, and opens a result with only the keyboard', async () => {
    await page.keyboard.press('/');
    await field().waitFor();
    await expectAccessible(page);
    await page.keyboard.type('ultimo faro');
    const found = page.getByRole('option', { name: /^El último faro, Serie/ });
    await found.waitFor();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option', { name: /^El último faro, Serie/, selected: true }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    // The series may open at any of its chapters, because another test with the same demo account may have watched part
    // of the series.
    await page.getByText(/^T1 E\d+: /).waitFor();
    expect((await watchFor(page, 2)).decodedFrames).toBeGreaterThan(20);
    await page.getByRole('button', { name: 'Volver' }).click();
    await page.getByRole('heading', { name: 'Recien Agregados' }).waitFor();

    await page.getByRole('button', { name: 'Buscar', exact: true }).click();
    await page.getByRole('button', { name: 'ultimo faro', exact: true }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Recien Agregados' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('button', { name: 'ultimo faro', exact: true }).waitFor();
    await expectAccessible(page);
    // From the search field on, only arrow keys are pressed: a remote control has no pointer and no Tab key.
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe('ultimo faro');
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe('Borrar búsquedas recientes');
    await page.keyboard.press('Enter');
    await page.getByText(/^Escribe el título/).waitFor();
    await page.keyboard.press('Escape');
    await field().waitFor({ state: 'detached' });
  });

  it('shows that nothing was found, without accessibility faults, on a phone in full screen', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('button', { name: 'Abrir menú' }).click();
    await page.getByRole('dialog', { name: 'Menú' }).getByRole('button', { name: 'Buscar' }).click();
    await field().fill('curling sobre hierba');
    await page.getByRole('heading', { name: 'Sin resultados para "curling sobre hierba"' }).waitFor();
    await expectAccessible(page);
    const palette = page.getByRole('dialog', { name: 'Buscar en Butaca' });
    expect(await palette.boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 740 });
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Abrir menú');
  });

  it('shows an error when opened offline, and opens once there is a connection', async () => {
    await page.context().setOffline(true);
    await page.keyboard.press('/');
    const notice = page.getByRole('alert').filter({ hasText: 'No se pudo abrir la búsqueda.' });
    await notice.waitFor();
    await page.context().setOffline(false);
    await notice.getByRole('button', { name: 'Reintentar' }).click();
    await field().waitFor();
  });
});
