/*
 * The custom element <output-video> has the interface of <stream-video>, and plays in a player outside of the page: mpv,
 * or the full-screen player of a phone. It shows no picture; what it reports is what the player has reported. So one
 * control of playback, one set of controls and one record of progress serve both elements.
 *
 * A player outside of the page requests the stream by itself and does not report the HTTP status of a refusal. When it
 * reports an error, or that a film is over although its duration is not reached, the element requests the stream's address
 * once more, and takes the reason from that answer.
 */
import { probeAddress } from '../dom/probe-address.ts';
import type { PlayerMedia } from '../dom/player-media.ts';
import { StreamAudioTrackList, VideoRenditionList } from '../dom/track-lists.ts';
import {
  failureFromMediaError,
  type AddressProbe,
  type PlaybackFailure,
} from '../playback/playback-failure.ts';
import type { ExpectedStreamType, StreamType } from '../playback/playback-state.ts';
import type { StreamKind } from '../playback/source-routing.ts';
import type { OutputEvent, OutputPlayer } from './output-player.ts';
import { createPlayedRanges, timeRanges } from './played-ranges.ts';
import { probeHlsAt } from './probe-position.ts';

/** Playback that ends more than this before the end of a film was cut off, in seconds. */
const cutOffSeconds = 10;

/** Failures of the player itself, for which the stream was not requested. */
const ownFailures: readonly string[] = ['missing', 'too_old', 'start', 'refused'];

/** After a seek, a position this close to the one asked for shows that the player has sought, in seconds. */
const soughtWithinSeconds = 5;
/** After so many positions elsewhere the player has sought to another place than asked for. */
const mostLateReports = 3;

/** The `code` of a `MediaError` for media that did not arrive. */
const networkErrorCode = 2;

const nothing = timeRanges([]);

/** The states of `readyState` of a media element that are told apart here. */
const haveNothing = 0;
const haveEnoughData = 4;

interface Opening {
  readonly abort: AbortController;
  readonly ready: Promise<void>;
}

/**
 * The custom element <output-video>. Attributes: `src`; `title`, which the player shows; `has-next`, for a button «next»
 * of the player. Events in addition to those of a <video>: `streamtypechange`, `nextrequest`.
 */
export class OutputVideo extends HTMLElement implements PlayerMedia {
  /** The player of all these elements, of which only one plays at a time. */
  static player: OutputPlayer | undefined;

  readonly videoRenditions = new VideoRenditionList();
  readonly audioTracks = new StreamAudioTrackList();
  readonly textTracks = this.ownerDocument.createElement('video').textTracks;
  readonly buffered = nothing;
  readonly videoWidth = 0;
  readonly decodedAudioBytes = undefined;
  readonly hasPicture = undefined;
  readonly interruption = undefined;
  readonly isSequential = false;
  readonly receivedBytes = 0;
  readonly disablePictureInPicture = true;
  streamKind: StreamKind = 'file';
  startSeconds: number | undefined;
  defaultPlaybackRate = 1;
  ended = false;
  seeking = false;
  paused = true;
  failure: PlaybackFailure | undefined;
  #src = '';
  #streamType: StreamType = 'unknown';
  #opening: Opening | undefined;
  #isOpen = false;
  #isPauseWanted = false;
  #seconds = 0;
  #durationSeconds = Number.NaN;
  #played = createPlayedRanges();
  /** How many positions were reported since a seek that are not yet those of the seek. */
  #lateReports = 0;
  #volume = 1;
  #isMuted = false;
  #rate = 1;
  #undo: (() => void) | undefined;

  constructor() {
    super();
    const notice = this.ownerDocument.createElement('p');
    notice.textContent = OutputVideo.player?.notice ?? '';
    // Styled by script: an inline style attribute would violate the content security policy.
    notice.style.cssText = 'display: grid; place-items: center; height: 100%; margin: 0; text-align: center;';
    this.attachShadow({ mode: 'open' }).append(notice);
  }

