/*
 * Controls the playback of one media element: opens a stream, starts it within the browser's autoplay rules, retries
 * after failures by the table in `retry-policy.ts`, and keeps one frozen snapshot of what the player shows. Screens
 * call methods to request an action; the snapshot changes only on events of the media element. While a stream is opened
 * anew the snapshot's status is `loading`; while an interrupted stream is requested again and the media element plays
 * its buffer, the status is that of the media element. A failure is in the snapshot only after the last retry.
 */
import { startPlaying, unmute, unmuteAfterMs, type StartableMedia, type StartOutcome } from './autoplay.ts';
import { createKnownEnd, type KnownEnd } from './known-end.ts';
import { watchEarlyPause } from './early-pause.ts';
import type { PlaybackFailure } from './playback-failure.ts';
import {
  idleSnapshot,
  nextSnapshot,
  type ExpectedStreamType,
  type PlaybackSnapshot,
  type StreamType,
} from './playback-state.ts';
import { createReconnection, type MediaReach, type Reconnection } from './reconnection.ts';
import { restartWaitMs } from './retry-policy.ts';
import { findSilentFailure, isPictureKnown, silentCheckAfterSeconds } from './silent-failure.ts';
import type { StreamKind } from './source-routing.ts';
import { createStallWatch } from './stall-watch.ts';
import { watchStandStill } from './stand-still.ts';
import { after, type Cancel } from '../base/clock.ts';

/** The members of the element `<stream-video>` that playback control needs. */
export interface PlaybackMedia extends StartableMedia {
  src: string;
  streamKind: StreamKind;
  /** What is known of the present stream; setting it declares what is expected of the next one. */
  get streamType(): StreamType;
  set streamType(type: ExpectedStreamType);
  startSeconds: number | undefined;
  readonly ended: boolean;
  readonly readyState: number;
  readonly seeking: boolean;
  readonly currentTime: number;
  readonly duration: number;
  readonly played: TimeRanges;
  readonly videoWidth: number;
  readonly decodedAudioBytes: number | undefined;
  /** Whether the stream contains video; `undefined` until that is known. */
  readonly hasPicture: boolean | undefined;
  readonly failure: PlaybackFailure | undefined;
  readonly interruption: StreamInterruption | undefined;
  readonly isSequential: boolean;
  /** How many seconds a viewer can seek back in a live stream; 0 or `NaN`: not at all. */
  readonly targetLiveWindow: number;
  readonly buffered: TimeRanges;
  /** How many bytes of media have arrived since the stream was opened, those of unfinished requests included. */
  readonly receivedBytes: number;
  pause(): void;
  load(): void;
  /**
   * Continues a live stream at its newest media, whatever is buffered. Returns false where the engine (hls.js, …) cannot.
   */
  goToLiveEdge(): boolean;
  /** Requests the interrupted stream again; the buffered media are kept. */
  resume(): void;
  /** Ends an interrupted stream for good: the interruption becomes the failure. */
  endInterrupted(): void;
}

/** Why a stream delivers nothing at the moment, while the media that are buffered play on. */
export interface StreamInterruption {
  failure: PlaybackFailure;
  /** Whether the stream is requested again only by `resume()`, and not by the engine (hls.js, …) itself. */
  needsResume: boolean;
}

/** The stream that a page wants to play: its URL, its format and its start position. */
export interface PlaybackSource {
  /** The signed, expiring URL of the stream on our streaming proxy. */
  src: string;
  kind: StreamKind;
  /** Whether the page expects a live stream, as for a channel, an on-demand one or a recording. Only raw MPEG-TS needs it. */
  expectedStreamType?: ExpectedStreamType;
  /**
   * The position in seconds at which playback starts; by default the beginning of a file, or the newest media of a live
   * stream.
   */
  startSeconds?: number;
}

/** A playlist of a stream that came with the answer that holds the stream's URL, and the URL of the playlist. */
export interface PreparedPlaylist {
  url: string;
  text: string;
}

