import { launchBrowser, openPage } from './browser.mjs';

/** For how long a page plays a channel, in milliseconds, and for how long a picture must stand still to count. */
const watchedMs = 20_000;
const noticedMs = 150;

/**
 * Plays channels in the product's page in Chromium, one after another, with hls.js or mpegts.js.
 *
 * @param {import('./product.mjs').Product} product @param {readonly string[]} ids - of the channels
 * @returns {Promise<{ hasPlayed: boolean, stills: number, longestMs: number }[]>} for each channel how often the picture
 *   stood still after it had begun to move, and for how long at most
 */
export async function watchInPages(product, ids) {
  const browser = await launchBrowser();
  const seen = [];
  try {
    for (const id of ids) {
      const page = await openPage(browser, product, `/watch/channel/${id}`);
      await page.locator('stream-video').waitFor({ state: 'attached' });
      seen.push(await page.evaluate(measureStills, { watchedMs, noticedMs }));
      await page.context().close();
    }
  } finally {
    await browser.close();
  }
  return seen;
}

/** Follows the time of the page's video. Runs in the page. */
function measureStills({ watchedMs: ms, noticedMs: noticed }) {
  return new Promise((resolve) => {
    const find = () => document.querySelector('stream-video')?.shadowRoot?.querySelector('video');
    const begunAt = performance.now();
    let [time, movedAt, hasPlayed, stills, longestMs] = [0, 0, false, 0, 0];
    const timer = setInterval(() => {
      const now = performance.now();
      const current = find()?.currentTime ?? 0;
      if (current !== time && current > 0) {
        if (hasPlayed && now - movedAt > noticed) stills += 1;
        if (hasPlayed) longestMs = Math.max(longestMs, now - movedAt);
        [time, movedAt, hasPlayed] = [current, now, true];
      }
      if (now - begunAt < ms) return;
      clearInterval(timer);
      if (hasPlayed) longestMs = Math.max(longestMs, now - movedAt);
      if (hasPlayed && now - movedAt > noticed) stills += 1;
      resolve({ hasPlayed, stills, longestMs });
    }, 25);
  });
}
