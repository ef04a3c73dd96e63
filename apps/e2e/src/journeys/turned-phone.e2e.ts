import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { readDemoAccount } from '../../../../tools/product/people.mjs';
import { onEachJourney } from '../journey.ts';
import { tenTimesASecond } from '../polling.ts';
import { letControlsStay, openSignedIn, runProduct, watchFor } from '../product.ts';

const { url: productUrl, dataDir } = runProduct();
const upright = { width: 360, height: 740 };
const turned = { width: 740, height: 360 };

let page: Page;
onEachJourney(
  (fresh) => {
    page = fresh;
  },
  { viewport: upright, hasTouch: true, isMobile: true },
);

const box = () => page.locator('.player').boundingBox();
const isHeaderShown = (isShown: boolean) =>
  page.waitForFunction(
    (wanted) => {
      const head = document.querySelector('.watch__head');
      return head !== null && (getComputedStyle(head).opacity === '1') === wanted;
    },
    isShown,
    tenTimesASecond,
  );

it('a phone that is turned while it plays fills its screen with the video, and has the way back in reach', async () => {
  const account = await readDemoAccount(dataDir, 'demo-premium');
  await openSignedIn(page, productUrl, account, '/kids');
  await page.getByRole('main').getByRole('link', { name: /./ }).first().tap();
  await watchFor(page, 1);
  const before = await box();
  expect(before?.width).toBe(upright.width);
  expect(before?.height).toBeCloseTo((upright.width * 9) / 16, 0);

  await page.setViewportSize(turned);
  await expect.poll(box).toEqual({ x: 0, y: 0, ...turned });
  await isHeaderShown(false);
  await letControlsStay(page);
  await page.touchscreen.tap(370, 120);
  await isHeaderShown(true);
  await page.touchscreen.tap(370, 120);
  await isHeaderShown(false);

  await page.setViewportSize(upright);
  await expect.poll(box).toEqual(before);
  await page.setViewportSize(turned);
  await expect.poll(box).toEqual({ x: 0, y: 0, ...turned });
  await isHeaderShown(false);
  await page.touchscreen.tap(370, 120);
  await isHeaderShown(true);
  await page.getByRole('button', { name: 'Volver' }).first().tap();
  await page.waitForFunction(() => location.hash === '#/kids', undefined, tenTimesASecond);
});
