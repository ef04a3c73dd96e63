import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import type { RunProduct } from './global-setup.ts';

/** The product of the worker that runs this file. */
export function runProduct(): RunProduct {
  const product = inject('products')[Number(process.env['VITEST_POOL_ID']) - 1];
  if (product === undefined) throw new Error('this worker has no product');
  return product;
}

/** The name of a demo account and its generated password. */
export async function readDemoAccount(dataDir: string, username: string) {
  const { accounts } = JSON.parse(await readFile(join(dataDir, 'demo-accounts.json'), 'utf8')) as {
    accounts: { username: string; password: string }[];
  };
  const account = accounts.find((candidate) => candidate.username === username);
  if (account === undefined) throw new Error(`the demo has no account ${username}`);
  return account;
}

/** Signs in through the login form, and waits for the home page. */
export async function signIn(
  page: Page,
  productUrl: string,
  account: { username: string; password: string },
) {
  await page.goto(`${productUrl}/#/login`);
  await page.getByLabel('Usuario').fill(account.username);
  await page.getByLabel('Contraseña', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page
    .getByRole('navigation', { name: 'Principal' })
    .or(page.getByRole('button', { name: 'Abrir menú' }))
    .first()
    .waitFor();
}

/** What a video element has played so far. */
export interface Shown {
  currentTimeSeconds: number;
  decodedFrames: number;
  widthPx: number;
}

/** Waits until the page's video has decoded this many more seconds. */
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
    { timeout: 45_000 },
  );
  return (await handle.jsonValue()) as Shown;
}
