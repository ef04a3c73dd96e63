import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { readDemoAccount } from '../../../../tools/product/people.mjs';
import { expectAccessible, onEachJourney } from '../journey.ts';
import { tenTimesASecond } from '../polling.ts';
import { letControlsStay, openSignedIn, runProduct, untilPaused, watchFor } from '../product.ts';

const { url: productUrl, dataDir } = runProduct();

let page: Page;
onEachJourney((fresh) => {
  page = fresh;
});

async function openFilm(): Promise<void> {
  const account = await readDemoAccount(dataDir, 'demo-premium');
  await openSignedIn(page, productUrl, account, '/peliculas?seccion=POR_GENERO');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Nosferatu/ })
    .first()
    .click();
  await watchFor(page, 1);
}

async function boxOf(selector: string): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await page.locator(selector).boundingBox();
  if (box === null) throw new Error(`${selector} is not on the page`);
  return box;
}

const isOnVideo = () =>
  page.waitForFunction(
    () => document.activeElement?.localName === 'media-controller',
    undefined,
    tenTimesASecond,
  );

/** Reads a computed style of the seek bar, or of a part of it. */
const styleOf = (property: string, part?: string) =>
  page.evaluate(
    ([name = '', selector]) => {
      const range = document.querySelector('media-time-range');
      const element = selector === undefined ? range : range?.shadowRoot?.querySelector(selector);
      return element ? getComputedStyle(element).getPropertyValue(name) : 'absent';
    },
    [property, part],
  );
const clear = /^rgba\(\d+, \d+, \d+, 0\)$/;

it('the seek bar has no box under the pointer, a ground under the time, and a ring for the keyboard', async () => {
  await openFilm();
  await letControlsStay(page);
  const bar = await boxOf('media-time-range');
  await page.mouse.move(bar.x + bar.width / 2, bar.y + bar.height / 2);
  await page.mouse.move(bar.x + bar.width / 3, bar.y + bar.height / 2);
  await expect.poll(() => styleOf('opacity', '[part~="preview-box"]')).toBe('1');
  expect(await styleOf('background-color')).toMatch(clear);
  const ground = await styleOf('background-color', 'media-preview-time-display');
  expect(ground).toMatch(/^\w+\(/);
  expect(ground).not.toMatch(clear);

  await expect.poll(() => styleOf('box-shadow')).toBe('none');
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement?.localName === 'media-time-range')) break;
  }
  await expect.poll(() => styleOf('box-shadow')).not.toBe('none');
});

it('a click in the middle pauses, and in full screen the title and the way back are over the video', async () => {
  await openFilm();
  await letControlsStay(page);
  const player = await boxOf('.player');
  const middle = [player.x + player.width / 2, player.y + player.height / 2] as const;
  await page.mouse.move(middle[0] - 5, middle[1]);
  await page.mouse.move(...middle);
  await page.getByRole('button', { name: 'Pausar', exact: true }).click();
  await untilPaused(page, true);
  await isOnVideo();
  await page.mouse.click(...middle);
  await untilPaused(page, false);
  await isOnVideo();

  await page.keyboard.press('f');
  await page.waitForFunction(() => document.fullscreenElement?.matches('.player') === true);
  await page.locator('.player__head').getByText('Nosferatu').waitFor();
  await expectAccessible(page);
  // Tab tells the player that the person uses keys, which turns ↑ from the volume to the way back.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await isOnVideo();
  await page.keyboard.press('ArrowUp');
  await page.waitForFunction(() => document.activeElement?.matches('.player__back') === true);
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => location.hash.startsWith('#/peliculas') && !document.fullscreenElement);
});
