import type { PlaybackFailure } from '@butaca/player';
import { describe, expect, it } from 'vitest';
import { mayConversionHelp, readRefusedConversion } from './conversion-rules.ts';

const failureOf = (code: string, retryAfterMs?: number): PlaybackFailure => ({
  source: 'gateway',
  code,
  fatal: true,
  ...(retryAfterMs !== undefined && { retryAfterMs }),
});

it.each([
  ['media.codec', true],
  ['media.format', true],
  ['media.decode', true],
  ['media.no_audio', true],
  ['media.no_video', true],
  ['output.native', true],
  ['output.media', false],
  ['network.unreachable', false],
  ['stream.limit', false],
  ['upstream.ended', false],
  ['conversion.busy', false],
  ['drm.unsupported', false],
])('whether another form may remedy the failure %s: %s', (code, expected) => {
  expect(mayConversionHelp(failureOf(code))).toBe(expected);
});

describe('readRefusedConversion', () => {
  it.each(['conversion.missing', 'conversion.impossible'])('allows no retry after %s', (code) => {
    expect(readRefusedConversion(failureOf(code, 5_000), 0)).toEqual({ canRetry: false });
  });

  it.each(['conversion.busy', 'conversion.starting', 'conversion.elsewhere'])(
    'asks for an automatic retry after %s twice, then only for one by hand',
    (code) => {
      const failure = failureOf(code, 15_000);
      expect(readRefusedConversion(failure, 0)).toEqual({ canRetry: true, waitMs: 15_000 });
      expect(readRefusedConversion(failure, 1)).toEqual({ canRetry: true, waitMs: 15_000 });
      expect(readRefusedConversion(failure, 2)).toEqual({ canRetry: true });
      expect(readRefusedConversion(failureOf(code), 0)).toEqual({ canRetry: true });
    },
  );

  it('returns nothing for a failure that is no refused conversion', () => {
    expect(readRefusedConversion(failureOf('server.unavailable', 5_000), 0)).toBeUndefined();
  });
});
