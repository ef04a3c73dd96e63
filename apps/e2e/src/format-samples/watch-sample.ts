import type { SampleForm, FormatSample } from '@butaca/testing';
import type { Browser, Page, Response } from 'playwright-core';
import { computer, recordFaults } from '../journey.ts';
import { tenTimesASecond } from '../polling.ts';

/** What a person sees and hears on the watch page of a format sample (a test video). */
export interface Watched {
  /**
   * How the server delivered a format sample, which is a short test video in one container and codec: as it is, or
   * converted by ffmpeg. The last answer that issued the sample's stream address said so; `undefined` without one.
   */
  form: SampleForm | undefined;
  /** Milliseconds from opening the watch page to the first video frame. */
  firstFrameMs: number | undefined;
  hasVideo: boolean;
  hasSound: boolean;
  playedSeconds: number;
  /** The names of audio tracks that the player's menu shows; those of subtitle tracks are in `texts`. */
  sounds: string[];
  texts: string[];
  /** The message that the watch page shows in place of the video, or over it. */
  sentence: string | undefined;
  /** Uncaught errors of the watch page, and violations of its content security policy. */
  faults: string[];
}

const enoughSeconds = 3;
/** A small page: drawing a large video takes most of the processor time of these tests. */
const smallViewport = { width: 640, height: 360 };

/** Watches a format sample (test video) in its own browser context, signed in with the given session. */
export async function watchAlone(
  browser: Browser,
  session: Record<string, string>,
  address: string,
  item: FormatSample,
  withinMs: number,
): Promise<Watched> {
  const { page, faults } = await openViewerPage(browser, session);
  try {
    return { ...(await watchSample(page, address, item, withinMs)), faults };
  } finally {
    await page.context().close();
  }
}

/** A person who watches one format sample (test video) after the other, on one page. */
export interface SampleViewer {
  /** Watches a format sample. @param path - of its watch page, after the URL's `#` */
  watch(path: string, item: FormatSample, withinMs: number): Promise<Watched>;
  close(): Promise<void>;
}

/** Opens one page for all format samples: the samples test playback, not the loading of the web client. */
export async function openSampleViewer(
  browser: Browser,
  session: Record<string, string>,
  productUrl: string,
): Promise<SampleViewer> {
  const { page, faults } = await openViewerPage(browser, session);
  return {
    async watch(path, item, withinMs) {
      // Going to a page without a player removes the player of the previous sample.
      await page.goto(`${productUrl}/#/mi-lista`);
      await page.getByRole('heading', { name: 'Mi lista', level: 1 }).waitFor({ state: 'attached' });
      await page.locator('stream-video').waitFor({ state: 'detached' });
      const seen = await watchSample(page, `${productUrl}/#${path}`, item, withinMs);
      return { ...seen, faults: faults.splice(0) };
    },
    close: () => page.context().close(),
  };
}

async function openViewerPage(browser: Browser, session: Record<string, string>) {
  const context = await browser.newContext({ ...computer, viewport: smallViewport });
  const page = await context.newPage();
  const faults: string[] = [];
  recordFaults(page, faults);
  await page.addInitScript((stored) => {
    for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
  }, session);
  return { page, faults };
}

/**
 * Opens the watch page of a format sample (test video) and waits until the video has played for long enough, or until a
 * message appears if one is expected.
 *
 * @returns what the watch page shows at that time, or after the timeout
 */
async function watchSample(
  page: Page,
  address: string,
  { streamKind, expected, isWithoutPlayers }: FormatSample,
  withinMs: number,
): Promise<Omit<Watched, 'faults'>> {
  const delivery = followDelivery(page);
  if (isWithoutPlayers === true) {
    await page.addInitScript(() => {
      for (const name of ['MediaSource', 'ManagedMediaSource', 'WebKitMediaSource']) {
        Reflect.deleteProperty(globalThis, name);
      }
    });
  }
  await page.evaluate(() => delete document.documentElement.dataset['firstFrame']);
  await page.goto(address);
  const sentences = sentencesOf(expected);
  await page
    .waitForFunction(hasSettled, { enoughSeconds, sentences }, { timeout: withinMs, ...tenTimesASecond })
    .catch(() => undefined);
  const seen = await page.evaluate(look, sentences);
  return { form: await delivery.end(streamKind), ...seen };
}

