import type { PlaybackFailure } from './playback-failure.ts';

/** Whether a stream is live or has an end; `unknown` until its playlist is read. */
export type StreamType = 'live' | 'on-demand' | 'unknown';

/** The state of playback, as a screen shows it. */
export type PlaybackStatus = 'idle' | 'loading' | 'playing' | 'paused' | 'buffering' | 'ended' | 'error';

/** Everything that a screen may show of playback. Frozen; replaced only when something changes. */
export interface PlaybackSnapshot {
  readonly status: PlaybackStatus;
  readonly currentTimeSeconds: number;
  /** `null` while unknown, and for live streams. */
  readonly durationSeconds: number | null;
  readonly isLive: boolean;
  readonly isMuted: boolean;
  /** The browser allowed playback only without sound: a button to turn it on should be shown. */
  readonly isAutoplayMuted: boolean;
  /** Fatal when the status is `error`; otherwise a warning while playback continues. */
  readonly failure?: PlaybackFailure;
}

/** The state of the media element and its driver at one moment; the snapshot is computed from it. */
export interface MediaReading {
  hasSource: boolean;
  /** Playing was requested and the browser has not answered yet. */
  isStarting: boolean;
  /** Part of this source has been shown already. */
  hasPlayed: boolean;
  paused: boolean;
  ended: boolean;
  /** 0 nothing – 4 enough data. @see https://html.spec.whatwg.org/multipage/media.html#ready-states */
  readyState: number;
  currentTimeSeconds: number;
  /** As the media element reports it: `NaN` unknown, `Infinity` endless. */
  durationSeconds: number;
  streamType: StreamType;
  isMuted: boolean;
  isAutoplayMuted: boolean;
  failure?: PlaybackFailure | undefined;
}

export const idleSnapshot: PlaybackSnapshot = Object.freeze({
  status: 'idle',
  currentTimeSeconds: 0,
  durationSeconds: null,
  isLive: false,
  isMuted: false,
  isAutoplayMuted: false,
});

const haveCurrentData = 2;
const haveFutureData = 3;

/** Computes the status. The order matters: an ended video is also paused, and a video without data is neither ended nor paused. */
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

/** Makes the next snapshot, or returns the previous one when nothing has changed for screens. */
export function nextSnapshot(previous: PlaybackSnapshot, reading: MediaReading): PlaybackSnapshot {
  const status = statusOf(reading);
  const isLive = reading.streamType === 'live';
  const next: PlaybackSnapshot = {
    status,
    // By now the engine has released the media, whose position is lost; the previous snapshot has the position of the failure.
    currentTimeSeconds: status === 'error' ? previous.currentTimeSeconds : reading.currentTimeSeconds,
    durationSeconds: isLive || !Number.isFinite(reading.durationSeconds) ? null : reading.durationSeconds,
    isLive,
    isMuted: reading.isMuted,
    isAutoplayMuted: reading.isAutoplayMuted && reading.isMuted,
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
    a.isMuted === b.isMuted &&
    a.isAutoplayMuted === b.isAutoplayMuted &&
    a.failure === b.failure
  );
}
