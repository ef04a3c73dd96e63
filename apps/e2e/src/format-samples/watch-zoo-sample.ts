import { tellsCause, type ZooSample } from '@butaca/testing';
import type { Browser } from 'playwright-core';
import { computer } from '../journey.ts';

/** What became of a sample of the zoo on the watch page. */
export interface ZooResult {
  /**
   * `plays` with all that is expected of the sample; `told` by a sentence that names the true cause, `mistold` by
   * another one; `nothing` of these in time, such as a picture without its sound.
   */
  outcome: 'plays' | 'told' | 'mistold' | 'nothing';
  /** Milliseconds from choosing the title to its first picture, or its first sound where it has no picture. */
  firstMs?: number;
  sentence?: string;
}

const enoughSeconds = 2;

/**
 * Opens the page of a list, goes from there to the watch page of a sample, as a person does, and waits until it plays or
 * a message says why it does not.
 */
export async function watchZooSample(
  browser: Browser,
  session: Record<string, string>,
  {
    productUrl,
    path,
    sample,
    withinMs,
  }: { productUrl: string; path: string; sample: ZooSample; withinMs: number },
): Promise<ZooResult> {
  const context = await browser.newContext(computer);
  try {
    const page = await context.newPage();
    await page.addInitScript((stored) => {
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
    }, session);
    await page.goto(`${productUrl}/#/mi-lista`);
    await page.waitForSelector('main h1, main h2');
    await page.evaluate((hash) => {
      document.documentElement.dataset['openedAt'] = String(performance.now());
      location.hash = hash;
    }, path);
    const wanted = {
      isSound: sample.expected !== 'picture',
      isPicture: sample.expected !== 'sound',
      enoughSeconds,
    };
    await page.waitForFunction(hasSettled, wanted, { timeout: withinMs, polling: 50 }).catch(() => undefined);
    return judge(sample, await page.evaluate(look));
  } finally {
    await context.close();
  }
}

/** Whether all that is wanted plays, or a message is shown; stores when the first of it played. Runs in the page. */
function hasSettled(wanted: { isSound: boolean; isPicture: boolean; enoughSeconds: number }): boolean {
  const { dataset } = document.documentElement;
  if (document.querySelector('main [role=alert]') !== null) return true;
  const video = document.querySelector('stream-video')?.shadowRoot?.querySelector('video');
  if (!video) return false;
  const soundBytes = (video as unknown as { webkitAudioDecodedByteCount: number })
    .webkitAudioDecodedByteCount;
  const hasPicture = !wanted.isPicture || video.getVideoPlaybackQuality().totalVideoFrames > 0;
  const hasSound = !wanted.isSound || soundBytes > 0;
  if (wanted.isPicture ? hasPicture : hasSound) {
    dataset['firstMs'] ??= String(performance.now() - Number(dataset['openedAt']));
  }
  const { played } = video;
  const isPlayed = played.length > 0 && played.end(0) - played.start(0) >= wanted.enoughSeconds;
  if (isPlayed && hasPicture && hasSound) dataset['plays'] = 'true';
  return dataset['plays'] === 'true';
}

/** Reads what the watch page shows in the end. Runs in the page. */
function look(): { plays: boolean; firstMs: string | undefined; sentence: string | undefined } {
  const { dataset } = document.documentElement;
  const messages = ['main [role=alert]', '.player__warning', 'main output', 'main [role=status]'];
  const sentence = messages
    .map((selector) => document.querySelector(selector)?.textContent.trim())
    // That the video loads is no reason why it does not play.
    .find((text) => text !== undefined && text !== '' && !text.startsWith('Cargando'));
  return { plays: dataset['plays'] === 'true', firstMs: dataset['firstMs'], sentence };
}

function judge({ expected }: ZooSample, { plays, firstMs, sentence }: ReturnType<typeof look>): ZooResult {
  if (plays) return { outcome: 'plays', firstMs: Math.round(Number(firstMs)) };
  if (sentence === undefined) return { outcome: 'nothing' };
  const isCause = expected !== 'both' && expected !== 'sound' && expected !== 'picture';
  return { outcome: isCause && tellsCause(sentence, expected) ? 'told' : 'mistold', sentence };
}
