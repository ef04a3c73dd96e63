import { describe, expect, it } from 'vitest';
import { failureFromHttp, isOutage, type PlaybackFailure } from './playback-failure.ts';
import { decideReconnection, decideRetry, isPassing } from './retry-policy.ts';

const fatal = (source: PlaybackFailure['source'], code: string): PlaybackFailure => ({
  source,
  code,
  fatal: true,
});
const finalUpstreamCodes = [
  'upstream.blocked',
  'upstream.certificate',
  'upstream.forbidden',
  'upstream.gone',
  'upstream.page',
  'upstream.protected',
  'upstream.protocol',
  'upstream.refused',
  'upstream.unauthorized',
];
const retryIn = (waitMs: number) => ({ action: 'retry', waitMs });

describe('decideRetry', () => {
  it.each(['upstream.timeout', 'network.timeout'])(
    'gives up a stream that has not played and came too late: %s',
    (code) => {
      expect(decideRetry(fatal('upstream', code), 0)).toEqual({ action: 'give-up' });
      expect(isPassing(fatal('upstream', code), false)).toBe(true);
    },
  );

  it.each([
    [fatal('network', 'network.unreachable')],
    [fatal('network', 'player.unloaded')],
    [fatal('upstream', 'upstream.ended')],
    [fatal('media', 'media.decode')],
    [failureFromHttp({ status: 500 })],
    [failureFromHttp({ status: 502 })],
    [failureFromHttp({ status: 503 })],
  ])('retries $code after 2 s, twice at most', (failure) => {
    expect(decideRetry(failure, 0)).toEqual(retryIn(2000));
    expect(decideRetry(failure, 1)).toEqual(retryIn(2000));
    expect(decideRetry(failure, 2)).toEqual({ action: 'give-up' });
  });

  it.each([401, 403, 404, 409, 429])('never retries %i, even with a retry-after', (status) => {
    expect(decideRetry(failureFromHttp({ status, retryAfterMs: 1000 }), 0)).toEqual({ action: 'give-up' });
  });

  it('requests a new address when the old one has expired, but not forever', () => {
    const expired = failureFromHttp({ status: 410 });
    expect(decideRetry(expired, 0)).toEqual({ action: 'renew-address' });
    expect(decideRetry(expired, 2)).toEqual({ action: 'give-up' });
  });

  it.each([
    [fatal('media', 'media.format')],
    [fatal('media', 'media.codec')],
    [fatal('drm', 'drm.unsupported')],
    [fatal('unsupported', 'stream.unplayable')],
    [failureFromHttp({ status: 418 })],
    [failureFromHttp({ status: 409, code: 'conversion.missing' })],
    [failureFromHttp({ status: 503, code: 'conversion.busy', retryAfterMs: 15_000 })],
    [failureFromHttp({ status: 503, code: 'conversion.starting', retryAfterMs: 10_000 })],
    ...finalUpstreamCodes.map((code): [PlaybackFailure] => [failureFromHttp({ status: 502, code })]),
    [failureFromHttp({ status: 503, code: 'conversion.elsewhere', retryAfterMs: 2_000 })],
  ])('gives up on $code, which is not retryable', (failure) => {
    expect(decideRetry(failure, 0)).toEqual({ action: 'give-up' });
  });

  it.each([
    [undefined, retryIn(2000)],
    [5_000, retryIn(5_000)],
    [15_000, retryIn(15_000)],
    [120_000, { action: 'give-up' }],
  ])('after a provider that asks to wait %s ms, the decision is %o', (retryAfterMs, decision) => {
    const busy = failureFromHttp({ status: 503, code: 'upstream.busy', retryAfterMs });
    expect(decideRetry(busy, 0)).toEqual(decision);
  });

  it('waits as long as the server asks, up to a limit', () => {
    expect(decideRetry(failureFromHttp({ status: 503, retryAfterMs: 9000 }), 0)).toEqual(retryIn(9000));
    expect(decideRetry(failureFromHttp({ status: 503, retryAfterMs: 10 }), 0)).toEqual(retryIn(2000));
    expect(decideRetry(failureFromHttp({ status: 503, retryAfterMs: 60_000 }), 0)).toEqual({
      action: 'give-up',
    });
  });
});

describe('isPassing', () => {
  it.each([
    [fatal('network', 'network.unreachable'), false, true],
    [fatal('upstream', 'upstream.ended'), true, true],
    [fatal('upstream', 'upstream.ended'), false, false],
    [fatal('media', 'media.decode'), true, false],
    [failureFromHttp({ status: 502 }), false, true],
    [failureFromHttp({ status: 403, code: 'plan.required' }), true, false],
    [failureFromHttp({ status: 404 }), true, false],
    [failureFromHttp({ status: 410 }), true, false],
    [failureFromHttp({ status: 503, code: 'conversion.busy' }), false, false],
    [failureFromHttp({ status: 502, code: 'upstream.unknown_host' }), true, true],
    [failureFromHttp({ status: 503, code: 'upstream.connections' }), true, true],
    [failureFromHttp({ status: 502, code: 'upstream.gone' }), true, false],
    [failureFromHttp({ status: 502, code: 'upstream.forbidden' }), false, false],
  ])('expects $code (live: %s) to pass: %s', (failure, isLive, expected) => {
    expect(isPassing(failure, isLive)).toBe(expected);
  });
});

describe('isOutage', () => {
  it.each(finalUpstreamCodes)('is false for %s, which lasts', (code) => {
    expect(isOutage(failureFromHttp({ status: 502, code }))).toBe(false);
  });

  it.each(['upstream.unreachable', 'upstream.timeout', 'upstream.unknown_host', 'upstream.busy'])(
    'is true for %s',
    (code) => {
      expect(isOutage(failureFromHttp({ status: 503, code }))).toBe(true);
    },
  );
});

describe('decideReconnection', () => {
  const away = failureFromHttp({ status: 502 });
  const state = { hasPlayed: true, retries: 0, lostForMs: 0, sinceRequestMs: Infinity };

  it('requests the stream at once, then with a growing wait', () => {
    const waits = [0, 1, 2, 3, 4, 40].map((retries) => decideReconnection(away, { ...state, retries }));
    expect(waits).toEqual([0, 1000, 2000, 4000, 5000, 5000].map(retryIn));
  });

  it('keeps two seconds between the requests for a stream that ends again and again', () => {
    expect(decideReconnection(away, { ...state, sinceRequestMs: 500 })).toEqual(retryIn(1500));
  });

  it('waits as long as the server asks, and gives up after five minutes', () => {
    const busy = failureFromHttp({ status: 503, retryAfterMs: 60_000 });
    expect(decideReconnection(busy, state)).toEqual(retryIn(60_000));
    expect(decideReconnection(busy, { ...state, lostForMs: 250_000 })).toEqual({ action: 'give-up' });
    expect(decideReconnection(away, { ...state, retries: 9, lostForMs: 290_000 })).toEqual(retryIn(5000));
    expect(decideReconnection(away, { ...state, retries: 9, lostForMs: 296_000 })).toEqual({
      action: 'give-up',
    });
  });

  it('gives up a stream that has not played after one minute', () => {
    const unplayed = { ...state, hasPlayed: false, retries: 9 };
    expect(decideReconnection(away, { ...unplayed, lostForMs: 55_000 })).toEqual(retryIn(5000));
    expect(decideReconnection(away, { ...unplayed, lostForMs: 56_000 })).toEqual({ action: 'give-up' });
  });
});