/** What the page supplies to the control of playback. */
export interface PlaybackOptions {
  /**
   * Requests a new URL of the same video or channel after the old one has expired. Without this function an expired URL
   * is a playback failure.
   */
  renewSource?: () => Promise<PlaybackSource>;
  /**
   * Whether an error of `renewSource` says that the server is away, so that the URL is requested again until it is back; by
   * default none does.
   */
  isServerAway?: (error: unknown) => boolean;
  /**
   * Whether the person has clicked or typed on the page, without which browsers allow no sound; by default the
   * browser's `userActivation`.
   */
  hasBeenActive?: () => boolean;
  /** Whether nobody sees the page, because it is in the background; by default the browser's `document.hidden`. */
  isHidden?: () => boolean;
}

/** Controls the playback of one media element; the player's screens call these methods. */
export interface Playback {
  /** Plays a stream from its start position, instead of the current one. */
  open(source: PlaybackSource): void;
  /** Closes the current stream; another one can be opened afterwards. */
  close(): void;
  /** Plays a failed stream again, from the position where it stopped, when the person clicks «Reintentar». */
  retry(): void;
  /** Turns the sound on after a muted autoplay; call it from the person's click. */
  unmute(): Promise<boolean>;
  /**
   * What the player shows about playback. Returns the same object until a value changes, as `useSyncExternalStore`
   * requires of it.
   */
  getSnapshot(): PlaybackSnapshot;
  subscribe(listener: () => void): () => void;
  /** Closes the stream and removes all listeners from the media element. */
  dispose(): void;
}

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
  'targetlivewindowchange',
  'timeupdate',
  'volumechange',
  'waiting',
];

/** The `readyState` of a media element that has media for its position, and of one that has media to play on. */
const haveCurrentData = 2;
const haveFutureData = 3;

/** After so many milliseconds in which nothing was played, a live stream has stalled. */
const stallAfterMs = 8000;
/** The same for a stream that was opened again and has no media yet: our server waits ten seconds for its provider. */
const firstMediaWithinMs = 15_000;
/** A buffer with this many seconds left counts as played to its end. */
const nothingLeftSeconds = 0.3;

