import type { PlaybackFailure } from './playback-failure.ts';

/** Whether a stream is live or on demand; `unknown` until its playlist has been read. */
export type StreamType = 'live' | 'on-demand' | 'unknown';

/**
 * What a page expects of a stream. `recording`: in MPEG-TS, something past that is received as a channel is, in one body from its
 * beginning to an end that may come.
 */
export type ExpectedStreamType = StreamType | 'recording';

/** The state of playback, for the player's controls and messages. */
export type PlaybackStatus = 'idle' | 'loading' | 'playing' | 'paused' | 'buffering' | 'ended' | 'error';

/**
 * What the player's controls and messages show about playback. The object is frozen, and is replaced only when one of
 * its values changes.
 */
export interface PlaybackSnapshot {
  readonly status: PlaybackStatus;
  readonly currentTimeSeconds: number;
  /** The duration of the film or chapter in seconds; `null` while it is unknown, and for live streams. */
  readonly durationSeconds: number | null;
  readonly isLive: boolean;
  /** Whether the stream is live and can be sought back in. */
  readonly canRewind: boolean;
  /**
   * Whether nobody can seek in the stream, because its server sends it only from its beginning. The player says so.
   */
  readonly isSequential: boolean;
  readonly isMuted: boolean;
  /**
   * Whether the browser allowed playback only without sound; the player then shows a button that turns the sound on.
   */
  readonly isAutoplayMuted: boolean;
  /**
   * Whether the stream has stopped coming and is requested again; what is buffered plays on meanwhile. The player says
   * so.
   */
  readonly isReconnecting: boolean;
  /** Whether the player reconnects because our own server is away, and not the provider. */
  readonly isServerAway: boolean;
  /** Why playback failed last: fatal when the status is `error`; otherwise a warning, and playback continues. */
  readonly failure?: PlaybackFailure;
}

/**
 * The properties of the media element, and what was requested of it, at one instant; the state that the player shows is
 * computed from them.
 */
export interface MediaReading {
  hasSource: boolean;
  /** Whether the page has asked the media element to play and the browser has not started playback yet. */
  isStarting: boolean;
  /** Whether a part of the current stream has been played already. */
  hasPlayed: boolean;
  paused: boolean;
  ended: boolean;
  /**
   * The `readyState` of the media element, from 0 (no data) to 4 (enough data).
   *
   * @see https://html.spec.whatwg.org/multipage/media.html#ready-states
   */
  readyState: number;
  currentTimeSeconds: number;
  /** The duration that the media element reports: `NaN` while unknown, `Infinity` for an endless stream. */
  durationSeconds: number;
  streamType: StreamType;
  canRewind: boolean;
  isSequential: boolean;
  isMuted: boolean;
  isAutoplayMuted: boolean;
  isReconnecting: boolean;
  isServerAway: boolean;
  failure?: PlaybackFailure | undefined;
}

export const idleSnapshot: PlaybackSnapshot = Object.freeze({
  status: 'idle',
  currentTimeSeconds: 0,
  durationSeconds: null,
  isLive: false,
  canRewind: false,
  isSequential: false,
  isMuted: false,
  isAutoplayMuted: false,
  isReconnecting: false,
  isServerAway: false,
});

const haveCurrentData = 2;
const haveFutureData = 3;

/**
 * Computes the playback status (`playing`, `paused`, …) from the properties of the media element. The order of the
 * checks matters: an ended video is also paused, for example.
 */
export function statusOf(reading: MediaReading): PlaybackStatus {
  if (reading.failure?.fatal === true) return 'error';
  if (!reading.hasSource) return 'idle';
  if (reading.isStarting) return 'loading';
  if (reading.ended) return 'ended';
  if (reading.readyState < haveCurrentData && !reading.hasPlayed) return 'loading';
  if (reading.paused) return 'paused';
  if (reading.readyState >= haveFutureData) return 'playing';
  return reading.hasPlayed ? 'buffering' : 'loading';
}

/**
 * Creates a new snapshot of what the player shows about playback, or returns the previous snapshot when nothing has
 * changed.
 */
export function nextSnapshot(previous: PlaybackSnapshot, reading: MediaReading): PlaybackSnapshot {
  const status = statusOf(reading);
  const isLive = reading.streamType === 'live';
  const isReconnecting = reading.isReconnecting && status !== 'error' && status !== 'idle';
  const next: PlaybackSnapshot = {
    status,
    // After a fatal failure the <video> was emptied, so its position is lost; the previous snapshot has the position at
    // which playback failed.
    currentTimeSeconds: status === 'error' ? previous.currentTimeSeconds : reading.currentTimeSeconds,
    durationSeconds: isLive || !Number.isFinite(reading.durationSeconds) ? null : reading.durationSeconds,
    isLive,
    canRewind: isLive && reading.canRewind,
    isSequential: reading.isSequential && !isLive,
    isMuted: reading.isMuted,
    isAutoplayMuted: reading.isAutoplayMuted && reading.isMuted,
    isReconnecting,
    isServerAway: isReconnecting && reading.isServerAway,
    ...(reading.failure === undefined ? {} : { failure: reading.failure }),
  };
  return isSame(previous, next) ? previous : Object.freeze(next);
}

function isSame(a: PlaybackSnapshot, b: PlaybackSnapshot): boolean {
  return (
    a.status === b.status &&
    a.currentTimeSeconds === b.currentTimeSeconds &&
    a.durationSeconds === b.durationSeconds &&
    a.isLive === b.isLive &&
    a.canRewind === b.canRewind &&
    a.isSequential === b.isSequential &&
    a.isMuted === b.isMuted &&
    a.isAutoplayMuted === b.isAutoplayMuted &&
    a.isReconnecting === b.isReconnecting &&
    a.isServerAway === b.isServerAway &&
    a.failure === b.failure
  );
}
