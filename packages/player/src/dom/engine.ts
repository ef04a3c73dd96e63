import type { PlaybackFailure } from '../playback-failure.ts';
import type { StreamType } from '../playback-state.ts';
import type { StreamAudioTrackList, VideoRenditionList } from './track-lists.ts';

/** What is to be played. */
export interface EngineSource {
  url: string;
  /** What the page knows beforehand; an engine that finds out by itself ignores it. */
  expectedStreamType: StreamType;
  /** Where to begin, in seconds; `undefined` is the beginning, or the live edge. */
  startSeconds: number | undefined;
}

/** What an engine finds out about a stream. */
export interface StreamFacts {
  streamType: StreamType;
  /** Seconds of a live stream one may go back; 0 none, `Infinity` since its start, `NaN` not live. */
  targetLiveWindowSeconds: number;
  /** How far behind the end still counts as live, in seconds. */
  liveEdgeOffsetSeconds: number;
}

/** What an engine may touch of the element. */
export interface EngineHost {
  readonly video: HTMLVideoElement;
  readonly videoRenditions: VideoRenditionList;
  readonly audioTracks: StreamAudioTrackList;
  /** Called once with a fatal failure at most; the element then ends the engine. */
  reportFailure(failure: PlaybackFailure): void;
  reportFacts(facts: StreamFacts): void;
  /** For an engine that cannot let go of the video at once: the next one is opened after it has. */
  holdUntil(hasLetGo: Promise<unknown>): void;
}

/**
 * Opens a source on the host's video. Resolves when `video.play()` may be called. The engine lives until `signal` aborts:
 * it then stops every request and lets go of the video, at once or by `holdUntil`, and reports nothing more.
 */
export type OpenEngine = (host: EngineHost, source: EngineSource, signal: AbortSignal) => Promise<void>;

export const onDemandFacts: StreamFacts = {
  streamType: 'on-demand',
  targetLiveWindowSeconds: Number.NaN,
  liveEdgeOffsetSeconds: 0,
};

export const unknownFacts: StreamFacts = { ...onDemandFacts, streamType: 'unknown' };
