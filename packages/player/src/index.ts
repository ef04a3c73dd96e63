export type { PlayerAbility } from './playback/abilities.ts';
export { browserAbilities } from './dom/browser-abilities.ts';
export {
  createPlayback,
  type Playback,
  type PlaybackOptions,
  type PlaybackSource,
} from './playback/playback.ts';
export type { PlaybackSnapshot, PlaybackStatus, StreamType } from './playback/playback-state.ts';
export type {
  PlaybackFailure,
  PlaybackFailureCode,
  PlaybackFailureSource,
} from './playback/playback-failure.ts';
export { addSubtitleFile, isFromFile, listSubtitles, showSubtitles } from './dom/subtitle-track.ts';
export { preloadHls } from './dom/load-hls.ts';
export { probeAddress } from './dom/probe-address.ts';
export type { StreamKind } from './playback/source-routing.ts';
export {
  defineStreamVideo,
  prepareStream,
  StreamVideo,
  type StreamVideoOptions,
} from './dom/stream-video.ts';
export type { PlayerMedia } from './dom/player-media.ts';
export { createMpvOutput, type ExternalPlayerNeeds } from './output/mpv-output.ts';
export { createNativeOutput, type NativePlayerNeeds } from './output/native-output.ts';
export type { OutputAnswer, OutputEvent, OutputPlayer, OutputRequest } from './output/output-player.ts';
export { defineOutputVideo, OutputVideo } from './output/output-video.ts';
export { loadParsers } from './load-parsers.ts';
export { findTrackFor, nameTrack, readLanguage, type DescribedTrack } from './playback/track-names.ts';
