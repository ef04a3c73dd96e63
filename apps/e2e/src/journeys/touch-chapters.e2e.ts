import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { readDemoAccount } from '../../../../tools/product/people.mjs';
import { onEachJourney } from '../journey.ts';
import { openSignedIn, runProduct } from '../product.ts';

const { url: productUrl, dataDir } = runProduct();

let page: Page;
onEachJourney(
  (fresh) => {
    page = fresh;
  },
  { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'es' },
);

it('dragging a chapter’s handle with a finger moves the chapter, and does not scroll the page', async () => {
  await openSignedIn(
    page,
    productUrl,
    await readDemoAccount(dataDir, 'demo-admin'),
    '/admin?tab=manage_series',
  );
  await page.getByRole('link', { name: 'Editar El último faro' }).click();
  const titles = page.getByRole('textbox', { name: /^Título de T1/ });
  await titles.nth(2).waitFor();
  const read = () =>
    titles.evaluateAll((inputs) => inputs.slice(0, 3).map((input) => (input as HTMLInputElement).value));
  const [first, second, third] = await read();
  const handleOf = (title = '') => page.getByRole('button', { name: `Mover ${title}`, exact: true });
  await handleOf(second).evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const [from, to] = [await handleOf(second).boundingBox(), await handleOf(third).boundingBox()];
  if (from === null || to === null) throw new Error('the handles are not on the page');
  const x = from.x + from.width / 2;
  const [startY, endY] = [from.y + from.height / 2, to.y + to.height / 2];
  const scrolled = await page.evaluate(() => scrollY);
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x, y }] });
  await touch('touchStart', startY);
  for (let step = 1; step <= 10; step += 1) await touch('touchMove', startY + ((endY - startY) * step) / 10);
  await page.locator('.chapter.is-below').waitFor();
  await touch('touchEnd');
  await expect.poll(read).toEqual([first, third, second]);
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);
});
