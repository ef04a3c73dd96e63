import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { readDemoAccount, signIn, watchFor } from '../product.ts';

const productUrl = inject('productUrl');
const dataDir = inject('productDataDir');

let browser: Browser;
let page: Page;
let faults: string[];
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'es' });
  page = await context.newPage();
  faults = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text())) faults.push(message.text());
  });
});
afterEach(async () => {
  expect(faults).toEqual([]);
  await page.context().close();
});

const open = async (username: string, path: string): Promise<void> => {
  await signIn(page, productUrl, await readDemoAccount(dataDir, username));
  await page.goto(`${productUrl}/#${path}`);
};

describe('a viewer on the home page', () => {
  it('opens the title on the billboard, sees it play, and another chapter of it', async () => {
    await open('demo-premium', '/');
    await page.getByRole('heading', { name: 'Recien Agregados' }).waitFor();
    await page.getByRole('region', { name: 'Destacado' }).getByRole('button', { name: 'Reproducir' }).click();
    await page.getByText('T1 E1: La farera').waitFor();
    expect((await watchFor(page, 3)).decodedFrames).toBeGreaterThan(30);
    await page.getByRole('button', { name: /^2\. La llamada/ }).click();
    await page.getByText('T1 E2: La llamada de las 3:12').waitFor();
    expect((await watchFor(page, 2)).decodedFrames).toBeGreaterThan(20);
    await page.getByRole('button', { name: 'Volver' }).click();
    await page.getByRole('heading', { name: 'Recien Agregados' }).waitFor();
  });
});

describe('a viewer in the catalogue', () => {
  it('finds a film by its section and its name, and sees it play', async () => {
    await open('demo-premium', '/peliculas');
    await page.getByRole('link', { name: /POR GÉNEROS/ }).click();
    await page.getByPlaceholder('Buscar películas...').fill('nosferatu');
    await page.getByRole('link', { name: /^Nosferatu/ }).click();
    await page.getByRole('heading', { name: 'Nosferatu' }).waitFor();
    expect((await watchFor(page, 2)).widthPx).toBeGreaterThan(0);
  });

  it('is told which plans open a section that its own does not', async () => {
    await open('demo-gplay', '/peliculas');
    await page.getByText('CINE 4K UHD').click();
    await page
      .getByText('🎬 Estimado cliente, debe tener el plan Cinéfilo o Premium para acceder a esta sección.')
      .waitFor();
  });

  it.each([
    ['/', 'Recien Agregados'],
    ['/peliculas', 'Películas'],
    ['/series', 'Series: TODOS'],
    ['/animes', 'Animes'],
    ['/doramas', 'Doramas'],
    ['/novelas', 'Novelas'],
    ['/documentales', 'Documentales'],
    ['/kids', 'Zona Kids'],
  ])('finds no serious fault of accessibility on %s', async (path, heading) => {
    await open('demo-premium', path);
    await page.getByRole('heading', { name: heading }).waitFor();
    await page.waitForLoadState('networkidle');
    const { violations } = await new AxeBuilder({ page }).analyze();
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
  });
});
