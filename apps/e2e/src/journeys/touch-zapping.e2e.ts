import type { CDPSession, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { readDemoAccount } from '../../../../tools/product/people.mjs';
import { onEachJourney } from '../journey.ts';
import { openSignedIn, runProduct, watchFor } from '../product.ts';

const { url: productUrl, dataDir } = runProduct();

let page: Page;
let finger: CDPSession;
onEachJourney(
  async (fresh) => {
    page = fresh;
    finger = await page.context().newCDPSession(page);
  },
  { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'es' },
);

/** Moves a finger over the small player, by a part of its height. */
async function swipe(part: number): Promise<void> {
  const box = await page.locator('.player').boundingBox();
  if (box === null) throw new Error('no player');
  const x = box.x + box.width * 0.3;
  const from = box.y + box.height * (part < 0 ? 0.75 : 0.25);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x, y }] });
  await touch('touchStart', from);
  for (let step = 1; step <= 6; step += 1) await touch('touchMove', from + (box.height * part * step) / 6);
  await touch('touchEnd');
}

it('a finger that swipes up or down over the small player changes the channel, and does not scroll the page', async () => {
  const account = await readDemoAccount(dataDir, 'demo-premium');
  await openSignedIn(page, productUrl, account, '/live-tv?categoria=Noticias');
  await page.getByRole('link', { name: /^Cénit 24/ }).tap();
  await watchFor(page, 1);
  const shown = page.locator('.zap__item b');
  await shown.filter({ hasText: 'Cénit 24' }).waitFor();
  const names = await shown.allTextContents();
  const at = names.indexOf('Cénit 24');
  const title = (index: number) =>
    page.getByRole('heading', { name: names.at(index % names.length) ?? '', level: 1 }).waitFor();
  await swipe(-0.5);
  await title(at + 1);
  await watchFor(page, 1);
  await swipe(0.5);
  await title(at);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});
