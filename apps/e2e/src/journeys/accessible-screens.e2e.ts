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
