import { zooItems } from '@butaca/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onEachJourney } from '../journey.ts';
import { judgeItem, watchItem } from './watch-item.ts';
import { startZooProduct, type ZooProduct } from './zoo-product.ts';

let product: ZooProduct;
beforeAll(async () => {
  product = await startZooProduct();
  // The first time, ffmpeg makes the samples.
}, 180_000);
afterAll(() => product[Symbol.asyncDispose]());

let page: Page;
onEachJourney((fresh) => {
  page = fresh;
});

const quick = zooItems.filter(({ isQuick }) => isQuick);
const names = (plays: boolean) =>
  quick.filter(({ expected }) => 'form' in expected === plays).map((item) => [item.name, item] as const);

async function watch(item: (typeof zooItems)[number]) {
  await page.addInitScript((session) => {
    for (const [key, value] of Object.entries(session)) localStorage.setItem(key, value);
  }, product.session);
  const watched = await watchItem(page, `${product.url}/#${product.watchPath(item)}`, item, 40_000);
  return { complaints: judgeItem(item, watched), watched };
}

describe('on the watch page', () => {
  it.each(names(true))('%s plays with picture and sound', async (_name, item) => {
    const { complaints, watched } = await watch(item);
    expect(complaints, JSON.stringify(watched)).toEqual([]);
  });

  it.each(names(false))('%s shows the expected message', async (_name, item) => {
    const { complaints, watched } = await watch(item);
    expect(complaints, JSON.stringify(watched)).toEqual([]);
  });
});
