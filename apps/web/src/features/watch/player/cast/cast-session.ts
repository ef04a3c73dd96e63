/*
 * Sends a stream to a television by the browser's own means: the Remote Playback API of Chromium, AirPlay in Safari. Both
 * give the address of a media element to the television, which requests it by itself, and both make the element a remote
 * control of the television: `play`, `pause` and `currentTime` act there. The player's own element cannot be used,
 * because its address is that of a buffer in the page.
 *
 * @see https://www.w3.org/TR/remote-playback/
 */
import { findCastWay, type AirplayVideo, type CastStream } from './cast-stream.ts';

/** A stream that plays on a television. */
export interface CastSession {
  /** The element that controls the television; its events tell what the television does. */
  readonly media: HTMLVideoElement;
  /** Plays or pauses on the television. */
  toggle(): void;
  /** Seeks by a number of seconds, not before the beginning. */
  seekBy(seconds: number): void;
  /** Ends playback on the television. */
  stop(): void;
}

/** Why a stream could not be sent to a television. */
export class CastFailure extends Error {
  override readonly name = 'CastFailure';
}

const noTelevision =
  'No se encontró ningún televisor. Enciéndelo y comprueba que está en la misma red que este dispositivo.';
const notForTelevision = 'Este contenido no se puede enviar al televisor. Míralo aquí.';

/** The stream kinds that televisions play by themselves. */
const castKinds: ReadonlySet<string> = new Set(['hls', 'file', 'dash']);

/**
 * Calls back whether there is a television in reach, now and whenever that changes. A browser that does not look for
 * televisions before somebody asks for one counts as having one.
 *
 * @param src - an address like those that will be sent; it is not requested
 * @returns a function that ends the watch
 */
export function watchTelevisions(src: string, onChange: (isInReach: boolean) => void): () => void {
  const media = createMedia(src, 'none');
  let isOver = false;
  const tell = (isInReach: boolean): void => {
    if (!isOver) onChange(isInReach);
  };
  if (findCastWay() === 'airplay') {
    const hear = (event: Event): void =>
      tell((event as Event & { availability?: string }).availability === 'available');
    media.addEventListener('webkitplaybacktargetavailabilitychanged', hear);
  } else {
    media.remote.watchAvailability(tell).catch(() => tell(true));
  }
  return () => {
    isOver = true;
    release(media);
  };
}

/**
 * Lets the person choose a television and plays a stream there.
 *
 * @param startSeconds - where a film begins; `undefined` for a live stream
 * @param onEnd - called when the television no longer plays, with the position that it had reached
 * @returns `undefined` when the person chose no television
 * @throws CastFailure with a sentence that says why there is no television for this stream
 */
export async function beginCast(
  stream: CastStream,
  startSeconds: number | undefined,
  onEnd: (seconds: number) => void,
): Promise<CastSession | undefined> {
  if (stream === undefined || !castKinds.has(stream.kind)) throw new CastFailure(notForTelevision);
  const media = createMedia(stream.src, 'auto');
  if (startSeconds !== undefined) {
    media.addEventListener('loadedmetadata', () => (media.currentTime = startSeconds), { once: true });
  }
  const way = findCastWay();
  try {
    const isChosen = way === 'airplay' ? await chooseByAirplay(media) : await chooseByRemote(media);
    if (!isChosen) {
      release(media);
      return undefined;
    }
  } catch (error) {
    release(media);
    throw new CastFailure(readSentence(error), { cause: error });
  }
  const heard = new AbortController();
  const end = (): void => {
    if (heard.signal.aborted) return;
    heard.abort();
    const seconds = media.currentTime;
    release(media);
    onEnd(seconds);
  };
  const { signal } = heard;
  media.addEventListener('ended', end, { signal });
  media.addEventListener('error', end, { signal });
  if (way === 'airplay') {
    const hear = (): void => {
      if ((media as AirplayVideo).webkitCurrentPlaybackTargetIsWireless !== true) end();
    };
    media.addEventListener('webkitcurrentplaybacktargetiswirelesschanged', hear, { signal });
  } else {
    media.remote.addEventListener('disconnect', end, { signal });
  }
  void media.play().catch(() => undefined);
  return {
    media,
    toggle() {
      if (media.paused) void media.play().catch(() => undefined);
      else media.pause();
    },
    seekBy(seconds) {
      media.currentTime = Math.max(0, media.currentTime + seconds);
    },
    stop: end,
  };
}

function createMedia(src: string, preload: 'auto' | 'none'): HTMLVideoElement {
  const media = document.createElement('video');
  media.preload = preload;
  media.setAttribute('x-webkit-airplay', 'allow');
  media.src = new URL(src, location.href).href;
  return media;
}

/** Ends the requests of a media element, and its connection to a television. */
function release(media: HTMLVideoElement): void {
  media.disableRemotePlayback = true;
  media.pause();
  media.removeAttribute('src');
  media.load();
}

async function chooseByRemote(media: HTMLVideoElement): Promise<boolean> {
  const { remote } = media;
  const connected = new Promise<boolean>((resolve) => {
    remote.addEventListener('connect', () => resolve(true), { once: true });
    remote.addEventListener('disconnect', () => resolve(false), { once: true });
  });
  try {
    await remote.prompt();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotAllowedError') return false;
    throw error;
  }
  return remote.state === 'connected' || connected;
}

/** Safari does not tell when the person closes the list of televisions; until they choose one, nothing happens. */
function chooseByAirplay(media: AirplayVideo): Promise<boolean> {
  return new Promise((resolve) => {
    media.addEventListener(
      'webkitcurrentplaybacktargetiswirelesschanged',
      () => resolve(media.webkitCurrentPlaybackTargetIsWireless === true),
      { once: true },
    );
    media.webkitShowPlaybackTargetPicker?.();
  });
}

const readSentence = (error: unknown): string =>
  error instanceof DOMException && error.name === 'NotSupportedError' ? notForTelevision : noTelevision;
