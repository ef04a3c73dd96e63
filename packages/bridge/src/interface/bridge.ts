import type { ExternalPlayer } from './external-player.ts';
import type { Undo } from './undo.ts';

/** The programs in which the web client can run, by the name that the product has for each. */
export const platforms = ['web', 'android', 'ios', 'desktop'] as const;
export type Platform = (typeof platforms)[number];

/** What the web client runs on. */
export interface DeviceDescription {
  platform: Platform;
  /** The name of the model, such as `Pixel 9`; empty where the platform does not tell. */
  model: string;
  isTelevision: boolean;
}

/** The keys of what the web client stores on a device. @see docs/requisitos.md, R3.1 */
export const storageKeys = ['token', 'deviceId', 'user'] as const;
export type StorageKey = (typeof storageKeys)[number];

/** The session's storage on the device. Every call rejects when the storage is full or forbidden. */
export interface BridgeStorage {
  /** Whether the values are kept by the shell, encrypted where the platform has that, and not by the browser. */
  readonly isNative: boolean;
  /** Resolves to `undefined` for what was never stored or was removed. */
  get(key: StorageKey): Promise<string | undefined>;
  set(key: StorageKey, value: string): Promise<void>;
  remove(key: StorageKey): Promise<void>;
}

/** What became of a request to a native player; the message says in Spanish why it failed, and is empty otherwise. */
export interface PlayerAnswer {
  success: boolean;
  message: string;
}

/** What a native player is to play. Times are in seconds. */
export interface NativeMedia {
  url: string;
  title: string;
  startTime: number;
  isLive: boolean;
  /** Whether there is a next chapter, for which the player then shows a button. */
  hasNext: boolean;
}

/** What a native player reports. Times are in seconds; the duration of a live stream is unknown. */
export type NativePlayerEvent =
  | { name: 'play' | 'pause' | 'stop' | 'ended' | 'next' }
  | { name: 'seek'; time: number }
  | { name: 'time'; time: number; duration: number | undefined }
  | { name: 'error'; message: string };

/** The full-screen player of an Android or iOS shell. Requests never reject: a failure is in their answer. */
export interface NativePlayer {
  /** The formats and codecs that the player plays, by the names that the server knows. */
  abilities(): Promise<string[]>;
  play(media: NativeMedia): Promise<PlayerAnswer>;
  /** Closes the player; answers when its connection is closed. */
  stop(): Promise<PlayerAnswer>;
  pause(): Promise<PlayerAnswer>;
  resume(): Promise<PlayerAnswer>;
  seek(time: number): Promise<PlayerAnswer>;
  on(listener: (event: NativePlayerEvent) => void): Undo;
}

/**
 * What differs between a browser and the shells of Android, iOS and the desktop. A capability that the device lacks is
 * absent, so screens ask for capabilities and never for the platform.
 */
export interface Bridge {
  device(): Promise<DeviceDescription>;
  readonly storage: BridgeStorage;
  readonly nativePlayer?: NativePlayer;
  /** The player of the desktop shell, a program with a window of its own. */
  readonly externalPlayer?: ExternalPlayer;
  /** Lets the person choose another server; the shell leaves the page for that. */
  readonly server?: { change(): Promise<void> };
  /** The hardware key «back». With a listener, the shell itself does nothing when the key is pressed. */
  readonly back?: { onPress(listener: () => void): Undo; exit(): Promise<void> };
  readonly orientation?: {
    lock(orientation: 'landscape' | 'portrait'): Promise<void>;
    unlock(): Promise<void>;
  };
  /** Keeps the screen on until the returned function is called. */
  readonly keepAwake?: { hold(): Undo };
}
