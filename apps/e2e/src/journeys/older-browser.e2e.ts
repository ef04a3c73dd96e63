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
  { locale: 'es' },
);

/** Functions that Chromium 94 lacks, by the objects that have them. */
const newerFunctions = [
  ['AbortSignal', ['any', 'timeout']],
  ['AbortSignal.prototype', ['throwIfAborted']],
  ['Array.prototype', ['toSorted', 'toReversed', 'toSpliced', 'with', 'findLast', 'findLastIndex']],
  ['Array', ['fromAsync']],
  ['Object', ['groupBy']],
  ['Promise', ['withResolvers', 'try']],
  ['URL', ['canParse', 'parse']],
  ['globalThis', ['structuredClone']],
] as const;

it('a browser without the functions that Chromium 94 lacks shows the home page, a channel and a film', async () => {
  await page.addInitScript((newer) => {
    const owners: Record<string, object> = {
      AbortSignal,
      Array,
      Object,
      Promise,
      URL,
      globalThis,
      'AbortSignal.prototype': AbortSignal.prototype,
      'Array.prototype': Array.prototype,
    };
    for (const [owner, names] of newer)
      for (const name of names) Reflect.deleteProperty(owners[owner] ?? {}, name);
  }, newerFunctions);
  const failures: string[] = [];
  page.on('pageerror', (error) => failures.push(error.message));
  await openSignedIn(page, productUrl, await readDemoAccount(dataDir, 'demo-premium'), '/');
  for (const kind of ['channel', 'movie']) {
    await page.goto(`${productUrl}/#${kind === 'channel' ? '/live-tv' : '/'}`);
    await page.locator(`main a[href*="/watch/${kind}/"]`).first().click();
    await page.waitForFunction(
      () =>
        (document.querySelector('stream-video')?.shadowRoot?.querySelector('video')?.currentTime ?? 0) > 0.5,
    );
  }
  expect(failures).toEqual([]);
  expect(await page.evaluate(() => [typeof AbortSignal.any, typeof [].toSorted])).toEqual([
    'undefined',
    'function',
  ]);
});
