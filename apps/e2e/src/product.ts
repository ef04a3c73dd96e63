import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import { openSession } from '../../../tools/product/people.mjs';
import type { RunProduct } from './global-setup.ts';
import { tenTimesASecond } from './polling.ts';

/** The product with which the tests of this worker run; each worker of the end-to-end tests has its own. */
export function runProduct(): RunProduct {
  const product = inject('products')[Number(process.env['VITEST_POOL_ID']) - 1];
  if (product === undefined) throw new Error('this worker has no product');
  return product;
}

/**
 * The id of the device on which a person signs in, the same in every end-to-end test. After a page was closed, its
 * device counts among the simultaneous streams of the account for another half a minute, so a test on another device
 * would have to wait for the devices of earlier tests.
 */
const deviceOf = (username: string): string => createHash('md5').update(username).digest('hex');

/**
 * Opens a page of the product with a person signed in. The session is created by an API call and stored in
 * localStorage; the login form has tests of its own. Unlike a login through the form, such a session gives the page no
 * user activation, so a video starts muted before the first click.
 *
 * @param path - the path after the URL's `#`
 * @param deviceId - by default the same device in every test
 */
export async function openSignedIn(
  page: Page,
  productUrl: string,
  account: { username: string; password: string },
  path = '/',
  deviceId = deviceOf(account.username),
) {
  const { token, user } = await openSession(productUrl, account, deviceId);
  // A small answer of the product is loaded first, because localStorage can be written only on a page of its origin.
  await page.goto(`${productUrl}/api/health`);
  await page.evaluate(
    (session) => {
      for (const [key, value] of Object.entries(session)) localStorage.setItem(key, value);
    },
    { token, user: JSON.stringify(user), deviceId },
  );
  await page.goto(`${productUrl}/#${path}`);
}

/** Signs a person in through the login form, and waits for the home page. */
export async function signIn(
  page: Page,
  productUrl: string,
  account: { username: string; password: string },
) {
  await page.goto(`${productUrl}/#/login`);
  await page.evaluate((id) => localStorage.setItem('deviceId', id), deviceOf(account.username));
  await page.getByLabel('Usuario').fill(account.username);
  await page.getByLabel('Contraseña', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page
    .getByRole('navigation', { name: 'Principal' })
    .or(page.getByRole('button', { name: 'Abrir menú' }))
    .first()
    .waitFor();
}

/** The playback position of a video element, how many frames it has decoded, and its width. */
export interface Shown {
  currentTimeSeconds: number;
  decodedFrames: number;
  widthPx: number;
}

/** Waits until the video on the page has played the given number of seconds since it was loaded. */
export async function watchFor(page: Page, seconds: number): Promise<Shown> {
  const handle = await page.waitForFunction(
    (wanted) => {
      const host = document.querySelector('stream-video');
      const video = host?.shadowRoot?.querySelector('video') ?? document.querySelector('video');
      if (!video) return null;
      const played = [...Array(video.played.length).keys()].reduce(
        (sum, index) => sum + video.played.end(index) - video.played.start(index),
        0,
      );
      const { totalVideoFrames } = video.getVideoPlaybackQuality();
      if (played < wanted || totalVideoFrames < wanted * 10) return null;
      return {
        currentTimeSeconds: video.currentTime,
        decodedFrames: totalVideoFrames,
        widthPx: video.videoWidth,
      };
    },
    seconds,
    { timeout: 45_000, ...tenTimesASecond },
  );
  return (await handle.jsonValue()) as Shown;
}

/**
 * Waits until the video on the page has played something since its source was opened, and returns the position at which
 * it began, in seconds: however late a busy machine looks, that position stays the same.
 */
export async function whereItBegan(page: Page): Promise<number> {
  const handle = await page.waitForFunction(
    () => {
      const video = document.querySelector('stream-video')?.shadowRoot?.querySelector('video');
      // A seek to the start position may leave a played range without length at the beginning.
      const ranges = [...Array(video?.played.length ?? 0).keys()].map((index) => [
        video!.played.start(index),
        video!.played.end(index),
      ]);
      const [begun] = ranges.filter(([from = 0, to = 0]) => to - from > 0.1);
      return begun === undefined ? null : { seconds: begun[0] ?? 0 };
    },
    undefined,
    { timeout: 45_000, ...tenTimesASecond },
  );
  return ((await handle.jsonValue()) as { seconds: number }).seconds;
}

/** Pauses the video on the page with its key, and returns the position at which it rests, in seconds. */
export async function pauseVideo(page: Page): Promise<number> {
  await page.keyboard.press('k');
  await untilPaused(page, true);
  return page.evaluate(() => document.querySelector('stream-video')?.currentTime ?? Number.NaN);
}

/**
 * Makes the controls of the player stay once they are shown, until somebody hides them: they would hide by themselves three
 * seconds after the pointer rests, perhaps before a test on a busy machine has used them.
 */
export const letControlsStay = (page: Page): Promise<void> =>
  page.evaluate(() => document.querySelector('media-controller')?.setAttribute('autohide', '86400'));

/**
 * Waits until the video on the page is paused, or plays, and until the player's controls show it: until then the play
 * button still asks for what has been done already.
 */
export async function untilPaused(page: Page, paused: boolean): Promise<void> {
  await page.waitForFunction(
    (wanted) =>
      document.querySelector('stream-video')?.shadowRoot?.querySelector('video')?.paused === wanted &&
      document.querySelector('media-controller')?.hasAttribute('mediapaused') === wanted,
    paused,
    tenTimesASecond,
  );
}
