import type { StreamKind } from '../playback/source-routing.ts';

/** What a player outside of the page is to play. */
export interface OutputRequest {
  url: string;
  title: string;
  /** The position in seconds at which playback starts; 0 for the beginning, or the newest media of a live stream. */
  startSeconds: number;
  isLive: boolean;
  streamKind: StreamKind;
  /** Whether there is a next chapter or channel, for which the player may show a button. */
  hasNext: boolean;
}

/** What became of a request to play: the code is one word, such as `missing`, and the message is a Spanish sentence. */
export type OutputAnswer = { success: true } | { success: false; code: string; message: string };

/** What a player outside of the page reports. A volume is between 0 and 1. */
export type OutputEvent =
  | { name: 'time'; seconds: number }
  /** The duration is `undefined` while it is unknown, and for live streams. */
  | { name: 'duration'; seconds: number | undefined }
  | { name: 'paused'; isPaused: boolean }
  | { name: 'volume'; volume: number }
  | { name: 'muted'; isMuted: boolean }
  | { name: 'rate'; rate: number }
  | { name: 'ended' }
  /** The person has closed the player. */
  | { name: 'closed' }
  /** The person has asked for the next chapter or channel. */
  | { name: 'next' }
  | { name: 'error'; code: string; message: string };

/**
 * A player outside of the page: mpv, or the full-screen player of a phone. Requests other than `play` and `stop` have no
 * effect while nothing plays.
 */
export interface OutputPlayer {
  /** The sentence that the page shows in place of the picture. */
  readonly notice: string;
  /** Plays an address instead of what plays; answers when it has been opened, or says why it cannot be. */
  play(request: OutputRequest): Promise<OutputAnswer>;
  /** Stops what plays; resolves when the connection is closed. */
  stop(): Promise<void>;
  setPaused(isPaused: boolean): void;
  seek(seconds: number): void;
  /** Absent where the device's own keys set the volume. */
  setVolume?: (volume: number) => void;
  setMuted?: (isMuted: boolean) => void;
  setRate?: (rate: number) => void;
  /** Calls the listener with everything that the player reports, until the returned function is called. */
  on(listener: (event: OutputEvent) => void): () => void;
}
