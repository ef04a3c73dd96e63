import type { PlaybackMedia, StreamInterruption } from '../src/playback/playback.ts';
import type { PlaybackFailure } from '../src/playback/playback-failure.ts';
import type { StreamType } from '../src/playback/playback-state.ts';
import type { StreamKind } from '../src/playback/source-routing.ts';

/** How the simulated browser of a test reacts when a page plays sound at once, and when it turns the sound on later. */
export interface BrowserManners {
  allowsSound: boolean;
  allowsMuted?: boolean;
  pausesOnUnmute?: boolean;
}

/**
 * A fake media element for tests, without real media: the test triggers its events, and the element reacts as browsers
 * do.
 */
export class ScriptedMedia extends EventTarget implements PlaybackMedia {
  streamKind: StreamKind = 'file';
  streamType: StreamType = 'unknown';
  targetLiveWindow = 0;
  isSequential = false;
  startSeconds: number | undefined;
  ended = false;
  seeking = false;
  paused = true;
  isPauseWanted = false;
  readyState = 0;
  currentTime = 0;
  duration = Number.NaN;
  videoWidth = 320;
  decodedAudioBytes: number | undefined = 1000;
  hasPicture: boolean | undefined = true;
  failure: PlaybackFailure | undefined;
  interruption: StreamInterruption | undefined;
  /** How often the tested code has requested the interrupted stream again. */
  resumed = 0;
  /** How often the tested code has asked for the newest media, and whether the engine can continue there. */
  edgeVisits = 0;
  hasLiveEdge = true;
  /** The end of the buffered media, in seconds. */
  bufferedSeconds = 0;
  receivedBytes = 0;
  /** Whether no media have arrived yet when the tested code plays a stream. */
  startsSlowly = false;
  /** Every stream that the tested code has opened on this fake media element, as `url@startSeconds`. */
  readonly opened: string[] = [];
  readonly manners: BrowserManners;
  #src = '';
  #isMuted = false;
  #playedSeconds = 0;

  constructor(manners: BrowserManners = { allowsSound: true }) {
    super();
    this.manners = manners;
  }

  get src(): string {
    return this.#src;
  }

  set src(url: string) {
    this.#src = url;
    this.load();
  }

  get muted(): boolean {
    return this.#isMuted;
  }

  set muted(isMuted: boolean) {
    this.#isMuted = isMuted;
    if (!isMuted && this.manners.pausesOnUnmute === true) this.#stop();
    queueMicrotask(() => this.dispatchEvent(new Event('volumechange')));
  }

  get played(): TimeRanges {
    return { length: 1, start: () => 0, end: () => this.#playedSeconds };
  }

  get buffered(): TimeRanges {
    return { length: 1, start: () => 0, end: () => this.bufferedSeconds };
  }

  load(): void {
    this.failure = undefined;
    this.interruption = undefined;
    this.bufferedSeconds = 0;
    this.paused = true;
    this.readyState = 0;
    this.currentTime = 0;
    this.#playedSeconds = 0;
    if (this.#src !== '') this.opened.push(`${this.#src}@${this.startSeconds ?? 'start'}`);
    this.dispatchEvent(new Event('emptied'));
  }

  async play(): Promise<void> {
    this.isPauseWanted = false;
    const isAllowed = this.#isMuted ? (this.manners.allowsMuted ?? true) : this.manners.allowsSound;
    await Promise.resolve();
    if (!isAllowed) throw new DOMException('no', 'NotAllowedError');
    if (this.isPauseWanted) throw new DOMException('paused', 'AbortError');
    this.paused = false;
    if (!this.startsSlowly) this.readyState = 4;
    this.dispatchEvent(new Event(this.startsSlowly ? 'play' : 'playing'));
  }

  pause(): void {
    this.isPauseWanted = true;
    this.#stop();
  }

  #stop(): void {
    this.paused = true;
    this.dispatchEvent(new Event('pause'));
  }

  resume(): void {
    this.interruption = undefined;
    this.resumed += 1;
  }

  goToLiveEdge(): boolean {
    if (!this.hasLiveEdge) return false;
    this.edgeVisits += 1;
    this.currentTime += 30;
    this.dispatchEvent(new Event('seeking'));
    return true;
  }

  endInterrupted(): void {
    if (this.interruption !== undefined) this.fail(this.interruption.failure);
  }

  /** Stops the stream as `<stream-video>` does when the buffered media can still play. */
  interrupt(failure: PlaybackFailure, needsResume = true): void {
    this.interruption = { failure, needsResume };
    this.dispatchEvent(new Event('streaminterrupted'));
  }

  /** Delivers media up to this second of the stream. */
  receive(untilSeconds: number): void {
    this.bufferedSeconds = untilSeconds;
    this.dispatchEvent(new Event('progress'));
  }

  /**
   * Advances the playback position of the fake media element and fires `timeupdate`; `playedSeconds` is the total
   * length of what was played.
   */
  runTo(seconds: number, playedSeconds = seconds): void {
    this.currentTime = seconds;
    this.#playedSeconds = playedSeconds;
    this.dispatchEvent(new Event('timeupdate'));
  }

  /** Makes the fake element fail as `<stream-video>` does: fires `error` with the failure, then releases the media. */
  fail(failure: PlaybackFailure): void {
    this.failure = failure;
    this.dispatchEvent(new Event('error'));
    if (this.failure !== failure) return;
    this.paused = true;
    this.readyState = 0;
    this.currentTime = 0;
    this.#playedSeconds = 0;
    this.dispatchEvent(new Event('emptied'));
  }
}
