/*
 * The driver of one media element: it opens a source, starts it by the autoplay rule, handles failures by the retry table, and
 * keeps the one frozen snapshot that screens read. Screens call methods to request an action; the snapshot changes only on events
 * of the media element. During a retry the snapshot's status is `loading`; a failure is in it only after the last retry.
 */
import { startPlaying, unmute, unmuteAfterMs, type StartableMedia } from './autoplay.ts';
import type { PlaybackFailure } from './playback-failure.ts';
import { idleSnapshot, nextSnapshot, type PlaybackSnapshot, type StreamType } from './playback-state.ts';
import { decideRetry, restartWaitMs } from './retry-policy.ts';
import { findSilentFailure, silentCheckAfterSeconds } from './silent-failure.ts';
import type { StreamKind } from './source-routing.ts';

/** The members of `<stream-video>` that the driver needs. */
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

/** A stream to be played. */
export interface PlaybackSource {
  /** The signed URL of the stream on the gateway. */
  src: string;
  kind: StreamKind;
  /** The stream type that the page expects: `live` for a channel. Only raw MPEG-TS needs it. */
  expectedStreamType?: StreamType;
  /** The start position in seconds; by default the beginning, or the live edge. */
  startSeconds?: number;
}

/** What the driver needs from the page. */
export interface PlaybackOptions {
  /** Requests a new URL of the same content after the old one has expired. Without this function an expired URL is a failure. */
  renewSource?: () => Promise<PlaybackSource>;
  /** Whether the person has interacted with the page; by default the browser's `userActivation`. */
  hasBeenActive?: () => boolean;
}

/** The driver of one media element. */
export interface Playback {
  /** Plays a source from its start position, replacing the current one. */
  open(source: PlaybackSource): void;
  /** Closes the current source; another one can be opened. */
  close(): void;
  /** Retries at the person's request, from the position where playback stopped. */
  retry(): void;
  /** Turns the sound on after a muted autoplay; call it from the person's click. */
  unmute(): Promise<boolean>;
  /** Returns the same object until something changes; for `useSyncExternalStore`, together with `subscribe`. */
  getSnapshot(): PlaybackSnapshot;
  subscribe(listener: () => void): () => void;
  /** Closes the source and removes all listeners. */
  dispose(): void;
}

/** After this many seconds of playback without a failure the count of retries is reset. */
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

/** Creates the driver of a media element. @see PlaybackSnapshot for the state that it keeps */
export function createPlayback(media: PlaybackMedia, options: PlaybackOptions = {}): Playback {
  const hasBeenActive = options.hasBeenActive ?? askBrowser;
  const sound = createAutoplaySound(media, update);
  const listeners = new Set<() => void>();
  let snapshot = idleSnapshot;
  let source: PlaybackSource | undefined;
  let failure: PlaybackFailure | undefined;
  let retries = 0;
  let isStarting = false;
  let isSilenceChecked = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The number of openings so far; an asynchronous result of an earlier opening is recognised by it and ignored. */
  let openingNumber = 0;

  function update(): void {
    const playedSeconds = lengthOf(media.played);
    if (playedSeconds >= settledAfterSeconds) retries = 0;
    if (playedSeconds >= silentCheckAfterSeconds && !isSilenceChecked) {
      isSilenceChecked = true;
      failure ??= findSilentFailure(media);
    }
    const next = nextSnapshot(snapshot, {
      hasSource: source !== undefined,
      isStarting,
      hasPlayed: playedSeconds > 0,
      ...readMedia(media),
      isAutoplayMuted: sound.isMuted(),
      failure,
    });
    if (next === snapshot) return;
    snapshot = next;
    for (const listener of listeners) listener();
  }

  function start(next: PlaybackSource): void {
    openingNumber += 1;
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
    void begin(openingNumber);
  }

  async function begin(ownNumber: number): Promise<void> {
    const outcome = await startPlaying(media);
    if (outcome === 'muted') sound.noteMuted();
    if (ownNumber !== openingNumber) return;
    isStarting = false;
    update();
    if (sound.isMuted()) timer = setTimeout(unmuteWhereActive, unmuteAfterMs);
  }

  function unmuteWhereActive(): void {
    if (sound.isMuted() && hasBeenActive()) void sound.turnOn();
  }

  function handleFailure(): void {
    const reported = media.failure;
    if (reported === undefined || source === undefined) return;
    const decision = decideRetry(reported, retries);
    const again = resumed(source);
    retries += 1;
    openingNumber += 1;
    clearTimeout(timer);
    isStarting = decision.action !== 'give-up';
    if (decision.action === 'retry') timer = setTimeout(() => start(again), decision.waitMs);
    else if (decision.action === 'renew-address' && options.renewSource !== undefined) {
      void renew(options.renewSource, again.startSeconds, reported, openingNumber);
    } else return giveUp(reported);
    update();
  }

  async function renew(
    renewSource: () => Promise<PlaybackSource>,
    startSeconds: number | undefined,
    reported: PlaybackFailure,
    ownNumber: number,
  ): Promise<void> {
    const renewed = await renewSource().catch(() => undefined);
    if (ownNumber !== openingNumber) return;
    if (renewed === undefined) giveUp(reported);
    else start(startSeconds === undefined ? renewed : { ...renewed, startSeconds });
  }

  function giveUp(reported: PlaybackFailure): void {
    isStarting = false;
    failure = reported;
    update();
  }

  /** The source with the position where playback stopped as its start; for a live source, with the live edge. */
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
      openingNumber += 1;
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
      openingNumber += 1;
      retries = 0;
      failure = undefined;
      isStarting = true;
      clearTimeout(timer);
      timer = setTimeout(() => start(again), restartWaitMs);
      update();
    },
    unmute: sound.turnOn,
    getSnapshot: () => snapshot,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose() {
      for (const type of readingEvents) media.removeEventListener(type, update);
      media.removeEventListener('error', handleFailure);
      clearTimeout(timer);
      openingNumber += 1;
      source = undefined;
      media.src = '';
      listeners.clear();
    },
  };
}

/** The fields of the state that are read from the media element. */
const readMedia = (media: PlaybackMedia) => ({
  paused: media.paused,
  ended: media.ended,
  readyState: media.readyState,
  currentTimeSeconds: media.currentTime,
  durationSeconds: media.duration,
  streamType: media.streamType,
  isMuted: media.muted,
});

/** Tracks whether the browser allowed playback only without sound, and turns the sound on. */
function createAutoplaySound(media: PlaybackMedia, onChange: () => void) {
  let isMutedByBrowser = false;
  return {
    isMuted(): boolean {
      // Once the sound has been on, a later mute is the person's own choice.
      if (!media.muted) isMutedByBrowser = false;
      return isMutedByBrowser;
    },
    noteMuted(): void {
      isMutedByBrowser = true;
    },
    async turnOn(): Promise<boolean> {
      const isOn = await unmute(media);
      isMutedByBrowser = !isOn;
      onChange();
      return isOn;
    },
  };
}

function askBrowser(): boolean {
  // Older Safari versions have no `userActivation`: there the sound is turned on only by the person's click.
  return navigator.userActivation?.hasBeenActive ?? false;
}

function lengthOf(ranges: TimeRanges): number {
  let seconds = 0;
  for (let index = 0; index < ranges.length; index += 1) seconds += ranges.end(index) - ranges.start(index);
  return seconds;
}