/** Creates the control of playback for a media element. @see PlaybackSnapshot for the state that it keeps */
export function createPlayback(media: PlaybackMedia, options: PlaybackOptions = {}): Playback {
  const hasBeenActive = options.hasBeenActive ?? askBrowser;
  const isHidden = options.isHidden ?? (() => document.hidden);
  const sound = createAutoplaySound(media, update);
  const listeners = new Set<() => void>();
  let snapshot = idleSnapshot;
  let source: PlaybackSource | undefined;
  let failure: PlaybackFailure | undefined;
  const reconnection = createReconnection();
  const knownEnd = createKnownEnd();
  const stalls = createStallGuard(media, reconnection, { openAgain: openAgainAfter, onChange: update });
  const resumption = createResumption(media, reconnection, {
    isOpen: () => source !== undefined,
    onChange: update,
  });
  const { putOff } = resumption;
  const renew = createRenewal(media, reconnection, { ...options, putOff, onChange: update });
  let isStarting = false;
  /** Whether the browser refuses sound although the person has been active (WebKit): asked again, it would pause the video. */
  let isSoundRefused = false;
  let isSilenceChecked = false;
  /** Whether the film has ended although the media element does not say so. */
  let isOver = false;
  let cancelTimer: Cancel | undefined;
  /** Counts the opened streams, so that a late asynchronous result of an earlier stream is ignored. */
  let openingNumber = 0;

  function update(): void {
    const playedSeconds = lengthOf(media.played);
    knownEnd.note(media);
    isOver &&= media.paused || knownEnd.isReached(media.currentTime);
    reconnection.noteReach(reachOf(media));
    const isOpen = source !== undefined && failure?.fatal !== true && !resumption.isPutOff();
    stalls.note(isOpen);
    const isBegun = !isStarting || media.readyState >= haveCurrentData;
    standStill.note(isOpen && isBegun && !isOver && media.streamType !== 'live');
    if (playedSeconds >= silentCheckAfterSeconds && !isSilenceChecked && isPictureKnown(media)) {
      isSilenceChecked = true;
      failure ??= findSilentFailure(media);
    }
    const reading = readMedia(media, knownEnd);
    // WebKitGTK may play a whole film without `playing`, and so without an answer to `play()`.
    if (!media.paused && standStill.isMoving()) isStarting = false;
    if (reading.ended && playedSeconds > 0) isStarting = false;
    const next = nextSnapshot(snapshot, {
      hasSource: source !== undefined,
      isStarting,
      hasPlayed: playedSeconds > 0,
      ...reading,
      ...(isOver && { ended: true }),
      ...(isRecording(source) && { durationSeconds: Number.POSITIVE_INFINITY }),
      // WebKitGTK may report HAVE_CURRENT_DATA while the video plays on; a video whose position moves is not shown as loading.
      ...(standStill.isMoving() && { readyState: haveFutureData }),
      isAutoplayMuted: sound.isMuted(),
      isReconnecting: reconnection.isReconnecting(),
      isServerAway: reconnection.isServerAway(),
      failure,
    });
    if (next === snapshot) return;
    snapshot = next;
    for (const listener of listeners) listener();
  }

  const stopTimers = (): void => {
    cancelTimer?.();
    resumption.cancel();
  };

  function start(next: PlaybackSource): void {
    openingNumber += 1;
    stopTimers();
    reconnection.noteReopening();
    source = next;
    failure = undefined;
    isSilenceChecked = false;
    isOver = false;
    media.startSeconds = next.startSeconds;
    media.streamKind = next.kind;
    media.streamType = next.expectedStreamType ?? 'unknown';
    startAfter(() => {
      if (media.src === next.src) media.load();
      else media.src = next.src;
    });
  }

  function startAfter(change: () => void): void {
    isStarting = true;
    earlyPause.expect(false);
    change();
    update();
    void begin(openingNumber).then((outcome) => outcome === 'started' && earlyPause.expect(true));
  }

  async function begin(ownNumber: number): Promise<StartOutcome> {
    // The muted start may take seconds: who becomes active meanwhile gets the sound afterwards.
    const outcome = await startPlaying(media, () => (isSoundRefused ||= hasBeenActive()));
    if (outcome === 'muted') sound.noteMuted();
    if (ownNumber !== openingNumber) return 'superseded';
    isStarting = false;
    update();
    if (sound.isMuted() && !isSoundRefused) cancelTimer = after(unmuteAfterMs, unmuteWhereActive);
    return outcome;
  }

  function unmuteWhereActive(): void {
    if (sound.isMuted() && hasBeenActive()) void sound.turnOn().then((isOn) => (isSoundRefused ||= !isOn));
  }

  const earlyPause = watchEarlyPause(
    media,
    () => (source === undefined || isStarting ? undefined : lengthOf(media.played)),
    isHidden,
    () => void begin(openingNumber),
  );
  const standStill = watchStandStill(media, {
    isHidden,
    isAtEnd: () => knownEnd.isReached(media.currentTime),
    startAgain: () => startAfter(() => media.pause()),
    onEnd() {
      isOver = true;
      update();
    },
  });
  const handleFailure = (): void => openAgainAfter(media.failure);
  const handleEnd = (): void => {
    if (!knownEnd.isNear(media.currentTime)) openAgainAfter(brokenOff);
  };

  function openAgainAfter(reported: PlaybackFailure | undefined): void {
    if (reported === undefined || source === undefined) return;
    const again = resumed(source, snapshot);
    if (!snapshot.isLive && knownEnd.isReached(again.startSeconds ?? 0)) return endHere(again);
    const decision = reconnection.decide(reported, reachOf(media));
    const ownNumber = (openingNumber += 1);
    stopTimers();
    isStarting = decision.action !== 'give-up';
    if (decision.action === 'retry') putOff(() => start(again), decision.waitMs);
    else if (decision.action === 'renew-address' && options.renewSource !== undefined) {
      const isCurrent = (): boolean => ownNumber === openingNumber;
      const taker = { isCurrent, start, giveUp: () => giveUp(reported) };
      void renew(options.renewSource, again.startSeconds, taker);
    } else return giveUp(reported);
    update();
  }

  /**
   * Ends a film that failed where nothing of it is left to play: opened again there, it would neither play nor end. It is
   * opened without being played, so that it can be played from its beginning.
   */
  function endHere({ startSeconds }: PlaybackSource): void {
    openingNumber += 1;
    stopTimers();
    isStarting = false;
    isOver = true;
    media.startSeconds = startSeconds;
    media.load();
    update();
  }

  function giveUp(reported: PlaybackFailure): void {
    isStarting = false;
    failure = reported;
    if (reported === stalled) media.src = '';
    update();
  }

  for (const type of readingEvents) media.addEventListener(type, update);
  media.addEventListener('error', handleFailure);
  media.addEventListener('ended', handleEnd);

  return {
    open(next) {
      reconnection.reset();
      knownEnd.forget();
      snapshot = idleSnapshot;
      start(next);
    },
    close() {
      openingNumber += 1;
      stopTimers();
      reconnection.reset();
      knownEnd.forget();
      source = undefined;
      failure = undefined;
      isStarting = false;
      media.src = '';
      update();
    },
    retry() {
      if (source === undefined) return;
      const again = resumed(source, snapshot);
      openingNumber += 1;
      reconnection.reset();
      failure = undefined;
      isStarting = true;
      stopTimers();
      cancelTimer = after(restartWaitMs, () => start(again));
      update();
    },
    unmute: sound.turnOn,
    getSnapshot: () => snapshot,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose() {
      stalls.dispose();
      standStill.dispose();
      earlyPause.dispose();
      for (const type of readingEvents) media.removeEventListener(type, update);
      media.removeEventListener('error', handleFailure);
      media.removeEventListener('ended', handleEnd);
      resumption.dispose();
      cancelTimer?.();
      openingNumber += 1;
      source = undefined;
      media.src = '';
      listeners.clear();
    },
  };
}

