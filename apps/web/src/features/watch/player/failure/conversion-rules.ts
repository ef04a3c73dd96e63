import type { PlaybackFailure, PlaybackFailureCode } from '@butaca/player';

/** A request for the same film in another form, made by the page when this form fails. */
export interface Conversion {
  /** Whether another form may still be the answer to a failure of this one. */
  isOpen: boolean;
  /** Asks for the other form. Further calls do nothing. */
  begin(failure: PlaybackFailure): void;
  /** Present once it is known that there is no other form. */
  end: ConversionEnd | undefined;
}

/** Why another form of a film cannot be had. */
export interface ConversionEnd {
  /** The reason as a sentence for people. */
  refusal?: string;
  /** The file holds nothing that this browser does not play: a song, for example, has no picture. */
  isNeedless?: boolean;
}

/** Failures of the form in which the bytes come, which may be another one. */
const formCodes: readonly string[] = [
  'media.codec',
  'media.format',
  'media.decode',
  'media.no_audio',
  'media.no_video',
] satisfies PlaybackFailureCode[];

/** Whether another form of the same film may play where this one did not. */
export const isFormFailure = ({ code }: PlaybackFailure): boolean => formCodes.includes(code);

/** Codes that are not retryable. */
const finalCodes: readonly string[] = ['conversion.missing', 'conversion.impossible'];

/** Tries of the page's own at a converter that is busy. */
const maxConverterWaits = 2;

/** What the page offers when a conversion is refused. */
export interface RefusedConversion {
  canRetry: boolean;
  /** The delay of the page's own retry; absent where it makes none. */
  waitMs?: number;
}

/**
 * @param waits - how often the page has waited already
 * @returns `undefined` where the failure is another one
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
