import type { Undo } from './undo.ts';

/** Whether an external player can be used: it is installed, missing, or older than the oldest supported version. */
export type ExternalPlayerState = 'ready' | 'missing' | 'too_old';

export const externalFailureCodes = [
  /** The player is not installed. */
  'missing',
  /** The player is older than the oldest version that can be used. */
  'too_old',
  /** The player could not be started. */
  'start',
  /** The player did not answer in time, and was ended. */
  'unresponsive',
  /** The player ended by itself, although nobody closed it. */
  'died',
  /** The address or command is none that the player may get. */
  'refused',
  /** The player could not play what it was given. */
  'media',
  /** Another request to play or stop took the place of this one. */
  'replaced',
] as const;
export type ExternalFailureCode = (typeof externalFailureCodes)[number];

/** What became of a request to play in an external player; the message is a Spanish sentence. */
export type ExternalAnswer =
  | { success: true }
  | { success: false; code: ExternalFailureCode; message: string };

interface ExternalPlayOptions {
  /** In seconds. */
  startTime: number;
  title: string;
  /**
   * What the server says that the stream is. The player requests addresses that the media name only where this is a
   * playlist, `hls` or `dash`; everywhere else, and where the kind is absent, it does not.
   */
  streamKind?: string | undefined;
}

export interface ExternalTrack {
  id: number;
  kind: 'video' | 'audio' | 'sub';
  title: string;
  /** The language as the file names it, such as `spa`; empty where it names none. */
  language: string;
  isSelected: boolean;
}

/** A property of an external player that the page may set; `aid` and `sid` are the sound and the subtitles chosen. */
export type ExternalSetting =
  | { property: 'pause' | 'mute' | 'fullscreen'; value: boolean }
  | { property: 'volume' | 'speed'; value: number }
  | { property: 'aid' | 'sid'; value: number | 'auto' | 'no' };

export type ExternalChange =
  | ExternalSetting
  | { property: 'eof-reached'; value: boolean }
  /** In seconds; `undefined` while it is unknown. */
  | { property: 'duration'; value: number | undefined }
  | { property: 'track-list'; value: readonly ExternalTrack[] };

/** Why an external player has stopped by itself: the media was over, or the person closed the player's window. */
export type ExternalEnd = 'ended' | 'closed';

/**
 * A player with a window of its own, outside of the page. Times are in seconds. `seek` and `set` have no effect while
 * nothing plays.
 */
export interface ExternalPlayer {
  readonly name: 'mpv';
  /** Whether the player is installed; rejects with a sentence when it is installed and cannot be started. */
  look(): Promise<ExternalPlayerState>;
  /** Stops what plays and plays an address; answers when it has been opened, or says why it cannot be. */
  play(url: string, options: ExternalPlayOptions): Promise<ExternalAnswer>;
  /** Stops what plays; resolves when the player's connection is closed. */
  stop(): Promise<void>;
  seek(time: number): Promise<void>;
  set(setting: ExternalSetting): Promise<void>;
  /** Tells the position, at most once a second. */
  onTime(listener: (time: number) => void): Undo;
  /** Tells of failures after playback has begun; earlier ones are in the answer of `play`. */
  onError(listener: (failure: { code: ExternalFailureCode; message: string }) => void): Undo;
  onEnd(listener: (end: ExternalEnd) => void): Undo;
  onChange(listener: (change: ExternalChange) => void): Undo;
}