/** What becomes of a stream whose URL is requested anew. */
interface RenewalTaker {
  /** Whether nothing else was opened meanwhile; what is renewed too late is ignored. */
  isCurrent(): boolean;
  start(renewed: PlaybackSource): void;
  giveUp(): void;
}

/**
 * Creates the function that requests a new URL of a stream, to be played from the given second, again and again while our
 * own server is away.
 */
function createRenewal(
  media: PlaybackMedia,
  reconnection: Reconnection,
  needs: {
    isServerAway?: (error: unknown) => boolean;
    putOff: (request: () => void, waitMs: number) => void;
    onChange: () => void;
  },
) {
  return async function renew(
    renewSource: () => Promise<PlaybackSource>,
    startSeconds: number | undefined,
    taker: RenewalTaker,
  ): Promise<void> {
    const outcome = await renewSource().catch((error: unknown) =>
      needs.isServerAway?.(error) === true ? 'away' : 'refused',
    );
    if (!taker.isCurrent()) return;
    if (typeof outcome === 'object') {
      return taker.start(startSeconds === undefined ? outcome : { ...outcome, startSeconds });
    }
    const decision = outcome === 'away' ? reconnection.decide(serverAway, reachOf(media)) : undefined;
    if (decision?.action !== 'retry') return taker.giveUp();
    needs.putOff(() => void renew(renewSource, startSeconds, taker), decision.waitMs);
    needs.onChange();
  };
}

/**
 * Watches a live stream that has played: when it stalls, it continues at its newest media, and if that does not help, it
 * is opened again with another engine (hls.js, …).
 */
function createStallGuard(
  media: PlaybackMedia,
  reconnection: Reconnection,
  { openAgain, onChange }: { openAgain: (reported: PlaybackFailure) => void; onChange: () => void },
) {
  let receivedBytes = 0;
  const watch = createStallWatch({
    // Where media lie ahead of the position, playback does not wait for more of them.
    awaitedBytes() {
      if (bufferEndOf(media) <= media.currentTime + nothingLeftSeconds) ({ receivedBytes } = media);
      return receivedBytes;
    },
    limitMs: () => (media.readyState === 0 ? firstMediaWithinMs : stallAfterMs),
    onStall() {
      const isAtEdge = !reconnection.hasStalled() && media.goToLiveEdge();
      reconnection.noteStall(reachOf(media));
      if (!isAtEdge) openAgain(stalled);
      onChange();
    },
  });
  return {
    note(isOpen: boolean): void {
      const isLivePlay = media.streamType === 'live' && !media.paused && !media.ended;
      watch.note(isOpen && isLivePlay && reconnection.hasPlayed(), {
        playedSeconds: lengthOf(media.played),
        positionSeconds: media.currentTime,
        hasMedia: media.readyState >= haveFutureData,
      });
    },
    dispose: watch.dispose,
  };
}

const bufferEndOf = ({ buffered }: PlaybackMedia): number =>
  buffered.length === 0 ? 0 : buffered.end(buffered.length - 1);

/**
 * A live stream of which nothing is played, although no request fails: its engine still requests it, and has to be closed
 * when it is given up.
 */
