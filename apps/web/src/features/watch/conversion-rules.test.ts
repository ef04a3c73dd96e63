import type { PlaybackFailure } from '@butaca/player';
import { describe, expect, it } from 'vitest';
import { answerFailure, readRefusedConversion } from './conversion-rules.ts';

const fatal = (code: string): PlaybackFailure => ({ source: 'media', code, fatal: true });
const silent: PlaybackFailure = { source: 'media', code: 'media.no_audio', fatal: false };
const refused = (code: string, retryAfterMs?: number): PlaybackFailure => ({
  source: 'gateway',
  code,
  fatal: true,
  ...(retryAfterMs !== undefined && { retryAfterMs }),
});

describe('the answer to a failure', () => {
  it.each([silent, ...['media.codec', 'media.format', 'media.decode', 'media.no_video'].map(fatal)])(
    'of $code is another form, once',
    (failure) => {
      const answer = answerFailure(undefined, failure);
      expect(answer).toEqual({ play: 'remux', failure });
      expect(answerFailure(answer, failure)).toBeUndefined();
    },
  );

  it.each(['network.unreachable', 'stream.limit', 'upstream.ended', 'conversion.busy', 'drm.unsupported'])(
    'of %s is to tell it',
    (code) => {
      expect(answerFailure(undefined, fatal(code))).toBeUndefined();
    },
  );

  it.each(['conversion.missing', 'conversion.impossible'])(
    'of %s is to go on without sound, where it played without',
    (code) => {
      const back = answerFailure({ play: 'remux', failure: silent }, refused(code));
      expect(back).toEqual({ play: 'auto', failure: silent });
      expect(answerFailure(back, silent)).toBeUndefined();
      expect(answerFailure({ play: 'remux', failure: fatal('media.codec') }, refused(code))).toBeUndefined();
    },
  );
});

describe('a conversion that is refused', () => {
  it.each(['conversion.missing', 'conversion.impossible'])('with %s is not tried again', (code) => {
    expect(readRefusedConversion(refused(code, 5_000), 0)).toEqual({ canRetry: false });
  });

  it.each(['conversion.busy', 'conversion.elsewhere'])('with %s is waited for twice', (code) => {
    const failure = refused(code, 15_000);
    expect(readRefusedConversion(failure, 0)).toEqual({ canRetry: true, waitMs: 15_000 });
    expect(readRefusedConversion(failure, 1)).toEqual({ canRetry: true, waitMs: 15_000 });
    expect(readRefusedConversion(failure, 2)).toEqual({ canRetry: true });
    expect(readRefusedConversion(refused(code), 0)).toEqual({ canRetry: true });
  });

  it('is not what another failure tells', () => {
    expect(readRefusedConversion(refused('server.unavailable', 5_000), 0)).toBeUndefined();
  });
});
