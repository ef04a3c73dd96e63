import type { PlaybackFailure } from '../playback/playback-failure.ts';
import type { StreamType } from '../playback/playback-state.ts';
import type { StreamAudioTrackList, VideoRenditionList } from './track-lists.ts';

/** The source that an engine opens. */
export interface EngineSource {
  url: string;
  /** The stream type that the page expects; engines that detect the type themselves ignore it. */
  expectedStreamType: StreamType;
  /** The start position in seconds; `undefined` means the beginning of a file, or the live edge. */
  startSeconds: number | undefined;
}

/** The properties of a stream that an engine detects. */
export interface StreamFacts {
  streamType: StreamType;
  /** How many seconds a viewer can seek back in a live stream; 0: not at all, `Infinity`: to its start, `NaN`: not live. */
  targetLiveWindowSeconds: number;
  /** How far behind the live edge playback still counts as live, in seconds. */
  liveEdgeOffsetSeconds: number;
}

/** The parts of `<stream-video>` that an engine may use. */
export interface EngineHost {
  readonly video: HTMLVideoElement;
  readonly videoRenditions: VideoRenditionList;
  readonly audioTracks: StreamAudioTrackList;
  /** Reports a fatal failure; may be called at most once, and the element then aborts the engine. */
  reportFailure(failure: PlaybackFailure): void;
  reportFacts(facts: StreamFacts): void;
  /** For an engine that releases the video asynchronously: the next engine is opened once the promise settles. */
  holdUntil(released: Promise<unknown>): void;
}

/**
 * Opens a source on the host's video. Resolves when `video.play()` may be called. The engine lives until `signal` aborts: it then
 * cancels its requests, releases the video (at once, or later through `holdUntil`), and reports nothing more.
 */
export type OpenEngine = (host: EngineHost, source: EngineSource, signal: AbortSignal) => Promise<void>;

export const onDemandFacts: StreamFacts = {
  streamType: 'on-demand',
  targetLiveWindowSeconds: Number.NaN,
  liveEdgeOffsetSeconds: 0,
};

export const unknownFacts: StreamFacts = { ...onDemandFacts, streamType: 'unknown' };
