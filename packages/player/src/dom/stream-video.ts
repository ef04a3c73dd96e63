/*
 * <stream-video> has the interface of a <video> and also plays formats that a <video> cannot. A source is opened in the next
 * microtask, so that `src` and `stream-kind` may be set in any order. Each opening owns an AbortController, which is aborted
 * when the source is replaced, when it fails, and when the element is removed from the document; the abort ends the engine. So
 * there is never more than one engine, and reports of an earlier engine are ignored.
 */
import type { PlaybackSource } from '../playback/playback.ts';
import type { PlaybackFailure } from '../playback/playback-failure.ts';
import type { StreamType } from '../playback/playback-state.ts';
import { routeSource, type EngineName, type StreamKind } from '../playback/source-routing.ts';
import { createDashEngine, loadShaka } from './dash-engine.ts';
import { unknownFacts, type EngineHost, type OpenEngine, type StreamFacts } from './engine.ts';
import { createHlsEngine, loadHls, prepareHls } from './hls-engine.ts';
import { ForwardingElement } from './media-forwarding.ts';
import { createMpegtsEngine, loadMpegts } from './mpegts-engine.ts';
import { openNative } from './native-engine.ts';
import { StreamAudioTrackList, VideoRenditionList } from './track-lists.ts';

/** Fired on the element with a `PlaybackFailure` as its `detail`, before the plain `error` event. */
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
 * The <stream-video> element. Attributes: `src`; `stream-kind` (`hls`, `dash`, `ts`, `file`; default `file`); `stream-type` (the
 * type that the page expects; only raw MPEG-TS needs it); and the attributes of a <video>. Events in addition to those of a
 * <video>: `streamtypechange`, `targetlivewindowchange`, `playbackfailure`.
 *
 * @see https://github.com/video-dev/media-ui-extensions for streamType, targetLiveWindow and liveEdgeStart
 */
export class StreamVideo extends ForwardingElement {
  static readonly observedAttributes = ['src', 'stream-kind', ...mirroredAttributes];
  static hlsWorkerUrl: string | undefined;

  readonly videoRenditions = new VideoRenditionList();
  readonly audioTracks = new StreamAudioTrackList();
  /** The start position in seconds for the next opening; cleared once it was used. */
  startSeconds: number | undefined;
  #opening: Opening | undefined;
  #failure: PlaybackFailure | undefined;
  #facts: StreamFacts = unknownFacts;
  #isPauseWanted = false;
  /** Settles when the previous engine has released the video. */
  #released: Promise<unknown> = Promise.resolve();

  get src(): string {
    return this.getAttribute('src') ?? '';
  }

  /** Sets the source's URL; an empty one closes the stream. */
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

  /** The stream type that the engine detected; setting it declares the expected type of the next source. */
  get streamType(): StreamType {
    return this.#facts.streamType;
  }

  set streamType(type: StreamType) {
    this.setAttribute('stream-type', type);
  }

  /** How many seconds a viewer can seek back in a live stream; 0: not at all, `Infinity`: to its start, `NaN`: not live. */
  get targetLiveWindow(): number {
    return this.#facts.targetLiveWindowSeconds;
  }

  /** The position from which playback counts as live, in seconds; `NaN` for a stream that is not live. */
  get liveEdgeStart(): number {
    const { seekable } = this;
    if (this.#facts.streamType !== 'live' || seekable.length === 0) return Number.NaN;
    return seekable.end(seekable.length - 1) - this.#facts.liveEdgeOffsetSeconds;
  }

  /** The fatal failure that ended the current source. */
  get failure(): PlaybackFailure | undefined {
    return this.#failure;
  }

  /** The current failure in the form of a media element's error; `message` is the failure's code. */
  get error(): Pick<MediaError, 'code' | 'message'> | null {
    if (this.#failure === undefined) return null;
    return { code: mediaErrorCodeOf(this.#failure), message: this.#failure.code };
  }

  /** The number of audio bytes decoded so far; `undefined` in browsers that do not count them. */
  get decodedAudioBytes(): number | undefined {
    return this.webkitAudioDecodedByteCount;
  }

  /** Plays once the engine is ready; rejects as a <video> does, with `AbortError` when another source was opened meanwhile. */
  async play(): Promise<void> {
    this.#isPauseWanted = false;
    const opening = this.#opening;
    await opening?.ready;
    opening?.abort.signal.throwIfAborted();
    if (this.#failure !== undefined) throw new DOMException(this.#failure.code, 'NotSupportedError');
    if (this.#isPauseWanted) throw new DOMException('paused before it could play', 'AbortError');
    return this.video.play();
  }

  pause(): void {
    this.#isPauseWanted = true;
    this.video.pause();
  }

  /** Opens the current source again from the beginning. */
  load(): void {
    this.#close();
    if (this.src === '' || !this.isConnected) return;
    const abort = new AbortController();
    const ready = Promise.resolve().then(() => this.#open(abort.signal));
    this.#opening = { abort, ready };
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

  /** Opens the source. Never rejects: an error while opening is reported as a failure. */
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
        await openEngine(this.#hostOf(signal), source, signal);
      }
    } catch {
      // The engine's code could not be loaded: the network failed, or a new release has replaced the product's files.
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
      reportFacts: (facts) => {
        if (!signal.aborted) this.#note(facts);
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
    // A listener of the failure events may have opened another source already, which must not be released.
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
    isHlsJsSupported: async () => (await loadHls()).isSupported(),
    isMpegtsJsSupported: async () => (await loadMpegts()).isSupported(),
    isShakaSupported: async () => (await loadShaka()).Player.isBrowserSupported(),
    isHlsNative: () => video.canPlayType(hlsMimeType) !== '',
  });
  return engine === undefined ? undefined : engineLoaders[engine]();
}

const engineLoaders: Readonly<Record<EngineName, () => Promise<OpenEngine>>> = {
  native: async () => openNative,
  'hls.js': async () => createHlsEngine(await loadHls(), StreamVideo.hlsWorkerUrl),
  'mpegts.js': async () => createMpegtsEngine(await loadMpegts()),
  shaka: async () => createDashEngine(await loadShaka()),
};

function readStreamType(value: string | null): StreamType {
  return value === 'live' || value === 'on-demand' ? value : 'unknown';
}

function mediaErrorCodeOf({ source }: PlaybackFailure): number {
  if (source === 'media') return MediaError.MEDIA_ERR_DECODE;
  if (source === 'unsupported' || source === 'drm') return MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED;
  return MediaError.MEDIA_ERR_NETWORK;
}

/** Prefetches the source that a `<stream-video>` will open. Never fails: the element then loads the source itself. */
export function prepareStream({ src, kind, startSeconds }: PlaybackSource): void {
  if (kind !== 'hls') return;
  prepareHls({ url: src, startSeconds }, StreamVideo.hlsWorkerUrl).catch(() => undefined);
}

/** Registers the element `<stream-video>`. A second call only changes the options. */
export function defineStreamVideo({ hlsWorkerUrl }: StreamVideoOptions = {}): void {
  StreamVideo.hlsWorkerUrl = hlsWorkerUrl;
  if (customElements.get('stream-video') === undefined) customElements.define('stream-video', StreamVideo);
}

declare global {
  interface HTMLElementTagNameMap {
    'stream-video': StreamVideo;
  }
}
