import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { expectAccessible, onEachJourney } from '../journey.ts';
import { readDemoAccount, signIn, watchFor } from '../product.ts';

const productUrl = inject('productUrl');
const dataDir = inject('productDataDir');

let page: Page;
onEachJourney((fresh) => {
  page = fresh;
});

/** Opens the film as somebody who looks for it, and sees it play. */
async function openFilm(): Promise<void> {
  await signIn(page, productUrl, await readDemoAccount(dataDir, 'demo-premium'));
  await page.goto(`${productUrl}/#/peliculas`);
  await page.getByRole('link', { name: /POR GÉNEROS/ }).click();
  await page.getByPlaceholder('Buscar películas...').fill('nosferatu');
  await page.getByRole('link', { name: /^Nosferatu/ }).click();
  await page.getByRole('heading', { name: 'Nosferatu', level: 1 }).waitFor();
  await watchFor(page, 1);
}

const tab = (name: string) => page.getByRole('tab', { name });
const panel = (name: string) => page.getByRole('tabpanel', { name });
const recommendations = () => page.getByRole('region', { name: 'Recomendaciones' });

/** How far things have jumped without anybody's doing, as browsers measure it. */
const readShift = (): Promise<number> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[];
          resolve(shifts.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0));
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(0), 1_000);
      }),
  );

describe('a viewer of a film, where no model is asked', () => {
  it('reads what is known about it, opens what is like it, sees that play, and comes back', async () => {
    await openFilm();
    const before = await readShift();
    expect(await panel('Información').innerText()).not.toBe('');
    await tab('Curiosidades').click();
    expect(await panel('Curiosidades').innerText()).not.toBe('');
    await tab('Producción').click();
    expect(await panel('Producción').innerText()).not.toBe('');
    const links = recommendations().getByRole('link');
    await links.first().waitFor();
    expect(await links.count()).toBeGreaterThanOrEqual(5);
    expect(await page.getByText('Generado por IA').count()).toBe(0);
    expect(await page.getByText(/no disponible/i).count()).toBe(0);
    expect((await readShift()) - before).toBeLessThan(0.05);
    await expectAccessible(page);

    const title = (await links.first().locator('b').last().innerText()).trim();
    await links.first().click();
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    expect((await watchFor(page, 2)).widthPx).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Volver' }).click();
    await page.getByRole('heading', { name: 'Nosferatu', level: 1 }).waitFor();
  });

  it('reaches the panels with a remote', async () => {
    await openFilm();
    await tab('Información').focus();
    await page.keyboard.press('ArrowRight');
    await panel('Curiosidades').waitFor();
    await page.keyboard.press('ArrowRight');
    await panel('Producción').waitFor();
    await page.keyboard.press('ArrowRight');
    const isAmong = () =>
      page.evaluate(
        () => document.activeElement?.closest('.recs') !== null && document.activeElement?.tagName === 'A',
      );
    await expect.poll(isAmong).toBe(true);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(isAmong).toBe(false);
  });

  it('reads it on a phone, where nothing stands out to the side', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await openFilm();
    await recommendations().getByRole('link').last().scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await expectAccessible(page);
  });
});
