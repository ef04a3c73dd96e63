import { startNetwork, type Network } from '@butaca/testing';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { readDemoAccount } from '../../../../tools/product/people.mjs';
import { onEachJourney } from '../journey.ts';
import { tenTimesASecond } from '../polling.ts';
import { openSignedIn, runProduct, watchFor } from '../product.ts';

const { url: productUrl, dataDir } = runProduct();

let page: Page;
onEachJourney((fresh) => {
  page = fresh;
});

/** Waits until as many requests for streams have been answered as the caller says; returns their statuses. */
async function streamAnswers(count: number): Promise<number[]> {
  const statuses: number[] = [];
  await page.waitForResponse(
    (response) => {
      if (response.url().includes('/api/stream/')) statuses.push(response.status());
      return statuses.length >= count;
    },
    { timeout: 45_000 },
  );
  return statuses;
}

/** Opens a channel through a network, and waits until it has played for two seconds. */
async function watchThrough(network: Network): Promise<number> {
  const account = await readDemoAccount(dataDir, 'demo-premium');
  await openSignedIn(page, network.url, account, '/live-tv?categoria=Noticias');
  await page.getByRole('link', { name: /^Cénit 24/ }).click();
  await page.getByRole('heading', { name: 'Cénit 24', level: 1 }).waitFor();
  return (await watchFor(page, 2)).currentTimeSeconds;
}

/** Counts the addresses of streams that the page asks for from now on. */
function countAddresses(): { asked: number } {
  const count = { asked: 0 };
  page.on('request', (request) => {
    if (request.url().includes('/api/channels/id/')) count.asked += 1;
  });
  return count;
}

describe('a phone that goes from Wi-Fi to the mobile network', () => {
  it('plays on with the same address, thanks to the cookie', async () => {
    await using network = await startNetwork(productUrl);
    const before = await watchThrough(network);
    const addresses = countAddresses();
    network.moveTo('127.0.8.1');
    expect(new Set(await streamAnswers(8))).toEqual(new Set([200]));
    expect((await watchFor(page, 10)).currentTimeSeconds).toBeGreaterThan(before + 5);
    expect(addresses.asked).toBe(0);
  });

  it('plays on with a new address when its browser has lost the cookie', async () => {
    await using network = await startNetwork(productUrl);
    const before = await watchThrough(network);
    const addresses = countAddresses();
    await page.context().clearCookies();
    network.moveTo('127.0.8.1');
    await page.waitForResponse(
      (response) => response.url().includes('/api/stream/') && response.status() === 403,
    );
    await expect.poll(() => addresses.asked).toBeGreaterThan(0);
    await page.waitForResponse((response) => response.url().includes('/api/stream/') && response.ok());
    await page.waitForFunction(
      (position) => {
        const video = document.querySelector('stream-video')?.shadowRoot?.querySelector('video');
        return video !== null && video !== undefined && video.currentTime > position && !video.paused;
      },
      before,
      tenTimesASecond,
    );
  });
});
