import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { readDemoAccount } from '../../../../tools/product/people.mjs';
import { onEachJourney } from '../journey.ts';
import { tenTimesASecond } from '../polling.ts';
import { openSignedIn, runProduct } from '../product.ts';

const { url: productUrl, dataDir } = runProduct();

let page: Page;
onEachJourney(async (opened) => {
  page = opened;
  await openSignedIn(page, productUrl, await readDemoAccount(dataDir, 'demo-premium'));
  await page.getByRole('navigation', { name: 'Principal' }).waitFor();
});

/** Types an address into the address bar, as far as the page sees it: the browser makes a history entry without state. */
const type = async (path: string) =>
  page.evaluate((hash) => {
    location.hash = hash;
  }, path);

/** Opens the twelfth card of the list of series and goes back by «Volver». */
async function openAndReturn(): Promise<{ from: number; to: number; card: string; focused: string }> {
  const card = page.getByRole('main').getByRole('link', { name: /./ }).nth(11);
  await card.hover();
  const name = (await card.getAttribute('href')) ?? '';
  const from = await page.evaluate(() => scrollY);
  await card.click();
  await page.getByRole('button', { name: 'Volver' }).first().click();
  await page.waitForFunction(
    (href) => document.activeElement?.getAttribute('href') === href,
    name,
    tenTimesASecond,
  );
  const [to, focused] = await page.evaluate(
    () => [scrollY, document.activeElement?.getAttribute('href') ?? ''] as const,
  );
  return { from, to, card: name, focused };
}

describe('«Volver» after an address was typed', () => {
  it('leads to the list at its place, with the focus on the opened card, also after a reload', async () => {
    await type('/series');
    await page.getByRole('heading', { name: /^Series/, level: 1 }).waitFor();
    for (const isReloaded of [false, true]) {
      if (isReloaded) await page.reload();
      await page.getByRole('main').getByRole('link').first().waitFor();
      const entries = await page.evaluate(() => history.length);
      const { from, to, card, focused } = await openAndReturn();
      expect(focused).toBe(card);
      expect(Math.abs(to - from)).toBeLessThan(40);
      // Going back leaves the entry of the watch page as a forward entry, and adds none.
      expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(entries + 1);
    }
    await page.goBack();
    await page.waitForFunction(() => location.hash === '#/', undefined, tenTimesASecond);
  });
});
