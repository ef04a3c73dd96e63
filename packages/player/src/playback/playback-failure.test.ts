import { describe, expect, it } from 'vitest';
import {
  failureFromHls,
  failureFromHttp,
  failureFromMediaError,
  failureFromMpegts,
  parseRetryAfter,
  type AddressProbe,
} from './playback-failure.ts';

describe('failureFromHttp', () => {
  it.each([
    [401, 'gateway', 'session.expired'],
    [403, 'gateway', 'stream.forbidden'],
    [404, 'upstream', 'stream.not_found'],
    [409, 'unsupported', 'stream.unplayable'],
    [410, 'gateway', 'stream.expired'],
    [418, 'upstream', 'stream.refused'],
    [429, 'gateway', 'stream.limit'],
    [500, 'gateway', 'server.unexpected'],
    [502, 'upstream', 'upstream.unreachable'],
    [503, 'gateway', 'server.unavailable'],
    [504, 'upstream', 'upstream.timeout'],
    [599, 'upstream', 'upstream.unreachable'],
  ])('reads status %i as %s, %s', (status, source, code) => {
    expect(failureFromHttp({ status })).toEqual({ source, code, httpStatus: status, fatal: true });
  });

  it('prefers the code in the body to the status', () => {
    expect(failureFromHttp({ status: 403, code: 'plan.required' })).toMatchObject({
      source: 'gateway',
      code: 'plan.required',
    });
    expect(failureFromHttp({ status: 502, code: 'upstream.refused' }).source).toBe('upstream');
  });

  it('keeps the time to wait that the server asks for', () => {
    expect(failureFromHttp({ status: 503, retryAfterMs: 4000 }).retryAfterMs).toBe(4000);
    expect(failureFromHttp({ status: 503 })).not.toHaveProperty('retryAfterMs');
  });
});

describe('failureFromHls', () => {
  it.each([
    ['networkError', 'manifestLoadError', { status: 404 }, 'upstream', 'stream.not_found'],
    ['networkError', 'fragLoadError', { status: 502 }, 'upstream', 'upstream.unreachable'],
    ['networkError', 'manifestLoadError', undefined, 'network', 'network.unreachable'],
    ['networkError', 'manifestLoadTimeOut', undefined, 'network', 'network.timeout'],
    ['networkError', 'fragLoadTimeOut', undefined, 'network', 'network.timeout'],
    ['networkError', 'manifestParsingError', undefined, 'media', 'media.format'],
    ['mediaError', 'fragParsingError', undefined, 'media', 'media.format'],
    ['mediaError', 'manifestIncompatibleCodecsError', undefined, 'media', 'media.codec'],
    ['mediaError', 'bufferAddCodecError', undefined, 'media', 'media.codec'],
    ['mediaError', 'bufferAppendError', undefined, 'media', 'media.decode'],
    ['keySystemError', 'keySystemNoAccess', undefined, 'drm', 'drm.unsupported'],
    ['otherError', 'internalException', undefined, 'media', 'media.decode'],
  ])('maps a fatal %s %s (%o) to %s, %s', (type, details, refusal, source, code) => {
    expect(failureFromHls({ type, details, fatal: true, refusal })).toMatchObject({
      source,
      code,
      fatal: true,
    });
  });

  it('ignores errors from which hls.js recovers', () => {
    const report = { type: 'networkError', details: 'fragLoadError', fatal: false };
    expect(failureFromHls({ ...report, refusal: { status: 502 } })).toBeUndefined();
    expect(failureFromHls({ ...report, refusal: { status: 404 } })).toBeUndefined();
    expect(
      failureFromHls({ type: 'mediaError', details: 'bufferStalledError', fatal: false }),
    ).toBeUndefined();
  });

  it.each([401, 403, 409, 410, 429])('is fatal at once on %i, which applies to every segment', (status) => {
    const report = { type: 'networkError', details: 'fragLoadError', fatal: false, refusal: { status } };
    expect(failureFromHls(report)).toMatchObject({ httpStatus: status, fatal: true });
  });
});

