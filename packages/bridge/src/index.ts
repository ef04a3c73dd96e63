export {
  platforms,
  storageKeys,
  type Bridge,
  type BridgeStorage,
  type DeviceDescription,
  type NativeMedia,
  type NativePlayer,
  type NativePlayerEvent,
  type Platform,
  type PlayerAnswer,
  type StorageKey,
} from './interface/bridge.ts';
export type { Undo } from './interface/undo.ts';
export { systemClock, type Clock } from './base/clock.ts';
export {
  externalFailureCodes,
  type ExternalAnswer,
  type ExternalChange,
  type ExternalEnd,
  type ExternalFailureCode,
  type ExternalPlayer,
  type ExternalPlayerState,
  type ExternalSetting,
  type ExternalTrack,
} from './interface/external-player.ts';
export { isTelevisionAgent } from './browser/television-agent.ts';
export { findBridge, type ShellWindow } from './find-bridge.ts';
export { MpvClient, type MpvClientOptions } from './mpv/mpv-client.ts';
export { refuseLine } from './mpv/mpv-commands.ts';
export { MpvFailure } from './mpv/mpv-failure.ts';
export { createMpvSession } from './mpv/mpv-session.ts';
export type { MpvTransport } from './mpv/mpv-transport.ts';
export { readServerAddress, type ServerAddress, type ServerAddressFault } from './server-address.ts';
