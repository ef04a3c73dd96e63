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

/** The lowest row of the picture on the screen in which a cue of full blocks is drawn, in pixels from the top of the page. */
async function findLowestCueRow(): Promise<number> {
  const clip = await boxOf('stream-video');
  const picture = await page.screenshot({ clip });
  return page.evaluate(
    async ([base64 = '', top = '0']) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0);
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
      context.drawImage(bitmap, 0, 0);
      const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
      // The shade behind the controls darkens the cue.
      const isGreen = (at: number) =>
        data[at + 1]! > 90 && Math.max(data[at]!, data[at + 2]!) < data[at + 1]! / 2;
      for (let row = bitmap.height - 1; row >= 0; row -= 1) {
        let count = 0;
        for (let column = 0; column < bitmap.width; column += 1)
          if (isGreen((row * bitmap.width + column) * 4)) count += 1;
        if (count > 20) return Number(top) + row;
      }
      return -1;
    },
    [picture.toString('base64'), String(clip.y)],
  );
}

it('subtitles stand above the controls while these are shown, and at the bottom without them', async () => {
  await openFilm();
  await page.evaluate(() => {
    const video = document.querySelector('stream-video')!.shadowRoot!.querySelector('video')!;
    const style = new CSSStyleSheet();
    style.replaceSync('video::cue { color: rgb(0 255 0); }');
    (video.getRootNode() as ShadowRoot).adoptedStyleSheets.push(style);
    const track = video.addTextTrack('subtitles', 'Prueba', 'es');
    track.addCue(new VTTCue(0, 3_600, '\u2588'.repeat(10)));
    track.mode = 'showing';
  });
  // The controls of a paused film stay.
  await page.keyboard.press('k');
  await untilPaused(page, true);
  const top = (await boxOf('.player__scrub')).y;
  await expect.poll(findLowestCueRow, { timeout: 20_000 }).toBeGreaterThan(0);
  await expect.poll(findLowestCueRow, { timeout: 20_000 }).toBeLessThan(top);
  await page.keyboard.press('k');
  await expect.poll(findLowestCueRow, { timeout: 20_000 }).toBeGreaterThan(top);
});
