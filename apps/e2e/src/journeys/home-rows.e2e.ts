import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { readDemoAccount } from '../../../../tools/product/people.mjs';
import { onEachJourney } from '../journey.ts';
import { openSignedIn, runProduct } from '../product.ts';
import { untilSaid } from '../said.ts';

const { url: productUrl, dataDir } = runProduct();

let page: Page;
onEachJourney((fresh) => {
  page = fresh;
});

const openHome = async (): Promise<void> => {
  await openSignedIn(page, productUrl, await readDemoAccount(dataDir, 'demo-premium'), '/');
  await page.getByRole('heading', { name: 'Recien Agregados' }).waitFor();
};
const rowOf = (name: string) => page.getByRole('region', { name });
const trackOf = (name: string) => rowOf(name).getByRole('list');
const offsetOf = (name: string) => trackOf(name).evaluate(({ scrollLeft }) => scrollLeft);
/** The card at the left edge of a row, by its accessible name. */
const firstInView = (name: string) =>
  trackOf(name).evaluate((track) => {
    const { left } = track.getBoundingClientRect();
    const card = [...track.children].find((each) => each.getBoundingClientRect().left >= left - 1);
    return card?.querySelector('a')?.getAttribute('aria-label');
  });
/** Scrolls a row with its arrow button, and waits until it has come to rest. */
const scrollOn = async (name: string) => {
  const before = await offsetOf(name);
  await rowOf(name).hover();
  const rest = await trackOf(name).evaluateHandle((track) => ({
    isReached: new Promise<boolean>((resolve) => {
      track.addEventListener('scrollend', () => resolve(true), { once: true });
    }),
  }));
  await rowOf(name).locator('.row__arrow--next').click();
  await rest.evaluate(({ isReached }) => isReached);
  expect(await offsetOf(name)).toBeGreaterThan(before);
};

describe('a row of the home page', () => {
  it('that nobody scrolled shows what is new in it, when the page is loaded again in the background', async () => {
    await openHome();
    const isNew = (at: number) => `Nueva ${at}`;
    await page.route('**/api/home', async (route) => {
      const response = await route.fetch();
      const home = (await response.json()) as { recentlyAdded: { _id: string; title: string }[] };
      const [card] = home.recentlyAdded;
      const added = [1, 2, 3].map((at) => ({ ...card!, _id: `nueva-${at}`, title: isNew(at) }));
      await route.fulfill({
        response,
        json: { ...home, recentlyAdded: [...added, ...home.recentlyAdded].slice(0, 15) },
      });
    });
    // The home page is loaded again after «Mi lista» has changed, because one of its rows depends on that list.
    await page
      .getByRole('region', { name: 'Destacado', exact: true })
      .getByRole('button', { name: 'Añadir a Mi lista' })
      .click();
    await untilSaid(page, /se añadió a «Mi lista»$/);
    await page.evaluate(() => {
      location.hash = '#/series';
    });
    await page.getByRole('heading', { name: /^Series/, level: 1 }).waitFor();
    await page.evaluate(() => {
      location.hash = '#/';
    });
    await rowOf('Recien Agregados')
      .getByRole('link', { name: /^Nueva 1/ })
      .waitFor({ state: 'attached' });
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    expect(await offsetOf('Recien Agregados')).toBe(0);
    expect(await firstInView('Recien Agregados')).toMatch(/^Nueva 1/);
  });

  it('that a person scrolled shows the same cards again after «Volver», and the others their start', async () => {
    await openHome();
    await scrollOn('Recien Agregados');
    const first = await firstInView('Recien Agregados');
    await rowOf('Películas Destacadas').getByRole('link').first().click();
    await page.getByRole('button', { name: 'Volver' }).click();
    await page.getByRole('heading', { name: 'Recien Agregados' }).waitFor();
    await expect.poll(() => firstInView('Recien Agregados')).toBe(first);
    expect(await offsetOf('Películas Destacadas')).toBe(0);
  });

  it('does not move because a card at its cut edge was opened', async () => {
    await openHome();
    const name = 'Películas Destacadas';
    const cut = await trackOf(name).evaluate((track) => {
      const { right } = track.getBoundingClientRect();
      return [...track.children].findIndex((card) => card.getBoundingClientRect().right > right);
    });
    const card = rowOf(name).getByRole('link').nth(cut);
    await card.evaluate((link) => {
      (link as HTMLElement).click();
    });
    await page.getByRole('button', { name: 'Volver' }).click();
    await page.getByRole('heading', { name: 'Recien Agregados' }).waitFor();
    await rowOf(name).waitFor();
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    expect(await offsetOf(name)).toBe(0);
  });
});