const stalled: PlaybackFailure = { source: 'upstream', code: 'upstream.ended', fatal: true };

/** A film whose media stopped coming long before its end. */
const brokenOff: PlaybackFailure = { source: 'upstream', code: 'upstream.ended', fatal: true };

/** Our own server was not reached when a new URL of a stream was requested. */
const serverAway: PlaybackFailure = { source: 'network', code: 'network.unreachable', fatal: true };

/** The source for reopening a stream: a film starts where it stopped, a live stream at its newest media. */
function resumed(stopped: PlaybackSource, { isLive, currentTimeSeconds }: PlaybackSnapshot): PlaybackSource {
  return isLive || currentTimeSeconds === 0 ? stopped : { ...stopped, startSeconds: currentTimeSeconds };
}

/**
 * Requests the stream again when it is interrupted while the media element plays its buffer, as the rules of the
 * reconnection say.
 */
function createResumption(
  media: PlaybackMedia,
  reconnection: Reconnection,
  { isOpen, onChange }: { isOpen: () => boolean; onChange: () => void },
) {
  let cancelRequest: Cancel | undefined;
  function cancel(): void {
    cancelRequest?.();
    cancelRequest = undefined;
  }
  function putOff(request: () => void, waitMs: number): void {
    cancel();
    cancelRequest = after(waitMs, () => {
      cancelRequest = undefined;
      request();
      onChange();
    });
  }
  function handleInterruption(): void {
    const { interruption } = media;
    if (interruption === undefined || !isOpen()) return;
    cancel();
    if (interruption.needsResume) {
      const decision = reconnection.decide(interruption.failure, reachOf(media));
      if (decision.action === 'retry') putOff(() => media.resume(), decision.waitMs);
      else media.endInterrupted();
    } else reconnection.noteSetback(interruption.failure, reachOf(media));
    onChange();
  }
  media.addEventListener('streaminterrupted', handleInterruption);
  return {
    /** Requests the stream after a while, for which it counts as put off. */
    putOff,
    isPutOff: () => cancelRequest !== undefined,
    cancel,
    dispose(): void {
      cancel();
      media.removeEventListener('streaminterrupted', handleInterruption);
    },
  };
}

/**
 * Whether a source is a recording in MPEG-TS. Its media element gets a duration once the whole body has arrived, but has dropped
 * what was played minutes before, and nothing brings that back. So no duration is shown, and with it no seek bar.
 */
const isRecording = (source: PlaybackSource | undefined): boolean =>
  source?.expectedStreamType === 'recording';

/** Reads the properties of the media element from which the playback state is computed. */
const readMedia = (media: PlaybackMedia, knownEnd: KnownEnd) => ({
  paused: media.paused,
  ended: media.ended && knownEnd.isNear(media.currentTime),
  readyState: media.readyState,
  currentTimeSeconds: media.currentTime,
  durationSeconds: knownEnd.durationSeconds() ?? media.duration,
  streamType: media.streamType,
  canRewind: media.targetLiveWindow > 0,
  isSequential: media.isSequential,
  isMuted: media.muted,
});

/**
 * Creates an object that remembers whether the browser allowed playback only without sound, and that turns the sound on
 * when the person asks for it.
 */
function createAutoplaySound(media: PlaybackMedia, onChange: () => void) {
  let isMutedByBrowser = false;
  return {
    isMuted(): boolean {
      // Once the sound has been on, a muted video is the person's own choice and no longer the browser's.
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
  // Older Safari versions have no `userActivation`: in these versions only the person's click turns the sound on.
  return navigator.userActivation?.hasBeenActive ?? false;
}

function reachOf({ buffered, currentTime, played, readyState, streamType }: PlaybackMedia): MediaReach {
  const endSeconds = buffered.length === 0 ? 0 : buffered.end(buffered.length - 1);
  return {
    isLive: streamType === 'live',
    playedSeconds: lengthOf(played),
    bufferedSeconds: lengthOf(buffered),
    // Where nothing was received, the position may be that of a jump.
    reachedSeconds: readyState >= haveFutureData ? Math.max(endSeconds, currentTime) : endSeconds,
  };
}

function lengthOf(ranges: TimeRanges): number {
  let seconds = 0;
  for (let index = 0; index < ranges.length; index += 1) seconds += ranges.end(index) - ranges.start(index);
  return seconds;
}
