import type { ZooForm, ZooItem } from '@butaca/testing';
import type { Page, Response } from 'playwright-core';

/** What a person gets to see and hear of an item, on its watch page. */
export interface Watched {
  /** As the server delivered it last; `undefined` where it delivered nothing. */
  form: ZooForm | undefined;
  /** From the opening of the page. */
  firstFrameMs: number | undefined;
  hasPicture: boolean;
  hasSound: boolean;
  playedSeconds: number;
  /** Tracks as they are called on screen. */
  sounds: string[];
  texts: string[];
  /** What stands in place of the picture, or over it. */
  sentence: string | undefined;
}

const enoughSeconds = 3;

/**
 * Opens an item's watch page and waits until it has played a little, or a sentence has come where one is expected.
 *
 * @returns what there is then, or when the time is over
 */
export async function watchItem(
  page: Page,
  address: string,
  { streamKind, expected, isWithoutPlayers }: ZooItem,
  withinMs: number,
): Promise<Watched> {
  const delivered = followDelivery(page);
  if (isWithoutPlayers === true) {
    await page.addInitScript(() => {
      for (const name of ['MediaSource', 'ManagedMediaSource', 'WebKitMediaSource']) {
        Reflect.deleteProperty(globalThis, name);
      }
    });
  }
  await page.goto(address);
  const isSentenceWanted = 'sentence' in expected;
  await page
    .waitForFunction(hasSettled, { enoughSeconds, isSentenceWanted }, { timeout: withinMs })
    .catch(() => undefined);
  const seen = await page.evaluate(look);
  return { form: await delivered(streamKind), ...seen };
}

/** Runs in the page, and keeps there when the first picture came. */
function hasSettled(wanted: { enoughSeconds: number; isSentenceWanted: boolean }): boolean {
  const video = document.querySelector('stream-video')?.shadowRoot?.querySelector('video');
  if (document.querySelector('[role=alert]') !== null) return true;
  if (!video) return false;
  const decoded = video as HTMLVideoElement & { webkitAudioDecodedByteCount: number };
  const hasPicture = video.getVideoPlaybackQuality().totalVideoFrames > 0;
  if (hasPicture) document.documentElement.dataset['firstFrame'] ??= String(performance.now());
  if (wanted.isSentenceWanted || !hasPicture || decoded.webkitAudioDecodedByteCount === 0) return false;
  return video.played.length > 0 && video.played.end(0) - video.played.start(0) >= wanted.enoughSeconds;
}

/** Runs in the page. */
function look(): Omit<Watched, 'form'> {
  interface Track {
    label: string;
  }
  const host = document.querySelector('stream-video');
  const video = host?.shadowRoot?.querySelector('video');
  const { audioTracks = [] } = (host ?? {}) as { audioTracks?: Iterable<Track> };
  const sentence = document.querySelector('[role=alert]') ?? document.querySelector('.player__warning');
  const { firstFrame } = document.documentElement.dataset;
  const played = video?.played;
  return {
    firstFrameMs: firstFrame === undefined ? undefined : Math.round(Number(firstFrame)),
    hasPicture: (video?.videoWidth ?? 0) > 0 && (video?.getVideoPlaybackQuality().totalVideoFrames ?? 0) > 0,
    hasSound:
      (((video ?? {}) as { webkitAudioDecodedByteCount?: number }).webkitAudioDecodedByteCount ?? 0) > 0,
    playedSeconds: played && played.length > 0 ? played.end(0) - played.start(0) : 0,
    sounds: [...audioTracks].map(({ label }) => label),
    texts: [...(video?.textTracks ?? [])]
      .filter(({ kind }) => kind === 'subtitles')
      .map(({ label }) => label),
    sentence: sentence?.querySelector('h1, h2, h3, p')?.textContent ?? sentence?.textContent ?? undefined,
  };
}

/** Follows what the server answers. @returns what tells the form of what was delivered last */
function followDelivery(page: Page): (streamKind: ZooItem['streamKind']) => Promise<ZooForm | undefined> {
  const details: Promise<{ url?: string; streamKind?: string } | undefined>[] = [];
  const playlists = new Map<string, Promise<string>>();
  page.on('response', (response: Response) => {
    const { pathname } = new URL(response.url());
    if (!response.ok()) return;
    if (/^\/api\/(?:videos|channels\/id)\/[^/]+$/.test(pathname)) {
      details.push(response.json().catch(() => undefined));
    } else if (pathname.endsWith('/index.m3u8')) {
      playlists.set(
        pathname,
        response.text().catch(() => ''),
      );
    }
  });
  return async (streamKind) => {
    const answers = (await Promise.all(details)).filter((detail) => typeof detail?.url === 'string');
    const { url = '', streamKind: delivered } = answers.at(-1) ?? {};
    if (delivered === 'file') return 'native';
    if (delivered !== 'hls') return delivered as ZooForm | undefined;
    const playlist = (await playlists.get(new URL(url, 'http://product').pathname)) ?? '';
    // The server's own playlists say so; a playlist of the zoo never does.
    const isConverted = streamKind !== 'hls' || playlist.includes('#EXT-X-INDEPENDENT-SEGMENTS');
    if (!isConverted) return 'hls';
    if (!playlist.includes('#EXT-X-STREAM-INF')) return 'live';
    // They name the size of a picture that is copied only.
    return playlist.includes('RESOLUTION=') ? 'remux' : 'transcode';
  };
}

/** What is not as it should be, in words; nothing where all is. */
export function judgeItem({ expected }: ZooItem, watched: Watched): string[] {
  if ('sentence' in expected) {
    if (watched.sentence?.includes(expected.sentence) === true) return [];
    return [`no dice «${expected.sentence}»${watched.sentence === undefined ? '' : `, sino otra cosa`}`];
  }
  const { form, sounds = [], texts = [] } = expected;
  return [
    ...(watched.form === form ? [] : [`la forma es ${watched.form ?? 'ninguna'}, no ${form}`]),
    ...(watched.sentence === undefined ? [] : ['muestra una frase']),
    ...(watched.hasPicture ? [] : ['sin imagen']),
    ...(watched.hasSound ? [] : ['sin sonido']),
    ...(watched.playedSeconds >= enoughSeconds ? [] : ['no avanza']),
    ...(isSame(watched.sounds, sounds) ? [] : [`idiomas: ${watched.sounds.join(', ')}`]),
    ...(isSame(watched.texts, texts) ? [] : [`subtítulos: ${watched.texts.join(', ')}`]),
  ];
}

/** One is no choice, so that nobody has to offer it. */
const isSame = (found: readonly string[], wanted: readonly string[]): boolean =>
  found.join() === wanted.join() || (wanted.length === 0 && found.length <= 1);