  get src(): string {
    return this.#src;
  }

  set src(url: string) {
    this.#src = url;
    this.load();
  }

  get currentSrc(): string {
    return this.#src;
  }

  get streamType(): StreamType {
    return this.#streamType;
  }

  set streamType(expected: ExpectedStreamType) {
    const type = expected === 'recording' ? 'unknown' : expected;
    if (type === this.#streamType) return;
    this.#streamType = type;
    this.#fire('streamtypechange');
  }

  /** The player tells no window in which one could seek back in a live stream. */
  get targetLiveWindow(): number {
    return this.#streamType === 'live' ? 0 : Number.NaN;
  }

  get liveEdgeStart(): number {
    return this.#streamType === 'live' ? 0 : Number.NaN;
  }

  get error(): Pick<MediaError, 'code' | 'message'> | null {
    if (this.failure === undefined) return null;
    return { code: networkErrorCode, message: this.failure.code };
  }

  get readyState(): number {
    return this.#isOpen ? haveEnoughData : haveNothing;
  }

  get isPauseWanted(): boolean {
    return this.#isPauseWanted;
  }

  get duration(): number {
    return this.#streamType === 'live' ? Infinity : this.#durationSeconds;
  }

  get played(): TimeRanges {
    return this.#played.ranges;
  }

  get seekable(): TimeRanges {
    return Number.isFinite(this.duration) ? timeRanges([{ start: 0, end: this.duration }]) : nothing;
  }

  get currentTime(): number {
    return this.#seconds;
  }

  /** Seeks; where nothing is open, playback starts there when it starts. */
  set currentTime(seconds: number) {
    this.ended = false;
    this.#played.breakOff();
    this.#seconds = Math.max(0, seconds);
    this.seeking = true;
    this.#lateReports = 0;
    this.#fire('seeking');
    if (this.#isOpen) OutputVideo.player?.seek(this.#seconds);
    else this.#endSeeking();
  }

  get volume(): number {
    return this.#volume;
  }

  set volume(volume: number) {
    if (this.#isOpen) OutputVideo.player?.setVolume?.(volume);
    this.#take({ name: 'volume', volume });
  }

  get muted(): boolean {
    return this.#isMuted;
  }

  set muted(isMuted: boolean) {
    if (this.#isOpen) OutputVideo.player?.setMuted?.(isMuted);
    this.#take({ name: 'muted', isMuted });
  }

  get playbackRate(): number {
    return this.#rate;
  }

  set playbackRate(rate: number) {
    if (this.#isOpen) OutputVideo.player?.setRate?.(rate);
    this.#take({ name: 'rate', rate });
  }

  connectedCallback(): void {
    this.#undo = OutputVideo.player?.on((event) => this.#take(event));
    // A page that is closed stops the player, which would otherwise keep the provider's connection.
    this.ownerDocument.defaultView?.addEventListener('pagehide', this.#release);
    if (this.#opening === undefined) this.load();
  }

  disconnectedCallback(): void {
    this.ownerDocument.defaultView?.removeEventListener('pagehide', this.#release);
    this.#release();
    this.#undo?.();
  }

  async play(): Promise<void> {
    this.#isPauseWanted = false;
    if (this.#opening === undefined) this.#openAgain();
    const opening = this.#opening;
    await opening?.ready;
    opening?.abort.signal.throwIfAborted();
    if (this.failure !== undefined) throw new DOMException(this.failure.code, 'NotSupportedError');
    if (this.#isPauseWanted) throw new DOMException('paused before it could play', 'AbortError');
    if (!this.#isOpen || !this.paused) return;
    OutputVideo.player?.setPaused(false);
    this.#begin();
  }

  pause(): void {
    this.#isPauseWanted = true;
    if (this.#isOpen) OutputVideo.player?.setPaused(true);
    this.#halt();
  }

  /** Closes the stream in the player, because another one is about to be opened. The position stays. */
  stop(): void {
    this.#halt();
    this.#release();
  }

  load(): void {
    this.failure = undefined;
    const isOpening = this.#src !== '' && this.isConnected;
    // A player that gets another address stops what it plays by itself.
    if (isOpening) this.#abandon();
    else this.#release();
    this.#forget(this.startSeconds ?? 0);
    this.startSeconds = undefined;
    this.#fire('emptied');
    if (!isOpening) return;
    const abort = new AbortController();
    // In a microtask, as <stream-video> opens a stream: what the page sets together may be set in any order.
    const ready = Promise.resolve().then(() => this.#open(abort.signal));
    this.#opening = { abort, ready };
  }

  goToLiveEdge(): boolean {
    return false;
  }

  resume(): void {}

  endInterrupted(): void {}

  /** Opens what ended, or what the person closed, at the position that is shown. */
  #openAgain(): void {
    this.startSeconds = this.ended || this.#streamType === 'live' ? undefined : this.#seconds;
    this.load();
  }

  async #open(signal: AbortSignal): Promise<void> {
    const { player } = OutputVideo;
    if (signal.aborted || player === undefined) return;
    const answer = await player.play({
      url: new URL(this.#src, this.ownerDocument.baseURI).href,
      title: this.title,
      startSeconds: this.#seconds,
      isLive: this.#streamType === 'live',
      streamKind: this.streamKind,
      hasNext: this.hasAttribute('has-next'),
    });
    if (signal.aborted) return;
    if (!answer.success) {
      const failure = await this.#explain(answer, signal);
      if (!signal.aborted) this.#fail(failure);
      return;
    }
    this.#isOpen = true;
    for (const event of ['loadedmetadata', 'durationchange', 'loadeddata', 'canplay']) this.#fire(event);
    // The player may have been left paused or quiet, by the person or by what it played before.
    player.setPaused(this.#isPauseWanted);
    player.setVolume?.(this.#volume);
    player.setMuted?.(this.#isMuted);
    player.setRate?.(this.#streamType === 'live' ? 1 : this.#rate);
    if (!this.#isPauseWanted) this.#begin();
  }

  #begin(): void {
    this.paused = false;
    this.#fire('play');
    this.#fire('playing');
  }

  /** Notes that nothing plays any more. */
  #halt(): void {
    if (this.paused) return;
    this.paused = true;
    this.#played.breakOff();
    this.#fire('pause');
  }

  #take(event: OutputEvent): void {
    switch (event.name) {
      case 'volume':
        this.#volume = event.volume;
        return this.#fire('volumechange');
      case 'muted':
        this.#isMuted = event.isMuted;
        return this.#fire('volumechange');
      case 'rate':
        this.#rate = event.rate;
        return this.#fire('ratechange');
      case 'duration':
        this.#durationSeconds = event.seconds ?? Number.NaN;
        return this.#fire('durationchange');
      case 'next':
        return this.#fire('nextrequest');
      default:
        // What the player reports after it was stopped belongs to what it played before.
        if (this.#isOpen) this.#takePlaying(event);
    }
  }

  #takePlaying(
    event: Extract<OutputEvent, { name: 'time' | 'paused' | 'ended' | 'closed' | 'error' }>,
  ): void {
    switch (event.name) {
      case 'time':
        return this.#move(event.seconds);
      case 'paused':
        // The person has paused in the player itself, or its system has: a pause that stays.
        this.#isPauseWanted = event.isPaused;
        if (event.isPaused) this.#halt();
        else if (this.paused) this.#begin();
        return;
      case 'closed':
        return this.stop();
      case 'ended':
      case 'error':
        return void this.#takeEnd(event);
    }
  }

  #move(seconds: number): void {
    if (this.seeking) {
      // The player may report where it was before it does what it was asked for.
      this.#lateReports += 1;
      const isLate = Math.abs(seconds - this.#seconds) > soughtWithinSeconds;
      if (isLate && this.#lateReports <= mostLateReports) return;
      this.#seconds = seconds;
      this.#endSeeking();
    }
    const hasJumped = this.#played.note(seconds, this.#rate);
    this.#seconds = seconds;
    if (hasJumped) {
      // The person has sought in the player itself.
      this.seeking = true;
      this.#fire('seeking');
      this.#endSeeking();
    }
    this.#fire('timeupdate');
  }

  #endSeeking(): void {
    this.seeking = false;
    this.#fire('seeked');
  }

  async #takeEnd(event: Extract<OutputEvent, { name: 'ended' | 'error' }>): Promise<void> {
    const opening = this.#opening;
    this.#isOpen = false;
    // Without a known duration, every end of a film is taken for the true one.
    const isCutOff = this.#streamType === 'live' || this.#durationSeconds - this.#seconds > cutOffSeconds;
    if (event.name === 'ended' && !isCutOff) return this.#end();
    if (opening === undefined) return;
    const { signal } = opening.abort;
    const failure = await this.#explain(event.name === 'error' ? event : undefined, signal);
    if (!signal.aborted) this.#fail(failure);
  }

  #end(): void {
    this.#opening?.abort.abort();
    this.#opening = undefined;
    this.ended = true;
    this.paused = true;
    this.#fire('timeupdate');
    this.#fire('pause');
    this.#fire('ended');
  }

  /**
   * Finds out why playback has failed or was cut off.
   *
   * @param report - what the player says; `undefined` when it has only said that the stream is over
   */
  async #explain(
    report: { code: string; message: string } | undefined,
    signal: AbortSignal,
  ): Promise<PlaybackFailure> {
    if (report !== undefined && ownFailures.includes(report.code)) return ownFailure(report);
    const probe = await this.#probe(signal);
    if (probe !== 'reachable' || report === undefined) return failureFromMediaError(networkErrorCode, probe);
    return ownFailure(report);
  }

  #probe(signal: AbortSignal): Promise<AddressProbe> {
    if (this.streamKind === 'hls' && this.#streamType !== 'live')
      return probeHlsAt(new URL(this.#src, this.ownerDocument.baseURI).href, this.#seconds, signal);
    const fraction = this.#durationSeconds > 0 ? this.#seconds / this.#durationSeconds : 0;
    // The player has none of the page's cookies, by which the server may know this browser.
    return probeAddress(this.#src, signal, fraction, 'omit');
  }

  #fail(failure: PlaybackFailure): void {
    this.failure = failure;
    this.#fire('error');
    // A listener may already have opened another stream.
    if (this.failure !== failure) return;
    this.#release();
    this.#forget(0);
    this.#fire('emptied');
  }

  #forget(seconds: number): void {
    this.paused = true;
    this.ended = false;
    this.seeking = false;
    this.#seconds = seconds;
    this.#durationSeconds = Number.NaN;
    this.#played = createPlayedRanges();
  }

  /** Makes the player stop, unless it has stopped. */
  readonly #release = (): void => {
    if (this.#abandon()) void OutputVideo.player?.stop().catch(() => {});
  };

  /**
   * Ignores from here on what the player says about the present stream.
   *
   * @returns whether there was one
   */
  #abandon(): boolean {
    const opening = this.#opening;
    opening?.abort.abort(new DOMException('another source came first', 'AbortError'));
    this.#opening = undefined;
    this.#isOpen = false;
    return opening !== undefined;
  }

  #fire(type: string): void {
    this.dispatchEvent(new Event(type));
  }
}

/** A failure that the player itself has described. */
const ownFailure = ({ code, message }: { code: string; message: string }): PlaybackFailure => ({
  source: 'unsupported',
  code: `output.${code}`,
  fatal: true,
  sentence: message,
});

/** Registers the custom element <output-video>, which plays in the given player. */
export function defineOutputVideo(player: OutputPlayer): void {
  OutputVideo.player = player;
  if (customElements.get('output-video') === undefined) customElements.define('output-video', OutputVideo);
}
