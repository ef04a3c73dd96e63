import type { PlaybackFailure } from './playback-failure.ts';

/** After this many seconds of playback, missing video or sound counts as a failure; before, it may just be late. */
export const silentCheckAfterSeconds = 3;

/** How much video and audio the browser's decoders have produced so far. */
export interface DecodedOutput {
  /** The width of the video in pixels; 0 as long as no frame was decoded. */
  videoWidth: number;
  /** Whether the stream contains video at all, unlike a radio; `undefined` until that is known. */
  hasPicture: boolean | undefined;
  /** The number of decoded audio bytes; `undefined` in browsers without this counter (Firefox). */
  decodedAudioBytes: number | undefined;
}

/** Whether it is known if a picture is missing: there is one, or the stream has been examined. */
export const isPictureKnown = ({ videoWidth, hasPicture }: DecodedOutput): boolean =>
  videoWidth > 0 || hasPicture !== undefined;

/**
 * Detects streams that play without sound or without picture although the browser reports no error, such as MP4 with
 * AC-3 audio or with HEVC video that it cannot decode.
 *
 * @returns a warning, which does not end playback; `undefined` when all that the stream contains is decoded
 */
export function findSilentFailure(output: DecodedOutput): PlaybackFailure | undefined {
  if (output.videoWidth === 0) {
    return output.hasPicture === true ? { source: 'media', code: 'media.no_video', fatal: false } : undefined;
  }
  if (output.decodedAudioBytes === 0) return { source: 'media', code: 'media.no_audio', fatal: false };
  return undefined;
}
