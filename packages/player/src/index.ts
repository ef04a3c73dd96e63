export type { PlayerAbility } from './abilities.ts';
export { browserAbilities } from './dom/browser-abilities.ts';
export { createPlayback, type Playback, type PlaybackOptions, type PlaybackSource } from './playback.ts';
export type { PlaybackSnapshot, PlaybackStatus, StreamType } from './playback-state.ts';
export type { PlaybackFailure, PlaybackFailureCode, PlaybackFailureSource } from './playback-failure.ts';
export { probeAddress } from './dom/probe-address.ts';
export type { StreamKind } from './source-routing.ts';
export { defineStreamVideo, StreamVideo, type StreamVideoOptions } from './dom/stream-video.ts';
