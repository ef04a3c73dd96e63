import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { readDemoAccount } from '../../../../tools/product/people.mjs';
import { onEachJourney } from '../journey.ts';
import { tenTimesASecond } from '../polling.ts';
import { openSignedIn, runProduct, watchFor } from '../product.ts';

const { url: productUrl, dataDir } = runProduct();

let page: Page;
onEachJourney((fresh) => {
  page = fresh;
});

const setOffline = (isOffline: boolean) => page.context().setOffline(isOffline);
const notice = () => page.getByText('Sin conexión. Seguiremos en cuanto vuelva.');
const open = async (path: string) =>
  openSignedIn(page, productUrl, await readDemoAccount(dataDir, 'demo-premium'), path);

it('a screen that could not be opened offline opens by itself once there is a connection', async () => {
  await open('/');
  const links = page.getByRole('navigation', { name: 'Principal' });
  await links.waitFor();
  await setOffline(true);
  await links.getByRole('link', { name: 'Documentales' }).click();
  await page.getByRole('heading', { name: 'No pudimos abrir esta página.' }).waitFor();
  await notice().waitFor();
  await setOffline(false);
  await page.getByRole('heading', { name: 'Documentales', level: 1 }).waitFor();
  await page.getByRole('list', { name: 'Documentales' }).getByRole('link').first().waitFor();
});

it.each([
  ['/live-tv', 'Categorías'],
  ['/peliculas?seccion=POR_GENERO', 'Géneros'],
])('the list of %s that failed offline is loaded once there is a connection', async (path, label) => {
  await open(path);
  const cards = page.getByRole('main').getByRole('list').getByRole('link');
  await cards.first().waitFor();
  const second = page.getByLabel(label, { exact: true }).getByRole('button').nth(1);
  await second.waitFor();
  await setOffline(true);
  // The code of the screen is loaded, and the list of the second choice is not.
  await second.click();
  const retry = page.getByRole('button', { name: 'Reintentar' });
  await retry.waitFor();
  await notice().waitFor();
  await setOffline(false);
  await cards.first().waitFor();
  expect(await retry.count()).toBe(0);
  await notice().waitFor({ state: 'detached' });
});

it('the screens without a header say that there is no connection', async () => {
  await page.goto(`${productUrl}/#/`);
  await page.getByRole('heading', { name: 'Bienvenido a Butaca' }).waitFor();
  await setOffline(true);
  await notice().waitFor();
  for (const path of ['/login', '/register', '/invitacion/una']) {
    await page.goto(`${productUrl}/#${path}`);
    await page.waitForFunction((hash) => location.hash === hash, `#${path}`, tenTimesASecond);
    await notice().waitFor();
  }
  await setOffline(false);
  await notice().waitFor({ state: 'detached' });

  await open('/kids');
  await page.getByRole('main').getByRole('link', { name: /./ }).first().click();
  await watchFor(page, 1);
  await setOffline(true);
  await notice().waitFor();
  await setOffline(false);
  await notice().waitFor({ state: 'detached' });
});
