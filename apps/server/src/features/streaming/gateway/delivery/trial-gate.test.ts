import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../platform/http/app-error.ts';
import type { MediaPart, StreamGrants } from '../stream/stream.ts';
import type { SealedStream, StreamRole } from '../stream/token.ts';
import { createTrialGate, payForSegment } from './trial-gate.ts';

const { signal } = new AbortController();

/**
 * Creates fake checks of stream permissions (`StreamGrants`) that note what is charged to a free trial, and refuse once
 * `affordable` charges were made.
 */
function countCharges(affordable = Number.POSITIVE_INFINITY) {
  const charged: string[] = [];
  const grants: StreamGrants = {
    check: () => Promise.resolve(undefined),
    renew: async () => undefined,
    charge(_grant, { fromSeconds, toSeconds }) {
      if (charged.length >= affordable) return Promise.reject(new AppError('trial.spent'));
      charged.push(`${fromSeconds}-${toSeconds}`);
      return Promise.resolve();
    },
  };
  return { grants, charged };
}

function sealed(
  role: StreamRole,
  {
    isTrial = true,
    ...more
  }: { isTrial?: boolean; part?: MediaPart | null; durationSeconds?: number | null } = {},
): SealedStream {
  return {
    role,
    streamKind: 'file',
    address: 'http://proveedor.example/film.mp4',
    userAgent: null,
    referrer: null,
    expiresAtSeconds: 2_000_000_000,
    grant: {
      accountId: 'cuenta',
      deviceId: 'dispositivo',
      sessionKey: 'sesion',
      itemKey: 'video:1',
      isTrial,
      issuedAtSeconds: 1_900_000_000,
    },
    ...more,
  };
}

describe('payForSegment', () => {
  const part = { fromSeconds: 4, toSeconds: 8 };

  it('charges the whole part of the film that a segment holds', async () => {
    const { grants, charged } = countCharges();
    await payForSegment(grants, sealed('bytes', { part }), 'video/mp2t', signal);
    expect(charged).toEqual(['4-8']);
  });

  it.each([
    ['a person whose plan opens the film', sealed('bytes', { part, isTrial: false }), 'video/mp2t'],
    ['what holds no part of the film', sealed('bytes', { part: null }), 'video/mp2t'],
    ['what says nothing of its part', sealed('key'), 'application/octet-stream'],
    ['subtitles', sealed('bytes', { part }), 'text/vtt; charset=utf-8'],
    ['subtitles in SRT', sealed('bytes', { part }), 'application/x-subrip'],
    ['subtitles in TTML', sealed('bytes', { part }), 'application/ttml+xml'],
  ])('charges nothing for %s', async (_who, stream, contentType) => {
    const { grants, charged } = countCharges();
    await payForSegment(grants, stream, contentType, signal);
    expect(charged).toEqual([]);
  });

  it('throws trial.spent when the trial is spent', async () => {
    const { grants } = countCharges(0);
    await expect(payForSegment(grants, sealed('bytes', { part }), undefined, signal)).rejects.toMatchObject({
      code: 'trial.spent',
    });
  });
});

describe('createTrialGate', () => {
  const whole = (size: number) => ({ status: 200, headers: { 'content-length': String(size) } });

  it.each([
    ['of a person whose plan opens the film', sealed('source', { isTrial: false }), whole(1_000)],
    [
      'that was paid for as a segment',
      sealed('bytes', { part: { fromSeconds: 0, toSeconds: 4 } }),
      whole(1_000),
    ],
    ['of subtitles', sealed('bytes'), { status: 200, headers: { 'content-type': 'text/vtt' } }],
  ])('creates no gate for an answer %s', (_of, stream, answer) => {
    expect(createTrialGate(countCharges().grants, stream, answer, signal)).toBeUndefined();
  });

  it('pays for five seconds of a file at a time, and opens the bytes of that time', async () => {
    const { grants, charged } = countCharges();
    const gate = createTrialGate(grants, sealed('source', { durationSeconds: 100 }), whole(10_000), signal);
    expect(gate?.paidBytes()).toBe(0);
    await gate?.pay();
    expect(gate?.paidBytes()).toBe(500);
    gate?.count(600);
    expect(gate?.paidBytes()).toBe(-100);
    await gate?.pay();
    expect(gate?.paidBytes()).toBe(400);
    expect(charged).toEqual(['0-5', '5-10']);
  });

  it('charges from the position at which the answer to a range begins', async () => {
    const { grants, charged } = countCharges();
    const ranged = {
      status: 206,
      headers: { 'content-range': 'bytes 5050-9999/10000', 'content-length': '4950' },
    };
    const gate = createTrialGate(grants, sealed('file', { durationSeconds: 100 }), ranged, signal);
    await gate?.pay();
    expect(charged).toEqual(['50-55']);
    expect(gate?.paidBytes()).toBe(450);
  });

  it.each([
    ['of unknown duration', sealed('source', { durationSeconds: null }), whole(10_000)],
    ['whose duration nobody told', sealed('source'), whole(10_000)],
    ['of no duration', sealed('source', { durationSeconds: 0 }), whole(10_000)],
    ['of unknown length', sealed('source', { durationSeconds: 100 }), { status: 200, headers: {} }],
    ['of no length', sealed('source', { durationSeconds: 100 }), whole(0)],
    [
      'of a length that the range keeps secret',
      sealed('source', { durationSeconds: 100 }),
      { status: 206, headers: { 'content-range': 'bytes 0-9/*', 'content-length': '10' } },
    ],
  ])('assumes four megabits per second for a file %s', async (_what, stream, answer) => {
    const gate = createTrialGate(countCharges().grants, stream, answer, signal);
    await gate?.pay();
    expect(gate?.paidBytes()).toBe(5 * 500_000);
  });

  it('opens at least one byte per second, however short the file', async () => {
    const gate = createTrialGate(
      countCharges().grants,
      sealed('source', { durationSeconds: 50 }),
      whole(1),
      signal,
    );
    await gate?.pay();
    expect(gate?.paidBytes()).toBe(5);
  });

  it('throws trial.spent and opens nothing when the trial is spent', async () => {
    const gate = createTrialGate(countCharges(0).grants, sealed('source'), whole(10), signal);
    await expect(gate?.pay()).rejects.toMatchObject({ code: 'trial.spent' });
    expect(gate?.paidBytes()).toBe(0);
  });

  it('opens the first megabyte without a part of the film for free, and forbids the rest', async () => {
    const { grants, charged } = countCharges();
    const gate = createTrialGate(grants, sealed('bytes', { part: null }), whole(5_000_000), signal);
    expect(gate?.paidBytes()).toBe(1_000_000);
    gate?.count(999_999);
    expect(gate?.paidBytes()).toBe(1);
    await expect(gate?.pay()).rejects.toMatchObject({ code: 'stream.forbidden' });
    expect(charged).toEqual([]);
  });

  it('opens no free megabyte for a range that begins behind the first megabyte', () => {
    const ranged = { status: 206, headers: { 'content-range': 'bytes 1000000-1999999/5000000' } };
    const gate = createTrialGate(countCharges().grants, sealed('bytes'), ranged, signal);
    expect(gate?.paidBytes()).toBe(0);
  });
});
