/*
 * The custom element <stream-video> has the interface of a <video> and also plays formats that a <video> cannot. A
 * source is opened in the next microtask, so that the attributes `src` and `stream-kind` may be set in any order.
 * Each time a source is opened, an AbortController is made for it, which is aborted when the source is replaced,
 * when it fails, and when the element is removed from the document; the abort ends the engine (hls.js, shaka-player,
 * …). So there is never more than one engine, and reports of an earlier engine are ignored.
 */
import type { PlaybackSource, PreparedPlaylist, StreamInterruption } from '../playback/playback.ts';
import type { PlaybackFailure } from '../playback/playback-failure.ts';
import type { ExpectedStreamType, StreamType } from '../playback/playback-state.ts';
import { routeSource, type EngineName, type StreamKind } from '../playback/source-routing.ts';
import { unknownFacts, type EngineHost, type OpenEngine, type StreamFacts } from './engine.ts';
import { findLoadedHls, loadHls, type HlsCode } from './load-hls.ts';
import { ForwardingElement } from './media-forwarding.ts';
import { loadMpegts } from './load-mpegts.ts';
import { loadShaka } from './load-shaka.ts';
import { repeatLostSeeks } from './lost-seek.ts';
import { openNative } from './native-engine.ts';
import { steadyMs } from '../base/clock.ts';
import { StreamAudioTrackList, VideoRenditionList } from './track-lists.ts';

/**
 * The name of the event that `<stream-video>` fires when playback fails, before the plain `error` event; its `detail`
 * is the `PlaybackFailure`.
 */
const playbackFailureEvent = 'playbackfailure';

const streamKinds: readonly string[] = ['hls', 'dash', 'ts', 'file'] satisfies StreamKind[];
const mirroredAttributes = ['crossorigin', 'loop', 'muted', 'poster', 'preload', 'title'];
const hlsMimeType = 'application/vnd.apple.mpegurl';

/** Options for all `<stream-video>` elements of the page. */
export interface StreamVideoOptions {
  /** The URL of hls.js's worker script (`hls.js/dist/hls.worker.js`) on our own origin. */
  hlsWorkerUrl?: string;
}

interface Opening {
  readonly abort: AbortController;
  readonly ready: Promise<void>;
}

/**
 * The custom element <stream-video>, a <video> for more formats. Attributes: `src`; `stream-kind` (`hls`, `dash`, `ts`,
 * `file`; default `file`); `stream-type` (live or on demand, as the page expects it; only raw MPEG-TS needs it); and
 * the attributes of a <video>. Events in addition to those of a <video>: `streamtypechange`, `targetlivewindowchange`,
 * `playbackfailure`, `streaminterrupted`.
 *
 * @see https://github.com/video-dev/media-ui-extensions for streamType, targetLiveWindow and liveEdgeStart
 */
export class StreamVideo extends ForwardingElement {
  static readonly observedAttributes = ['src', 'stream-kind', ...mirroredAttributes];
  static hlsWorkerUrl: string | undefined;

  readonly videoRenditions = new VideoRenditionList();
  readonly audioTracks = new StreamAudioTrackList();
  /** The second at which the stream opened next starts; cleared once it was used. */
  startSeconds: number | undefined;
  #opening: Opening | undefined;
  #failure: PlaybackFailure | undefined;
  #interruption: StreamInterruption | undefined;
  #resume: (() => void) | undefined;
  #goToLiveEdge: (() => void) | undefined;
  #countBytes: (() => number) | undefined;
  #facts: StreamFacts = unknownFacts;
  #hasPicture: boolean | undefined;
  #hasSound: boolean | undefined;
  #isPauseWanted = false;
  /**
   * A promise that settles when the engine of the previous stream (hls.js, shaka-player, …) has released the <video>,
   * so that the next one can use it.
   */
  #released: Promise<unknown> = Promise.resolve();

  get src(): string {
    return this.getAttribute('src') ?? '';
  }

