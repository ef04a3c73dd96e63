import type { PlaybackFailure, PlaybackFailureCode } from '@butaca/player';

/** The request for a conversion of a film to HLS, made when the browser fails to play the film's original file. */
export interface Conversion {
  /**
   * Whether a playback failure may still lead to a conversion of the film to HLS: the stream that plays now is not yet
   * a requested conversion, and the server has not refused one.
   */
  isOpen: boolean;
  /** Requests the film converted to HLS. Further calls have no effect. */
  begin(failure: PlaybackFailure): void;
  /** Why the server does not offer the film converted to HLS; set once the server has answered. */
  end: ConversionEnd | undefined;
}

/** Why a film cannot be played converted to HLS. */
export interface ConversionEnd {
  /** The server's reason for not converting the film to HLS, as a Spanish sentence for the person. */
  refusal?: string;
  /** True if converting the file would change nothing: an audio file, for example, has no video track to convert. */
  isNeedless?: boolean;
}

/** The codes of playback failures that converting the same film to HLS may avoid. */
const avoidableCodes: readonly string[] = [
  ...([
    'media.codec',
    'media.format',
    'media.decode',
    'media.no_audio',
    'media.no_video',
  ] satisfies PlaybackFailureCode[]),
  // A phone's own player gives no reason. The server has delivered the stream, so the format is the likely one.
  'output.native',
];

/** Whether the same film may play after this failure if it is converted to HLS. */
export const mayConversionHelp = ({ code }: PlaybackFailure): boolean => avoidableCodes.includes(code);

/** The error codes with which the server refuses to convert a film for good, so that a retry would be pointless. */
const finalCodes: readonly string[] = ['conversion.missing', 'conversion.impossible'];

/** The largest number of automatic retries that the page makes while the server's video converter is busy. */
const maxConverterWaits = 2;

/** What the page offers when the server refuses to convert a film: a retry or none, automatic or not. */
export interface RefusedConversion {
  canRetry: boolean;
  /** The delay in milliseconds before the page automatically tries to play the film again; absent if it does not. */
  waitMs?: number;
}

/**
 * Decides whether the page offers a retry after the server has refused to convert a film.
 *
 * @param waits - how many automatic retries were made already
 * @returns `undefined` if the failure is not about a conversion
 */
export function readRefusedConversion(
  { code, retryAfterMs }: PlaybackFailure,
  waits: number,
): RefusedConversion | undefined {
  if (!code.startsWith('conversion.')) return undefined;
  const canRetry = !finalCodes.includes(code);
  return canRetry && retryAfterMs !== undefined && waits < maxConverterWaits
    ? { canRetry, waitMs: retryAfterMs }
    : { canRetry };
}
