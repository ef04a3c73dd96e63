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
  stop(): void;
}

export class CastFailure extends Error {
  override readonly name = 'CastFailure';
}

const noTelevision =
  'No se encontró ningún televisor. Enciéndelo y comprueba que está en la misma red que este dispositivo.';
const notForTelevision = 'Este contenido no se puede enviar al televisor. Míralo aquí.';

/** The stream kinds that televisions play by themselves. */
const castKinds: ReadonlySet<string> = new Set(['hls', 'file', 'dash']);

/**
 * A film of the product that every television plays. Chromium looks for televisions only for media whose duration it
 * knows, and Safari for media whose metadata it has; the address that will be sent is not requested for that.
 */
const sample = '/prueba/faro.mp4';

/**
 * Calls back whether there is a television in reach, now and whenever that changes. A browser that does not look for
 * televisions before somebody asks for one counts as having one.
 *
 * @returns a function that ends the watch
 */
export function watchTelevisions(onChange: (isInReach: boolean) => void): () => void {
  const media = createMedia(sample);
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

/** What happens after the list of televisions was opened. */
export interface CastEvents {
  /** Called when the person has chosen a television. */
  onBegin: (session: CastSession) => void;
  /** Called when the television no longer plays, with the position that it had reached in seconds. */
  onEnd: (seconds: number) => void;
}

/**
 * Opens the list of televisions, and plays a stream on the one that the person chooses. Chromium's list closes before the
 * promise resolves. Safari's may still be open: Safari does not tell when somebody closes it.
 *
 * @param startSeconds - where a film begins; `undefined` for a live stream
 * @returns a function that gives the choice up; it does nothing once a television plays
 * @throws CastFailure with a sentence that says why there is no television for this stream
 */
export async function openTelevisionList(
  stream: CastStream,
  startSeconds: number | undefined,
  events: CastEvents,
): Promise<() => void> {
  if (stream === undefined || !castKinds.has(stream.kind)) throw new CastFailure(notForTelevision);
  // A browser offers televisions only for an element that knows what it would play. The server tells this request from
  // that of a television by the cookie of the browser, and leaves the lease with the page.
  const media = createMedia(stream.src);
  if (startSeconds !== undefined) {
    media.addEventListener('loadedmetadata', () => (media.currentTime = startSeconds), { once: true });
  }
  if (findCastWay() === 'airplay') return openAirplayList(media, events);
  try {
    await awaitMetadata(media);
    if (await chooseByRemote(media)) events.onBegin(createSession(media, events.onEnd));
    else release(media);
  } catch (error) {
    release(media);
    throw new CastFailure(readSentence(error), { cause: error });
  }
  return () => undefined;
}

/** Plays on the chosen television, until it stops or the session is ended. */
function createSession(media: HTMLVideoElement, onEnd: (seconds: number) => void): CastSession {
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
  if (findCastWay() === 'airplay') {
    const hear = (): void => {
      if (!isWireless(media)) end();
    };
    media.addEventListener(airplayChange, hear, { signal });
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

function createMedia(src: string): HTMLVideoElement {
  const media = document.createElement('video');
  media.preload = 'metadata';
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

/** Resolves when an element knows what it would play, or that it cannot play it: the browser then refuses by itself. */
const awaitMetadata = (media: HTMLVideoElement): Promise<void> =>
  new Promise((resolve) => {
    for (const event of ['loadedmetadata', 'error'])
      media.addEventListener(event, () => resolve(), { once: true });
  });

const airplayChange = 'webkitcurrentplaybacktargetiswirelesschanged';
const isWireless = (media: AirplayVideo): boolean => media.webkitCurrentPlaybackTargetIsWireless === true;

/** Opens Safari's list of televisions. @returns a function that gives the choice up */
function openAirplayList(media: AirplayVideo, { onBegin, onEnd }: CastEvents): () => void {
  const heard = new AbortController();
  const hear = (): void => {
    if (!isWireless(media)) return;
    heard.abort();
    onBegin(createSession(media, onEnd));
  };
  media.addEventListener(airplayChange, hear, { signal: heard.signal });
  media.webkitShowPlaybackTargetPicker?.();
  return () => {
    if (heard.signal.aborted) return;
    heard.abort();
    release(media);
  };
}

const readSentence = (error: unknown): string =>
  error instanceof DOMException && error.name === 'NotSupportedError' ? notForTelevision : noTelevision;
