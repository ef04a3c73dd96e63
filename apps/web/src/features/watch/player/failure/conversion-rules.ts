import type { PlaybackFailure, PlaybackFailureCode } from '@butaca/player';

/** The request for a converted form of a film, made when the present form fails to play. */
export interface Conversion {
  /** Whether a failure of the present form may still be answered by requesting a converted form. */
  isOpen: boolean;
  /** Requests the converted form. Further calls have no effect. */
  begin(failure: PlaybackFailure): void;
  /** Why there is no converted form; set once that is known. */
  end: ConversionEnd | undefined;
}

/** Why a converted form of a film is not available. */
export interface ConversionEnd {
  /** The reason as a Spanish sentence for the person. */
  refusal?: string;
  /** True if conversion would change nothing: an audio file, for example, has no video track to convert. */
  isNeedless?: boolean;
}

/** The failure codes that a converted form of the same film may avoid. */
const formCodes: readonly string[] = [
  'media.codec',
  'media.format',
  'media.decode',
  'media.no_audio',
  'media.no_video',
] satisfies PlaybackFailureCode[];

/** Whether a converted form of the same film may play after this failure. */
export const isFormFailure = ({ code }: PlaybackFailure): boolean => formCodes.includes(code);

/** The conversion codes that are not retryable. */
const finalCodes: readonly string[] = ['conversion.missing', 'conversion.impossible'];

/** The most automatic retries that the page makes while the server's converter is busy. */
const maxConverterWaits = 2;

/** What the page offers when a conversion is refused. */
export interface RefusedConversion {
  canRetry: boolean;
  /** The delay in milliseconds before the page's automatic retry; absent if it makes none. */
  waitMs?: number;
}

/**
 * Decides what the page offers after a refused conversion.
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
