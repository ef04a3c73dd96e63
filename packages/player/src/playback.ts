/*
 * Drives one media element: opens a source, starts it by the autoplay rule, answers failures by the retry table, and keeps the
 * one frozen snapshot that screens read. Requests go in as calls; what is true comes back only from the media's own events.
 * While a retry is under way nothing is shown but loading: a failure reaches the snapshot when nothing more will be tried.
 */
import { startPlaying, unmute, unmuteAfterMs, type StartableMedia } from './autoplay.ts';
import type { PlaybackFailure } from './playback-failure.ts';
import { idleSnapshot, nextSnapshot, type PlaybackSnapshot, type StreamType } from './playback-state.ts';
import { decideRetry, restartWaitMs } from './retry-policy.ts';
import { findSilentFailure, silentCheckAfterSeconds } from './silent-failure.ts';
import type { StreamKind } from './source-routing.ts';

/** The part of `<stream-video>` that driving needs. */
export interface PlaybackMedia extends StartableMedia {
  src: string;
  streamKind: StreamKind;
  streamType: StreamType;
  startSeconds: number | undefined;
  readonly ended: boolean;
  readonly readyState: number;
  readonly currentTime: number;
  readonly duration: number;
  readonly played: TimeRanges;
  readonly videoWidth: number;
  readonly decodedAudioBytes: number | undefined;
  readonly failure: PlaybackFailure | undefined;
  pause(): void;
  load(): void;
}

export interface PlaybackSource {
  /** The signed address of the gateway. */
  src: string;
  kind: StreamKind;
  /** What the page knows beforehand: a channel is `live`. Only raw MPEG-TS needs it. */
  expectedStreamType?: StreamType;
  /** Where to begin, in seconds. */
  startSeconds?: number;
}

export interface PlaybackOptions {
  /** Asks the server for the same content again, when an address has expired. Without it an expired address is a failure. */
  renewSource?: () => Promise<PlaybackSource>;
  /** Whether the person has ever touched the page; the browser's own knowledge by default. */
  hasBeenActive?: () => boolean;
}

export interface Playback {
  /** Plays a source from its start, in place of what is playing. */
  open(source: PlaybackSource): void;
  /** Ends what is playing; the media waits for another source. */
  close(): void;
  /** The person's own new try, from where it stopped. */
  retry(): void;
  /** Turns the sound on after an autoplay without it; call it from the person's click. */
  unmute(): Promise<boolean>;
  /** The same object until something changes; for `useSyncExternalStore`, with `subscribe`. */
  getSnapshot(): PlaybackSnapshot;
  subscribe(listener: () => void): () => void;
  /** Closes the source and listens no more. */
  dispose(): void;
}

/** Played without a failure for this long, a stream has earned its retries back. */
const settledAfterSeconds = 30;

const readingEvents = [
  'canplay',
  'durationchange',
  'emptied',
  'ended',
  'loadeddata',
  'loadedmetadata',
  'loadstart',
  'pause',
  'play',
  'playing',
  'progress',
  'seeked',
  'seeking',
  'streamtypechange',
  'timeupdate',
  'volumechange',
  'waiting',
];