/**
 * Whether the video of the watch page has played long enough, or the page shows a message; also stores when the first
 * frame was shown. Runs in the page.
 */
function hasSettled(wanted: { enoughSeconds: number; sentences: readonly string[] }): boolean {
  const video = document.querySelector('stream-video')?.shadowRoot?.querySelector('video');
  // A channel that is only late may still play: on a busy machine its conversion takes longer than usual.
  const isLate = (alert: Element): boolean => alert.textContent.startsWith('Este canal tarda en responder');
  if ([...document.querySelectorAll('[role=alert]')].some((alert) => !isLate(alert))) return true;
  const notices = [...document.querySelectorAll('main output, main [role=status]')];
  if (notices.some(({ textContent }) => wanted.sentences.includes(textContent))) return true;
  if (!video) return false;
  const decoded = video as HTMLVideoElement & { webkitAudioDecodedByteCount: number };
  const hasVideo = video.getVideoPlaybackQuality().totalVideoFrames > 0;
  if (hasVideo) document.documentElement.dataset['firstFrame'] ??= String(performance.now());
  if (wanted.sentences.length > 0 || !hasVideo || decoded.webkitAudioDecodedByteCount === 0) return false;
  // A player that skips a gap at the beginning of a channel leaves a first played range of a hundredth of a second.
  let playedSeconds = 0;
  for (let index = 0; index < video.played.length; index += 1)
    playedSeconds += video.played.end(index) - video.played.start(index);
  return playedSeconds >= wanted.enoughSeconds;
}

/** Reads what the watch page shows: video, sound, tracks, and messages or a wanted notice. Runs in the page. */
function look(sentences: readonly string[]): Omit<Watched, 'form' | 'faults'> {
  interface Track {
    label: string;
  }
  const host = document.querySelector('stream-video');
  const video = host?.shadowRoot?.querySelector('video');
  const { audioTracks = [] } = (host ?? {}) as { audioTracks?: Iterable<Track> };
  const sentence =
    document.querySelector('[role=alert]') ??
    document.querySelector('.player__warning') ??
    [...document.querySelectorAll('main output, main [role=status]')].find(({ textContent }) =>
      sentences.includes(textContent),
    );
  const { firstFrame } = document.documentElement.dataset;
  const played = video?.played;
  // A panel has a heading and sentences; the texts of its buttons are left out.
  const textOf = (element: Element): string =>
    [...element.querySelectorAll('h1, h2, h3, p')].map(({ textContent }) => textContent).join(' ') ||
    element.textContent;
  let playedSeconds = 0;
  for (let index = 0; index < (played?.length ?? 0); index += 1)
    playedSeconds += (played?.end(index) ?? 0) - (played?.start(index) ?? 0);
  return {
    firstFrameMs: firstFrame === undefined ? undefined : Math.round(Number(firstFrame)),
    hasVideo: (video?.videoWidth ?? 0) > 0 && (video?.getVideoPlaybackQuality().totalVideoFrames ?? 0) > 0,
    hasSound:
      (((video ?? {}) as { webkitAudioDecodedByteCount?: number }).webkitAudioDecodedByteCount ?? 0) > 0,
    playedSeconds,
    sounds: [...audioTracks].map(({ label }) => label),
    texts: [...(video?.textTracks ?? [])]
      .filter(({ kind }) => kind === 'subtitles')
      .map(({ label }) => label),
    sentence: sentence === undefined ? undefined : textOf(sentence),
  };
}

/**
 * Observes the server's answers to the watch page. @returns a function that ends this, and tells how the server last
 * delivered the format sample (as it is, or converted by ffmpeg)
 */
