import { causeTexts, tellsCause, type SampleCause, type ZooSample } from '@butaca/testing';
import type { Browser, Page } from 'playwright-core';
import { computer } from '../journey.ts';

/** What became of a sample of the zoo on the watch page. */
export interface ZooResult {
  /**
   * `plays` with all that is expected of the sample; `told` by the sentence that names the true cause, `mistold` by
   * another one; `nothing` of these in time, such as a picture without its sound, or a channel that stops.
   */
  outcome: 'plays' | 'told' | 'mistold' | 'nothing';
  /** Milliseconds from choosing the title to its first picture, or its first sound where it has no picture. */
  firstMs?: number;
  /** What the person read, or how the playing fell short. */
  sentence?: string;
}

/** A sample of the zoo, and where it is watched. */
interface Watching {
  productUrl: string;
  /** The path (after the URL's `#`) of the sample's watch page. */
  path: string;
  sample: ZooSample;
}

/** How long a sample that ends may take to play, or any sample to say its cause; a channel must also play for longer. */
const withinMs = { plays: 20_000, told: 15_000, advice: 3_000, goesOn: 40_000 };
/** How many seconds of media a sample that ends must play. */
const enoughSeconds = 2;
/** How many seconds a channel must play, and how many more than were buffered when it began. */
const channelSeconds = { atLeast: 12, beyondBuffer: 4 };
/**
 * The longest time for which the picture of a channel may stand still, in milliseconds: a little more than a segment of
 * the samples, because a player at the live edge has nothing to play while one is missing.
 */
const longestStandstillMs = 2_500;

/** Whether a sample of the zoo must play, not say why it cannot. */
export const mustPlay = ({ expected }: ZooSample): boolean => causeOf(expected) === undefined;

const causeOf = (expected: ZooSample['expected']): SampleCause | undefined =>
  expected === 'both' || expected === 'sound' || expected === 'picture' ? undefined : expected;

/**
 * Opens the page of a list, goes from there to the watch page of a sample, as a person does, and waits until it has
 * played for long enough or a message says why it does not.
 */
export async function watchZooSample(
  browser: Browser,
  session: Record<string, string>,
  watching: Watching,
): Promise<ZooResult> {
  const { sample } = watching;
  const cause = causeOf(sample.expected);
  if (cause !== undefined) {
    const read = await readMessage(browser, session, watching, 'viewer');
    if (read === undefined) return { outcome: 'nothing' };
    return { outcome: tellsCause(read, cause, 'viewer') ? 'told' : 'mistold', sentence: read };
  }
  return openSample(browser, session, watching, async (page) => {
    const wanted = {
      isSound: sample.expected !== 'picture',
      isPicture: sample.expected !== 'sound',
      enoughSeconds: sample.isEndless ? channelSeconds.atLeast : enoughSeconds,
      beyondBufferSeconds: sample.isEndless ? channelSeconds.beyondBuffer : 0,
      longestStandstillMs: sample.isEndless ? longestStandstillMs : Infinity,
    };
    const timeout = sample.isEndless ? withinMs.goesOn : withinMs.plays;
    await page.waitForFunction(hasSettled, wanted, { timeout, polling: 50 }).catch(() => undefined);
    const { plays, firstMs, sentence, playedSeconds, standstillMs } = await page.evaluate(look);
    if (plays) return { outcome: 'plays', firstMs: Math.round(Number(firstMs)) };
    if (sentence !== undefined) return { outcome: 'mistold', sentence };
    const played = `se ven ${playedSeconds.toFixed(1)} s`;
    const stood = standstillMs > longestStandstillMs ? `, parada de ${Math.round(standstillMs)} ms` : '';
    return { outcome: 'nothing', ...(playedSeconds > 0 && { sentence: played + stood }) };
  });
}

/**
 * Opens a sample that cannot play as an administrator.
 *
 * @returns whether the message tells the cause and what an administrator can change
 */
export async function adviseZooSample(
  browser: Browser,
  session: Record<string, string>,
  watching: Watching,
): Promise<ZooResult> {
  const cause = causeOf(watching.sample.expected);
  const read = await readMessage(browser, session, watching, 'administrator');
  const isTold = cause !== undefined && read !== undefined && tellsCause(read, cause, 'administrator');
  return {
    outcome: isTold ? 'told' : 'mistold',
    ...(read !== undefined && { sentence: read }),
  };
}

/** Waits for the message of a sample that cannot play. @returns what stands there in the end */
async function readMessage(
  browser: Browser,
  session: Record<string, string>,
  watching: Watching,
  reader: 'viewer' | 'administrator',
): Promise<string | undefined> {
  const cause = causeOf(watching.sample.expected);
  const texts = cause === undefined ? [] : causeTexts(cause, reader);
  return openSample(browser, session, watching, async (page) => {
    const until = { timeout: withinMs.told, polling: 50 };
    await page.waitForFunction(isMessageShown, texts, until).catch(() => undefined);
    // The advice for administrators is loaded after the sentence.
    const soon = { timeout: withinMs.advice, polling: 50 };
    await page.waitForFunction(areTextsShown, texts, soon).catch(() => undefined);
    return (await page.evaluate(look)).sentence;
  });
}

