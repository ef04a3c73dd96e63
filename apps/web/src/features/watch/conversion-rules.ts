import type { PlaybackFailure, PlaybackFailureCode } from '@butaca/player';

/** How a failure of an item was answered. */
export interface FormAnswer {
  /** `auto`: it was asked for in another form, which cannot be had, and it goes on as it was. */
  play: 'auto' | 'remux';
  /** What it answers. */
  failure: PlaybackFailure;
}

/** Failures of the form in which the bytes come, which may be another one. */
const formCodes: readonly string[] = [
  'media.codec',
  'media.format',
  'media.decode',
  'media.no_audio',
  'media.no_video',
] satisfies PlaybackFailureCode[];

/** Another try does not change these. */
const finalCodes: readonly string[] = ['conversion.missing', 'conversion.impossible'];

/**
 * What follows a failure of an item: it is asked for in another form, once. What played without its sound or picture, and
 * cannot be converted, is better played like that than not at all.
 *
 * @param before - how an earlier failure of the same item was answered
 * @returns `undefined` where the person is told
 */
export function answerFailure(
  before: FormAnswer | undefined,
  failure: PlaybackFailure,
): FormAnswer | undefined {
  if (before === undefined) return formCodes.includes(failure.code) ? { play: 'remux', failure } : undefined;
  const hadPlayed = before.play === 'remux' && !before.failure.fatal;
  return hadPlayed && finalCodes.includes(failure.code)
    ? { play: 'auto', failure: before.failure }
    : undefined;
}

/** Tries of the page's own at a converter that is busy. */
export const maxConverterWaits = 2;

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
