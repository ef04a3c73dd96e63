import type { Page } from 'playwright-core';
import { it } from 'vitest';
import { onEachJourney } from '../journey.ts';
import { openSignedIn, readDemoAccount, runProduct } from '../product.ts';

const { url: productUrl, dataDir } = runProduct();

let page: Page;
onEachJourney((fresh) => {
  page = fresh;
});

it('a screen that could not be opened offline opens by itself once there is a connection', async () => {
  await openSignedIn(page, productUrl, await readDemoAccount(dataDir, 'demo-premium'));
  const links = page.getByRole('navigation', { name: 'Principal' });
  await links.waitFor();
  await page.context().setOffline(true);
  await links.getByRole('link', { name: 'Documentales' }).click();
  await page.getByRole('heading', { name: 'No pudimos abrir esta página.' }).waitFor();
  await page.getByText('Sin conexión. Seguiremos en cuanto vuelva.').waitFor();
  await page.context().setOffline(false);
  await page.getByRole('heading', { name: 'Documentales', level: 1 }).waitFor();
  await page.getByRole('list', { name: 'Documentales' }).getByRole('link').first().waitFor();
});
