import type { PlaybackFailure } from './playback-failure.ts';

/** Seconds of playback after which missing video or audio counts as a failure and no longer as late. */
export const silentCheckAfterSeconds = 3;

/** What the browser's decoders have output so far. */
export interface DecodedOutput {
  /** The width of the video in pixels; 0 without a video frame. */
  videoWidth: number;
  /** The number of decoded audio bytes; `undefined` in browsers without this counter (Firefox). */
  decodedAudioBytes: number | undefined;
}

/**
 * Detects failures that no browser reports: MP4 with AC-3 may play without sound, and HEVC without video, both without an error.
 *
 * @returns a warning (not fatal, because a radio channel has no video either); `undefined` when both video and audio are decoded
 */
export function findSilentFailure(output: DecodedOutput): PlaybackFailure | undefined {
  if (output.videoWidth === 0) return { source: 'media', code: 'media.no_video', fatal: false };
  if (output.decodedAudioBytes === 0) return { source: 'media', code: 'media.no_audio', fatal: false };
  return undefined;
}
