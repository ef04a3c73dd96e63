import type { PlaybackFailure } from './playback-failure.ts';

/** After this many seconds of playback, missing video or sound counts as a failure; before, it may just be late. */
export const silentCheckAfterSeconds = 3;

/** How much video and audio the browser's decoders have produced so far. */
export interface DecodedOutput {
  /** The width of the video in pixels; 0 as long as no frame was decoded. */
  videoWidth: number;
  /** The number of decoded audio bytes; `undefined` in browsers without this counter (Firefox). */
  decodedAudioBytes: number | undefined;
}

/**
 * Detects streams that play without sound or without picture although the browser reports no error, such as MP4 with
 * AC-3 audio or with HEVC video that it cannot decode.
 *
 * @returns a warning (not fatal, because a radio channel has no video either); `undefined` when both video and audio
 * are decoded
 */
export function findSilentFailure(output: DecodedOutput): PlaybackFailure | undefined {
  if (output.videoWidth === 0) return { source: 'media', code: 'media.no_video', fatal: false };
  if (output.decodedAudioBytes === 0) return { source: 'media', code: 'media.no_audio', fatal: false };
  return undefined;
}
