import type { PlaybackFailure } from './playback-failure.ts';

/** How much must have played before missing picture or sound is a failure and not just late. */
export const silentCheckAfterSeconds = 3;

/** What the decoders have put out so far. */
export interface DecodedOutput {
  /** Width of the picture in pixels; 0 when there is none. */
  videoWidth: number;
  /** `undefined` in browsers without this counter (Firefox). */
  decodedAudioBytes: number | undefined;
}

/**
 * Detects failures that no browser reports: MP4 with AC-3 plays without sound and HEVC without picture, both without an error.
 *
 * @returns a warning (a radio channel has no picture either); `undefined` when both picture and sound are there
 */
export function findSilentFailure(output: DecodedOutput): PlaybackFailure | undefined {
  if (output.videoWidth === 0) return { source: 'media', code: 'media.no_video', fatal: false };
  if (output.decodedAudioBytes === 0) return { source: 'media', code: 'media.no_audio', fatal: false };
  return undefined;
}
