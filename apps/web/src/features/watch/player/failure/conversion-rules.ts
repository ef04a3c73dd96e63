import type { PlaybackFailure, PlaybackFailureCode } from '@butaca/player';

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

/** Another try does not change these. */
const finalCodes: readonly string[] = ['conversion.missing', 'conversion.impossible'];

/** Tries of the page's own at a converter that is busy. */
const maxConverterWaits = 2;

/** What is offered where a conversion is refused. */
export interface RefusedConversion {
  canRetry: boolean;
  /** After which the page tries by itself; absent where it does not. */
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
