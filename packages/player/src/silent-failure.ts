import type { PlaybackFailure } from './playback-failure.ts';

/** How much must have played before a missing picture or sound can be told from a late one. */
export const silentCheckAfterSeconds = 3;

/** What has come out of the decoders so far. */
export interface DecodedOutput {
  /** Width of the picture in pixels; 0 when there is none. */
  videoWidth: number;
  /** `undefined` in browsers that do not count it (Firefox). */
  decodedAudioBytes: number | undefined;
}

/**
 * Finds what no browser reports: MP4 with AC-3 plays without sound and HEVC without picture, both without an error.
 *
 * @returns a warning (a radio channel has no picture either); `undefined` when nothing is missing
 */
export function findSilentFailure(output: DecodedOutput): PlaybackFailure | undefined {
  if (output.videoWidth === 0) return { source: 'media', code: 'media.no_video', fatal: false };
  if (output.decodedAudioBytes === 0) return { source: 'media', code: 'media.no_audio', fatal: false };
  return undefined;
}
