import type { PlaybackFailure } from './playback-failure.ts';

export type StreamType = 'live' | 'on-demand' | 'unknown';

export type PlaybackStatus = 'idle' | 'loading' | 'playing' | 'paused' | 'buffering' | 'ended' | 'error';

/** Everything a screen may show of playback, frozen; a new object only when something changed. */
export interface PlaybackSnapshot {
  readonly status: PlaybackStatus;
  readonly currentTimeSeconds: number;
  /** `null` while unknown and for live streams, which have none. */
  readonly durationSeconds: number | null;
  readonly isLive: boolean;
  readonly isMuted: boolean;
  /** The browser allowed playing only without sound: offer a button that turns it on. */
  readonly isAutoplayMuted: boolean;
  /** Fatal with status `error`; otherwise a warning beside a stream that goes on. */
  readonly failure?: PlaybackFailure;
}

/** What the media and its driver say at one moment; the snapshot is a function of it. */
export interface MediaReading {
  hasSource: boolean;
  /** A start was asked for and the browser has not answered yet. */
  isStarting: boolean;
  /** Some of this source was already shown. */
  hasPlayed: boolean;
  paused: boolean;
  ended: boolean;
  /** 0 nothing – 4 enough data. @see https://html.spec.whatwg.org/multipage/media.html#ready-states */
  readyState: number;
  currentTimeSeconds: number;
  /** As the media says it: `NaN` unknown, `Infinity` endless. */
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

/** Names the moment. The order matters: an end is also a pause, and a stream without data is neither. */
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

/** Makes the next snapshot, or gives back the previous one when nothing that a screen shows has changed. */
export function nextSnapshot(previous: PlaybackSnapshot, reading: MediaReading): PlaybackSnapshot {
  const status = statusOf(reading);
  const isLive = reading.streamType === 'live';
  const next: PlaybackSnapshot = {
    status,
    // The engine has let go of the media by then: the place where it failed is the one before.
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
