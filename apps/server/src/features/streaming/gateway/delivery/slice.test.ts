import { describe, expect, it } from 'vitest';
import type { UpstreamAnswer } from '../upstream/upstream-exchange.ts';
import { cutSlice, sliceRange } from './slice.ts';

const slice = { fromByte: 100, toByte: 199 };

/** Creates an upstream's answer of the given status and headers, and tells whether it was aborted. */
function answerOf(status: number, headers: Record<string, string> = {}) {
  const told = { isAborted: false };
  const answer: UpstreamAnswer = {
    address: 'http://proveedor.example/film.mp4',
    status,
    headers,
    head: Buffer.alloc(0),
    read: () => undefined,
    pause: () => undefined,
    resume: () => undefined,
    isPaused: () => false,
    abort() {
      told.isAborted = true;
    },
  };
  return { answer, told };
}

it('sliceRange asks the provider for exactly the bytes of the slice', () => {
  expect(sliceRange(slice)).toEqual({ range: 'bytes=100-199' });
});

describe('the answer to a slice', () => {
  it.each([
    ['the whole slice', 'bytes 100-199/5000', '100'],
    ['its beginning, at the end of a file', 'bytes 100-149/150', '50'],
    ['a file of unknown length', 'bytes 100-199/*', '100'],
  ])('with %s is served as a complete file', (_what, range, length) => {
    const given = {
      'content-range': range,
      'accept-ranges': 'bytes',
      'content-type': 'video/mp4',
      etag: '"a"',
    };
    const { answer, told } = answerOf(206, { ...given, 'content-length': '7' });
    const cut = cutSlice(answer, slice, 'GET');
    expect(cut.status).toBe(200);
    expect(cut.headers).toEqual({ 'content-type': 'video/mp4', etag: '"a"', 'content-length': length });
    expect(told.isAborted).toBe(false);
  });

  it.each([
    ['other bytes', 206, 'bytes 0-99/5000'],
    ['more than the slice', 206, 'bytes 100-200/5000'],
    ['a range that cannot be read', 206, 'bytes */5000'],
    ['no range', 206, ''],
    ['the whole file', 200, ''],
    ['a slice beyond the end', 416, 'bytes */50'],
  ])('with %s is refused, and the transfer from the provider is aborted', (_what, status, range) => {
    const { answer, told } = answerOf(status, range === '' ? {} : { 'content-range': range });
    expect(() => cutSlice(answer, slice, 'GET')).toThrow(
      expect.objectContaining({ code: 'upstream.refused' }),
    );
    expect(told.isAborted).toBe(true);
  });

  it('to HEAD has the length of the slice even when the provider ignores the range', () => {
    const { answer } = answerOf(200, { 'content-length': '5000' });
    expect(cutSlice(answer, slice, 'HEAD')).toMatchObject({
      status: 200,
      headers: { 'content-length': '100' },
    });
  });

  it.each([401, 403, 404, 500, 503])('passes the status %s of the provider on unchanged', (status) => {
    const { answer, told } = answerOf(status);
    expect(cutSlice(answer, slice, 'GET')).toBe(answer);
    expect(cutSlice(answer, slice, 'HEAD')).toBe(answer);
    expect(told.isAborted).toBe(false);
  });
});