async function openSample<T>(
  browser: Browser,
  session: Record<string, string>,
  { productUrl, path }: Watching,
  use: (page: Page) => Promise<T>,
): Promise<T> {
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
    return await use(page);
  } finally {
    await context.close();
  }
}

/** Whether a message stands in place of the video, or one of the texts beside it. Runs in the page. */
function isMessageShown(texts: readonly string[]): boolean {
  if (document.querySelector('main [role=alert]') !== null) return true;
  const notices = [...document.querySelectorAll('.player__warning, main output, main [role=status]')];
  return notices.some(({ textContent }) => texts.some((text) => textContent.includes(text)));
}

/** Whether the watch page shows all the texts. Runs in the page. */
function areTextsShown(texts: readonly string[]): boolean {
  const shown = document.querySelector('main')?.textContent ?? '';
  return texts.every((text) => shown.includes(text));
}

/**
 * Whether all that is wanted plays, playing has stood still for too long, or a message is shown; keeps a record of the
 * playing for `look`. Runs in the page.
 */
function hasSettled(wanted: {
  isSound: boolean;
  isPicture: boolean;
  enoughSeconds: number;
  beyondBufferSeconds: number;
  longestStandstillMs: number;
}): boolean {
  const { dataset } = document.documentElement;
  if (document.querySelector('main [role=alert]') !== null) return true;
  const video = document.querySelector('stream-video')?.shadowRoot?.querySelector('video');
  if (!video) return false;
  const nowMs = performance.now();
  const soundBytes = (video as unknown as { webkitAudioDecodedByteCount: number })
    .webkitAudioDecodedByteCount;
  const hasPicture = !wanted.isPicture || video.getVideoPlaybackQuality().totalVideoFrames > 0;
  const hasSound = !wanted.isSound || soundBytes > 0;
  if (wanted.isPicture ? hasPicture : hasSound) {
    dataset['firstMs'] ??= String(nowMs - Number(dataset['openedAt']));
  }
  const { currentTime, buffered } = video;
  const moved = currentTime - Number(dataset['lastTime'] ?? currentTime);
  const sinceMs = nowMs - Number(dataset['lookedAt'] ?? nowMs);
  dataset['lastTime'] = String(currentTime);
  dataset['lookedAt'] = String(nowMs);
  // A jump, such as one over missing media, is no playing.
  const isPlaying = moved > 0 && moved <= (sinceMs / 1_000) * 1.25 + 0.5;
  if (moved !== 0 && dataset['firstMs'] !== undefined) {
    dataset['movedAt'] = String(nowMs);
    const ahead = buffered.length > 0 ? buffered.end(buffered.length - 1) - currentTime : 0;
    dataset['bufferedSeconds'] ??= String(ahead);
  }
  if (isPlaying) dataset['playedSeconds'] = String(Number(dataset['playedSeconds'] ?? 0) + moved);
  const stoodMs = nowMs - Number(dataset['movedAt'] ?? nowMs);
  dataset['standstillMs'] = String(Math.max(stoodMs, Number(dataset['standstillMs'] ?? 0)));
  if (stoodMs > wanted.longestStandstillMs) return true;
  const enough = Math.max(
    wanted.enoughSeconds,
    wanted.beyondBufferSeconds === 0
      ? 0
      : Number(dataset['bufferedSeconds'] ?? 0) + wanted.beyondBufferSeconds,
  );
  const isPlayed = Number(dataset['playedSeconds'] ?? 0) >= enough;
  if (isPlayed && hasPicture && hasSound) dataset['plays'] = 'true';
  return dataset['plays'] === 'true';
}

/** What the watch page shows in the end. */
interface Look {
  plays: boolean;
  firstMs: string | undefined;
  sentence: string | undefined;
  playedSeconds: number;
  /** The longest time for which playing stood still, in milliseconds. */
  standstillMs: number;
}

/** Reads what the watch page shows in the end. Runs in the page. */
function look(): Look {
  const { dataset } = document.documentElement;
  const messages = ['main [role=alert]', '.player__warning', 'main output', 'main [role=status]'];
  const sentence = messages
    .map((selector) => document.querySelector(selector)?.textContent.trim())
    // That the video loads is no reason why it does not play.
    .find((text) => text !== undefined && text !== '' && !text.startsWith('Cargando'));
  return {
    plays: dataset['plays'] === 'true',
    firstMs: dataset['firstMs'],
    sentence,
    playedSeconds: Number(dataset['playedSeconds'] ?? 0),
    standstillMs: Number(dataset['standstillMs'] ?? 0),
  };
}