function followDelivery(page: Page): {
  end(streamKind: FormatSample['streamKind']): Promise<SampleForm | undefined>;
} {
  const details: Promise<{ url?: string; streamKind?: string } | undefined>[] = [];
  const playlists = new Map<string, Promise<string>>();
  const note = (response: Response): void => {
    const { pathname } = new URL(response.url());
    if (!response.ok()) return;
    if (/^\/api\/(?:videos|channels\/id)\/[^/]+$/.test(pathname)) {
      details.push(response.json().catch(() => undefined));
    } else if (/\/(?:converted-)?index\.m3u8$/.test(pathname)) {
      playlists.set(
        pathname,
        response.text().catch(() => ''),
      );
    }
  };
  page.on('response', note);
  async function end(streamKind: FormatSample['streamKind']): Promise<SampleForm | undefined> {
    page.off('response', note);
    const answers = (await Promise.all(details)).filter((detail) => typeof detail?.url === 'string');
    const { url = '', streamKind: delivered } = answers.at(-1) ?? {};
    if (delivered === 'file') return 'native';
    if (delivered !== 'hls') return delivered as SampleForm | undefined;
    const playlist = (await playlists.get(new URL(url, 'http://product').pathname)) ?? '';
    // The tag `#EXT-X-INDEPENDENT-SEGMENTS` tells that the server has converted the video: only HLS playlists that the
    // server makes itself contain the tag, and no playlist of the format samples (test videos of providers) does.
    const isConverted = streamKind !== 'hls' || playlist.includes('#EXT-X-INDEPENDENT-SEGMENTS');
    if (!isConverted) return 'hls';
    if (!playlist.includes('#EXT-X-STREAM-INF')) return 'live';
    // A resolution in the server's HLS playlist tells that the server copied the video (remux): for transcoded video
    // the server names none.
    return playlist.includes('RESOLUTION=') ? 'remux' : 'transcode';
  }
  return { end };
}

/** The sentences of which one is to be shown; empty for a sample that is to play. */
const sentencesOf = (expected: FormatSample['expected']): readonly string[] =>
  'sentence' in expected ? [expected.sentence, expected.orSentence ?? []].flat() : [];

/**
 * Compares what a person saw of a format sample (test video) with what the sample expects. @returns the differences, as
 * sentences
 */
export function judgeSample({ expected }: FormatSample, watched: Watched): string[] {
  if ('sentence' in expected) {
    const { sentence: said = '' } = watched;
    if (sentencesOf(expected).some((sentence) => said.includes(sentence))) return watched.faults;
    return [`no dice «${expected.sentence}»${watched.sentence === undefined ? '' : `, sino otra cosa`}`];
  }
  const { form, sounds = [], texts = [], notice } = expected;
  const isRightNotice =
    notice === undefined ? watched.sentence === undefined : watched.sentence?.includes(notice) === true;
  return [
    ...watched.faults,
    ...(watched.form === form ? [] : [`la forma es ${watched.form ?? 'ninguna'}, no ${form}`]),
    ...(isRightNotice ? [] : [notice === undefined ? 'muestra una frase' : `no dice «${notice}»`]),
    ...(watched.hasVideo ? [] : ['sin imagen']),
    ...(watched.hasSound ? [] : ['sin sonido']),
    ...(watched.playedSeconds >= enoughSeconds ? [] : ['no avanza']),
    ...(isSame(watched.sounds, sounds) ? [] : [`idiomas: ${watched.sounds.join(', ')}`]),
    ...(isSame(watched.texts, texts) ? [] : [`subtítulos: ${watched.texts.join(', ')}`]),
  ];
}

/**
 * Whether the player's menu lists the expected track names. A single track is no choice, so its menu may be missing.
 */
const isSame = (found: readonly string[], wanted: readonly string[]): boolean =>
  found.join() === wanted.join() || (wanted.length === 0 && found.length <= 1);
