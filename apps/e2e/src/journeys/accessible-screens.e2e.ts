import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readDemoAccount } from '../../../../tools/product/people.mjs';
import { expectAccessible, newContext, recordFaults } from '../journey.ts';
import { tenTimesASecond } from '../polling.ts';
import { openSignedIn, runProduct } from '../product.ts';

const { url: productUrl, dataDir } = runProduct();

/** One page goes through all screens: this file tests the screens, not the loading of the web client. */
let context: BrowserContext;
let page: Page;
const faults: string[] = [];
beforeAll(async () => {
  context = await newContext();
  page = await context.newPage();
  recordFaults(page, faults);
  await openSignedIn(page, productUrl, await readDemoAccount(dataDir, 'demo-premium'));
});
afterAll(() => context.close());
afterEach(() => expect(faults.splice(0)).toEqual([]));

describe('a viewer who goes through the catalogue', () => {
  it.each([
    ['/', 'Inicio'],
    ['/peliculas', 'Películas'],
    ['/series', 'Series: TODOS'],
    ['/animes', 'Animes'],
    ['/doramas', 'Doramas'],
    ['/novelas', 'Novelas'],
    ['/documentales', 'Documentales'],
    ['/kids', 'Zona Kids'],
    ['/colecciones', 'Colecciones: TODAS'],
    ['/mi-lista', 'Mi lista'],
    ['/dispositivos', 'Dispositivos y sesiones'],
    ['/descargas', 'Aplicaciones'],
    ['/test-player', 'Prueba del reproductor'],
  ])('meets no serious accessibility fault on %s', async (path, heading) => {
    await page.goto(`${productUrl}/#${path}`);
    await page.getByRole('heading', { name: heading, level: 1, exact: true }).waitFor({ state: 'attached' });
    // Placeholders and content that is loaded again are not what people read.
    const isLoaded = () => document.querySelector('main :is(.sk, [aria-busy=true])') === null;
    await page.waitForFunction(isLoaded, undefined, tenTimesASecond);
    await expectAccessible(page);
  });
});

describe('an administrator in the panel', () => {
  const menu = () => page.getByRole('navigation', { name: 'Panel de Administración' });
  const shows = (heading: string) => page.getByRole('heading', { name: heading, level: 1 }).waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim());
  const press = async (...keys: string[]) => {
    // oxlint-disable-next-line no-await-in-loop -- keys are pressed one after the other
    for (const key of keys) await page.keyboard.press(key);
    return focused();
  };

  it('moves through the menu and the filters of a table by arrow keys, also on a phone', async () => {
    await page.evaluate(() => localStorage.clear());
    const admin = await readDemoAccount(dataDir, 'demo-admin');
    await openSignedIn(page, productUrl, admin, '/admin?tab=manage_vod');
    await shows('Todos los VODs');
    await page.getByRole('table').waitFor();
    await menu().getByRole('link', { name: 'Todos los VODs' }).focus();
    expect(await press('ArrowDown')).toBe('Agregar/Editar VOD');
    expect(await press('ArrowDown', 'ArrowDown', 'ArrowDown')).toBe('Gestionar Usuarios');
    await page
      .getByRole('navigation', { name: 'Todos los VODs' })
      .getByRole('link', { name: 'Películas' })
      .focus();
    expect(await press('ArrowRight')).toBe('Series');
    await page.keyboard.press('Enter');
    await shows('Series');
    await page.getByRole('table').waitFor();
    await expectAccessible(page);

    await page.setViewportSize({ width: 360, height: 740 });
    const button = menu().getByRole('button');
    await button.focus();
    await page.keyboard.press('Enter');
    await menu().getByRole('link', { name: 'Planes' }).waitFor();
    expect(await press('ArrowDown')).toBe('Todos los VODs');
    await expectAccessible(page);
    await menu().getByRole('link', { name: 'Planes' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Guardar cambios' }).waitFor();
    expect(await focused()).toBe('Menú Planes');
    expect(await button.getAttribute('aria-expanded')).toBe('false');
    await expectAccessible(page);
  });
});
