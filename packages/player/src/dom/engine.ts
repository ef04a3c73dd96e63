import type { PlaybackFailure } from '../playback/playback-failure.ts';
import type { ExpectedStreamType, StreamType } from '../playback/playback-state.ts';
import type { StreamAudioTrackList, VideoRenditionList } from './track-lists.ts';

/** The stream that an engine (hls.js, shaka-player, mpegts.js or the browser's own player) is to play. */
export interface EngineSource {
  url: string;
  /**
   * Whether the page expects a live or an on-demand stream; player libraries that detect this themselves ignore the
   * value.
   */
  expectedStreamType: ExpectedStreamType;
  /**
   * The position in seconds at which playback starts; `undefined` for the beginning of a file or the newest media of a
   * live stream.
   */
  startSeconds: number | undefined;
}

/** What an engine (hls.js, shaka-player, …) has found out about the stream that it plays. */
export interface StreamFacts {
  streamType: StreamType;
  /**
   * How many seconds a viewer can seek back in a live stream; 0: not at all, `Infinity`: to its start, `NaN`: the
   * stream is not live.
   */
  targetLiveWindowSeconds: number;
  /** How many seconds behind the newest media of a live stream playback still counts as live. */
  liveEdgeOffsetSeconds: number;
  /** Whether the stream can be received only from its beginning, so that nobody can seek in it. */
  isSequential: boolean;
}

/**
 * The parts of the element `<stream-video>` that an engine (hls.js, shaka-player, …) may use to play a stream in it.
 */
export interface EngineHost {
  readonly video: HTMLVideoElement;
  readonly videoRenditions: VideoRenditionList;
  readonly audioTracks: StreamAudioTrackList;
  /**
   * Reports that playback has failed for good. An engine (hls.js, …) may call this function at most once;
   * `<stream-video>` then aborts the engine.
   */
  reportFailure(failure: PlaybackFailure): void;
  /**
   * Reports that the stream has stopped coming while the buffered media can still play. The engine (hls.js, …) stays.
   *
   * @param resume - requests the stream again; absent when the engine does that by itself
   */
  reportInterruption(failure: PlaybackFailure, resume?: () => void): void;
  /** Offers a way to continue a live stream at its newest media, which drops requests for earlier media. */
  offerLiveEdge(go: () => void): void;
  /**
   * Tells how to count the bytes of media that have arrived so far, those of an unfinished request included. Without a
   * count, bytes that arrive slowly are no progress of a live stream.
   */
  countBytes(count: () => number): void;
  reportFacts(facts: StreamFacts): void;
  /**
   * Reports whether the stream contains video, which this browser may be unable to show; a radio contains none.
   *
   * @param hasSound - whether it contains sound, or may; without it, it is expected to
   */
  reportTracks(hasPicture: boolean, hasSound?: boolean): void;
  /**
   * Lets an engine (player library) take time to let go of the <video> element: the next engine is opened only once
   * this promise settles.
   */
  holdUntil(released: Promise<unknown>): void;
}

/**
 * Makes an engine (hls.js, shaka-player, …) play a stream on the host's video element. Resolves when `video.play()` may
 * be called. The engine lives until `signal` aborts: it then cancels its requests, releases the video element (at once,
 * or later through `holdUntil`), and reports nothing more.
 */
export type OpenEngine = (host: EngineHost, source: EngineSource, signal: AbortSignal) => Promise<void>;

export const onDemandFacts: StreamFacts = {
  streamType: 'on-demand',
  targetLiveWindowSeconds: Number.NaN,
  liveEdgeOffsetSeconds: 0,
  isSequential: false,
};

export const unknownFacts: StreamFacts = { ...onDemandFacts, streamType: 'unknown' };