/** Creates the driver of a media element. @see PlaybackSnapshot for what it tells */
export function createPlayback(media: PlaybackMedia, options: PlaybackOptions = {}): Playback {
  const hasBeenActive = options.hasBeenActive ?? askBrowser;
  const listeners = new Set<() => void>();
  let snapshot = idleSnapshot;
  let source: PlaybackSource | undefined;
  let failure: PlaybackFailure | undefined;
  let retries = 0;
  let isStarting = false;
  let isAutoplayMuted = false;
  let isSilenceChecked = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Grows with every opening; an answer to an older one is not heard. */
  let turn = 0;

  function update(): void {
    const playedSeconds = lengthOf(media.played);
    if (!media.muted) isAutoplayMuted = false;
    if (playedSeconds >= settledAfterSeconds) retries = 0;
    if (playedSeconds >= silentCheckAfterSeconds && !isSilenceChecked) {
      isSilenceChecked = true;
      failure ??= findSilentFailure(media);
    }
    const next = nextSnapshot(snapshot, {
      hasSource: source !== undefined,
      isStarting,
      hasPlayed: playedSeconds > 0,
      paused: media.paused,
      ended: media.ended,
      readyState: media.readyState,
      currentTimeSeconds: media.currentTime,
      durationSeconds: media.duration,
      streamType: media.streamType,
      isMuted: media.muted,
      isAutoplayMuted,
      failure,
    });
    if (next === snapshot) return;
    snapshot = next;
    for (const listener of listeners) listener();
  }

  function start(next: PlaybackSource): void {
    turn += 1;
    clearTimeout(timer);
    source = next;
    failure = undefined;
    isSilenceChecked = false;
    isStarting = true;
    media.startSeconds = next.startSeconds;
    media.streamKind = next.kind;
    media.streamType = next.expectedStreamType ?? 'unknown';
    if (media.src === next.src) media.load();
    else media.src = next.src;
    update();
    void begin(turn);
  }

  async function begin(ownTurn: number): Promise<void> {
    const outcome = await startPlaying(media);
    if (outcome === 'muted') isAutoplayMuted = true;
    if (ownTurn !== turn) return;
    isStarting = false;
    update();
    if (isAutoplayMuted) timer = setTimeout(() => void unmuteWhereActive(), unmuteAfterMs);
  }

  async function unmuteWhereActive(): Promise<void> {
    if (isAutoplayMuted && hasBeenActive()) await turnSoundOn();
  }

  async function turnSoundOn(): Promise<boolean> {
    const isOn = await unmute(media);
    isAutoplayMuted = !isOn;
    update();
    return isOn;
  }

  function handleFailure(): void {
    const reported = media.failure;
    if (reported === undefined || source === undefined) return;
    const decision = decideRetry(reported, retries);
    const again = resumed(source);
    retries += 1;
    turn += 1;
    clearTimeout(timer);
    isStarting = decision.action !== 'give-up';
    if (decision.action === 'retry') timer = setTimeout(() => start(again), decision.waitMs);
    else if (decision.action === 'renew-address' && options.renewSource !== undefined) {
      void renew(options.renewSource, again.startSeconds, reported, turn);
    } else return giveUp(reported);
    update();
  }

  async function renew(
    renewSource: () => Promise<PlaybackSource>,
    startSeconds: number | undefined,
    reported: PlaybackFailure,
    ownTurn: number,
  ): Promise<void> {
    const renewed = await renewSource().catch(() => undefined);
    if (ownTurn !== turn) return;
    if (renewed === undefined) giveUp(reported);
    else start(startSeconds === undefined ? renewed : { ...renewed, startSeconds });
  }

  function giveUp(reported: PlaybackFailure): void {
    isStarting = false;
    failure = reported;
    update();
  }

  /** The same source from where it stopped; a live one begins at its edge again. */
  function resumed(stopped: PlaybackSource): PlaybackSource {
    return snapshot.isLive || snapshot.currentTimeSeconds === 0
      ? stopped
      : { ...stopped, startSeconds: snapshot.currentTimeSeconds };
  }

  for (const type of readingEvents) media.addEventListener(type, update);
  media.addEventListener('error', handleFailure);

  return {
    open(next) {
      retries = 0;
      snapshot = idleSnapshot;
      start(next);
    },
    close() {
      turn += 1;
      clearTimeout(timer);
      source = undefined;
      failure = undefined;
      isStarting = false;
      media.src = '';
      update();
    },
    retry() {
      if (source === undefined) return;
      const again = resumed(source);
      turn += 1;
      retries = 0;
      failure = undefined;
      isStarting = true;
      clearTimeout(timer);
      timer = setTimeout(() => start(again), restartWaitMs);
      update();
    },
    unmute: turnSoundOn,
    getSnapshot: () => snapshot,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose() {
      for (const type of readingEvents) media.removeEventListener(type, update);
      media.removeEventListener('error', handleFailure);
      clearTimeout(timer);
      turn += 1;
      source = undefined;
      media.src = '';
      listeners.clear();
    },
  };
}

function askBrowser(): boolean {
  // Absent in older Safari: there only the person's own click turns the sound on.
  return navigator.userActivation?.hasBeenActive ?? false;
}

function lengthOf(ranges: TimeRanges): number {
  let seconds = 0;
  for (let index = 0; index < ranges.length; index += 1) seconds += ranges.end(index) - ranges.start(index);
  return seconds;
}