  /** Sets the URL of the stream to play; an empty one closes the current stream. */
  set src(url: string) {
    if (url === '') this.removeAttribute('src');
    else this.setAttribute('src', url);
  }

  get currentSrc(): string {
    return this.src;
  }

  get streamKind(): StreamKind {
    const kind = this.getAttribute('stream-kind') ?? '';
    return streamKinds.includes(kind) ? (kind as StreamKind) : 'file';
  }

  set streamKind(kind: StreamKind) {
    this.setAttribute('stream-kind', kind);
  }

  /**
   * Whether the current stream is live or on demand, as the engine (hls.js, …) has detected it. Setting the property
   * declares what is expected of the next stream.
   */
  get streamType(): StreamType {
    return this.#facts.streamType;
  }

  set streamType(type: ExpectedStreamType) {
    this.setAttribute('stream-type', type);
  }

  /**
   * How many seconds a viewer can seek back in a live stream; 0: not at all, `Infinity`: to its start, `NaN`: the
   * stream is not live.
   */
  get targetLiveWindow(): number {
    return this.#facts.targetLiveWindowSeconds;
  }

  /**
   * The position in seconds from which playback of a live stream counts as live; `NaN` for a stream that is not live.
   */
  get liveEdgeStart(): number {
    const { seekable } = this;
    if (this.#facts.streamType !== 'live' || seekable.length === 0) return Number.NaN;
    return seekable.end(seekable.length - 1) - this.#facts.liveEdgeOffsetSeconds;
  }

  /** Whether the current stream can be received only from its beginning, so that nobody can seek in it. */
  get isSequential(): boolean {
    return this.#facts.isSequential;
  }

  /** Why playback of the current stream has failed for good; `undefined` while it has not. */
  get failure(): PlaybackFailure | undefined {
    return this.#failure;
  }

  /** Why the stream has stopped coming while the buffered media play; `undefined` otherwise. */
  get interruption(): StreamInterruption | undefined {
    return this.#interruption;
  }

  /**
   * Why playback has failed, in the form of a media element's `error`; `message` is the code of our failure, such as
   * `media.codec`.
   */
  get error(): Pick<MediaError, 'code' | 'message'> | null {
    if (this.#failure === undefined) return null;
    return { code: mediaErrorCodeOf(this.#failure), message: this.#failure.code };
  }

  /** Whether the stream contains video, unlike a radio; `undefined` until the engine (hls.js, …) has found out. */
  get hasPicture(): boolean | undefined {
    return this.#hasPicture;
  }

  /**
   * How many bytes of audio the browser has decoded so far, to detect sound that it cannot play; `undefined` in browsers
   * that do not count them, and for streams that contain no sound.
   */
  get decodedAudioBytes(): number | undefined {
    return this.#hasSound === false ? undefined : this.webkitAudioDecodedByteCount;
  }

  /**
   * Starts playback once the engine (hls.js, …) has opened the stream. Rejects as `play()` of a <video> does, with
   * `AbortError` when another stream was opened meanwhile.
   */
  async play(): Promise<void> {
    this.#isPauseWanted = false;
    const opening = this.#opening;
    await opening?.ready;
    opening?.abort.signal.throwIfAborted();
    if (this.#failure !== undefined) throw new DOMException(this.#failure.code, 'NotSupportedError');
    if (this.#isPauseWanted) throw new DOMException('paused before it could play', 'AbortError');
    return this.video.play();
  }

  /** Whether `pause()` was called after the last `play()`. */
  get isPauseWanted(): boolean {
    return this.#isPauseWanted;
  }

  pause(): void {
    this.#isPauseWanted = true;
    this.video.pause();
  }

  /** Opens the current stream anew from the beginning, as `load()` of a <video> does. */
  load(): void {
    this.#close();
    if (this.src === '' || !this.isConnected) return;
    const abort = new AbortController();
    const ready = Promise.resolve().then(() => this.#open(abort.signal));
    this.#opening = { abort, ready };
  }

  /**
   * Continues a live stream at its newest media, and drops requests for earlier media.
   *
   * @returns false if the engine (hls.js, …) offers no way to do so
   */
  goToLiveEdge(): boolean {
    this.#goToLiveEdge?.();
    return this.#goToLiveEdge !== undefined;
  }

  /** How many bytes of media have arrived since the stream was opened, as far as its engine (hls.js, …) counts them. */
  get receivedBytes(): number {
    return this.#countBytes?.() ?? 0;
  }

  /** Requests an interrupted stream again; without an interruption, nothing happens. */
  resume(): void {
    const resume = this.#resume;
    this.#resume = undefined;
    this.#interruption = undefined;
    resume?.();
  }

  /** Ends an interrupted stream for good: the reason of the interruption is reported as a failure. */
  endInterrupted(): void {
    if (this.#interruption !== undefined) this.#fail(this.#interruption.failure);
  }

  connectedCallback(): void {
    if (this.#opening === undefined) this.load();
  }

  disconnectedCallback(): void {
    this.#close();
  }

  attributeChangedCallback(name: string, previous: string | null, value: string | null): void {
    if (mirroredAttributes.includes(name)) {
      if (value === null) this.video.removeAttribute(name);
      else this.video.setAttribute(name, value);
    } else if (previous !== value) {
      this.load();
    }
  }

  /**
   * Opens the stream with the player library for its format (hls.js, shaka-player, …) or the browser's own player.
   * Never rejects: an error while opening is reported as a playback failure.
   */
  async #open(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const source = {
      url: this.src,
      expectedStreamType: readStreamType(this.getAttribute('stream-type')),
      startSeconds: this.startSeconds,
    };
    this.startSeconds = undefined;
    try {
      const openEngine = await findEngine(this.streamKind, this.video);
      await this.#released;
      if (signal.aborted) return;
      if (openEngine === undefined) {
        this.#fail({ source: 'unsupported', code: 'stream.unplayable', fatal: true });
      } else {
        repeatLostSeeks(this.video, signal);
        await openEngine(this.#hostOf(signal), source, signal);
      }
    } catch {
      // The code of hls.js, shaka-player or mpegts.js could not be loaded: the network failed, or a new release has
      // replaced the product's files on the server.
      if (!signal.aborted) this.#fail({ source: 'network', code: 'player.unloaded', fatal: true });
    }
  }

  #hostOf(signal: AbortSignal): EngineHost {
    return {
      video: this.video,
      videoRenditions: this.videoRenditions,
      audioTracks: this.audioTracks,
      reportFailure: (failure) => {
        if (!signal.aborted) this.#fail(failure);
      },
      reportInterruption: (failure, resume) => {
        if (signal.aborted) return;
        this.#interruption = { failure, needsResume: resume !== undefined };
        this.#resume = resume;
        this.dispatchEvent(new Event('streaminterrupted'));
      },
      offerLiveEdge: (go) => {
        if (!signal.aborted) this.#goToLiveEdge = go;
      },
      countBytes: (count) => {
        if (!signal.aborted) this.#countBytes = count;
      },
      reportFacts: (facts) => {
        if (!signal.aborted) this.#note(facts);
      },
      reportTracks: (hasPicture, hasSound) => {
        if (signal.aborted) return;
        this.#hasPicture = hasPicture;
        this.#hasSound = hasSound;
      },
      holdUntil: (released) => {
        this.#released = Promise.allSettled([this.#released, released]);
      },
    };
  }

  #fail(failure: PlaybackFailure): void {
    this.#failure = failure;
    this.dispatchEvent(new CustomEvent(playbackFailureEvent, { detail: failure }));
    this.dispatchEvent(new Event('error'));
    // A listener of `playbackfailure` or `error` may already have opened another stream after the failure; this new
    // stream must not be closed.
    if (this.#failure === failure) this.#release();
  }

  #close(): void {
    this.#failure = undefined;
    this.#release();
    this.#note(unknownFacts);
  }

  #release(): void {
    this.#opening?.abort.abort(new DOMException('another source came first', 'AbortError'));
    this.#opening = undefined;
    this.#interruption = undefined;
    this.#resume = undefined;
    this.#goToLiveEdge = undefined;
    this.#countBytes = undefined;
    this.#hasPicture = this.#hasSound = undefined;
    this.videoRenditions.clear();
    this.audioTracks.clear();
    for (const track of this.video.querySelectorAll('track')) track.remove();
    if (!this.video.hasAttribute('src')) return;
    this.video.removeAttribute('src');
    this.video.load();
  }

  #note(facts: StreamFacts): void {
    const previous = this.#facts;
    this.#facts = facts;
    if (previous.streamType !== facts.streamType) this.dispatchEvent(new Event('streamtypechange'));
    if (!Object.is(previous.targetLiveWindowSeconds, facts.targetLiveWindowSeconds)) {
      this.dispatchEvent(new Event('targetlivewindowchange'));
    }
  }
}

async function findEngine(kind: StreamKind, video: HTMLVideoElement): Promise<OpenEngine | undefined> {
  const engine = await routeSource(kind, {
    isHlsJsSupported: async () => (await loadHls()).isHlsSupported(),
    isMpegtsJsSupported: async () => (await loadMpegts()).isSupported(),
    isShakaSupported: async () => (await loadShaka()).Player.isBrowserSupported(),
    isHlsNative: () => video.canPlayType(hlsMimeType) !== '',
  });
  return engine === undefined ? undefined : engineLoaders[engine]();
}

const engineLoaders: Readonly<Record<EngineName, () => Promise<OpenEngine>>> = {
  native: async () => openNative,
  'hls.js': async () => (await loadHls()).createHlsEngine(StreamVideo.hlsWorkerUrl),
  // The two are imported only for the streams that need them, because few do.
  'mpegts.js': async () => (await import('./mpegts-engine.ts')).createMpegtsEngine(await loadMpegts()),
  shaka: async () => (await import('./dash-engine.ts')).createDashEngine(await loadShaka()),
};

function readStreamType(value: string | null): ExpectedStreamType {
  return value === 'live' || value === 'on-demand' || value === 'recording' ? value : 'unknown';
}

function mediaErrorCodeOf({ source }: PlaybackFailure): number {
  if (source === 'media') return MediaError.MEDIA_ERR_DECODE;
  if (source === 'unsupported' || source === 'drm') return MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED;
  return MediaError.MEDIA_ERR_NETWORK;
}

/**
 * Prefetches an HLS stream that a `<stream-video>` is about to play. Never fails: without a prefetched stream, the
 * element loads it itself.
 *
 * @param given - playlists of the stream that have been received already
 */
export function prepareStream(
  { src, kind, startSeconds }: PlaybackSource,
  given?: readonly PreparedPlaylist[],
): void {
  if (kind !== 'hls') return;
  const receivedAtMs = steadyMs();
  const prepare = ({ prepareHls }: HlsCode): void =>
    prepareHls({ url: src, startSeconds }, StreamVideo.hlsWorkerUrl, given, receivedAtMs);
  // Nothing is awaited when the code is there already, so that the first request starts before the page is rendered.
  const code = findLoadedHls();
  if (code === undefined) loadHls().then(prepare, () => undefined);
  else prepare(code);
}

/** Registers the custom element `<stream-video>`. A second call only changes the options. */
export function defineStreamVideo({ hlsWorkerUrl }: StreamVideoOptions = {}): void {
  StreamVideo.hlsWorkerUrl = hlsWorkerUrl;
  if (customElements.get('stream-video') === undefined) customElements.define('stream-video', StreamVideo);
}

declare global {
  interface HTMLElementTagNameMap {
    'stream-video': StreamVideo;
  }
}