describe('failureFromHls for a stream that the provider refuses while nothing is left to play', () => {
  const gone = { status: 502, code: 'upstream.gone' };
  const dry = { type: 'networkError', details: 'levelLoadError', isDry: true, hasOtherLevels: false };
  const report = { ...dry, fatal: false, refusal: gone };

  it('is fatal at once when the cause is final or the provider says how long to wait', () => {
    expect(failureFromHls(report)).toMatchObject({ code: 'upstream.gone', fatal: true });
    const busy = { status: 503, code: 'upstream.busy', retryAfterMs: 5_000 };
    expect(failureFromHls({ ...report, refusal: busy })).toMatchObject({ retryAfterMs: 5_000 });
    const segment = { ...report, details: 'fragLoadError', hasOtherLevels: true };
    expect(failureFromHls(segment)).toMatchObject({ code: 'upstream.gone', fatal: true });
  });

  it.each([
    [{ ...report, refusal: { status: 502, code: 'upstream.unreachable' } }],
    [{ ...report, refusal: { status: 503, code: 'upstream.busy' } }],
    [{ ...report, refusal: { status: 503, code: 'upstream.connections' } }],
    [{ ...report, refusal: { status: 502 } }],
    [{ ...report, isDry: false }],
    [{ ...report, hasOtherLevels: true }],
    [{ ...report, details: 'audioTrackLoadError' }],
  ])('leaves %o to hls.js, which asks again', (later) => {
    expect(failureFromHls(later)).toBeUndefined();
  });
});

describe('failureFromMpegts', () => {
  it.each([
    ['HttpStatusCodeInvalid', 410, 'gateway', 'stream.expired'],
    ['HttpStatusCodeInvalid', undefined, 'network', 'network.unreachable'],
    ['Exception', undefined, 'network', 'network.unreachable'],
    ['ConnectingTimeout', undefined, 'network', 'network.timeout'],
    ['UnrecoverableEarlyEof', undefined, 'upstream', 'upstream.ended'],
    ['FormatUnsupported', undefined, 'media', 'media.format'],
    ['FormatError', undefined, 'media', 'media.format'],
    ['CodecUnsupported', undefined, 'media', 'media.codec'],
    ['MediaMSEError', undefined, 'media', 'media.decode'],
  ])('maps %s (%s) to %s, %s', (detail, status, source, code) => {
    expect(failureFromMpegts(detail, status)).toMatchObject({ source, code, fatal: true });
  });
});

describe('failureFromMediaError', () => {
  it.each<[number, AddressProbe, string, string]>([
    [4, { status: 410 }, 'gateway', 'stream.expired'],
    [4, 'reachable', 'media', 'media.format'],
    [4, 'unreachable', 'network', 'network.unreachable'],
    [2, 'late', 'network', 'network.timeout'],
    [3, 'reachable', 'media', 'media.decode'],
    [2, 'reachable', 'upstream', 'upstream.ended'],
  ])('maps error %i with an address that is %o to %s, %s', (mediaErrorCode, probe, source, code) => {
    expect(failureFromMediaError(mediaErrorCode, probe)).toMatchObject({ source, code, fatal: true });
  });
});

describe('failures with an unclear cause', () => {
  it.each([
    ['a status that is no failure', { status: 206 }],
    ['a redirection', { status: 302 }],
    ['a status of no answer', { status: 0 }],
  ])('count as a broken connection with %s of an HLS playlist', (_what, refusal) => {
    const report = { type: 'networkError', details: 'levelLoadError', fatal: true, refusal };
    expect(failureFromHls(report)).toMatchObject({ source: 'network', code: 'network.unreachable' });
  });

  it.each([200, 206, 302])('count as a broken connection with status %d of raw MPEG-TS', (status) => {
    expect(failureFromMpegts('HttpStatusCodeInvalid', status)).not.toHaveProperty('httpStatus');
  });

  it('count as the provider’s when raw MPEG-TS ends early', () => {
    expect(failureFromMpegts('EarlyEof')).toMatchObject({ source: 'upstream', code: 'upstream.ended' });
  });

  it('count as the gateway’s with an unknown code, which is kept', () => {
    expect(failureFromHttp({ status: 503, code: 'conversion.busy', retryAfterMs: 0 })).toEqual({
      source: 'gateway',
      code: 'conversion.busy',
      httpStatus: 503,
      fatal: true,
      retryAfterMs: 0,
    });
  });

  it('have the code in the body of a refused HLS segment', () => {
    const refusal = { status: 403, code: 'trial.spent' };
    expect(
      failureFromHls({ type: 'networkError', details: 'fragLoadError', fatal: false, refusal })?.code,
    ).toBe('trial.spent');
  });
});

describe('parseRetryAfter', () => {
  const nowMs = Date.parse('2030-01-01T00:00:00Z');

  it.each([
    ['7', 7000],
    ['0', 0],
    ['Tue, 01 Jan 2030 00:00:05 GMT', 5000],
    ['Mon, 31 Dec 2029 23:59:00 GMT', 0],
    [' 7 ', 7000],
    ['  ', undefined],
    ['soon', undefined],
    ['', undefined],
    [null, undefined],
  ])('reads %o as %o ms', (value, expected) => {
    expect(parseRetryAfter(value, nowMs)).toBe(expected);
  });
});
