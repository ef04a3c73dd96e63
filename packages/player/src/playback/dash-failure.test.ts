import { describe, expect, it } from 'vitest';
import { failureFromDash } from './dash-failure.ts';

describe('failureFromDash', () => {
  it.each([
    [
      'a refusal of the gateway',
      { category: 1, code: 1_001, refusal: { status: 403, code: 'plan.required' } },
      'plan.required',
    ],
    ['an expired address', { category: 1, code: 1_001, refusal: { status: 410 } }, 'stream.expired'],
    ['no answer', { category: 1, code: 1_002 }, 'network.unreachable'],
    ['a late answer', { category: 1, code: 1_003 }, 'network.timeout'],
    ['protection', { category: 6, code: 6_012 }, 'drm.unsupported'],
    ['codecs of another browser', { category: 4, code: 4_032 }, 'media.codec'],
    ['a manifest that is none', { category: 4, code: 4_001 }, 'media.format'],
    ['a picture that cannot be decoded', { category: 3, code: 3_016 }, 'media.decode'],
    [
      'a live manifest that is refused from now on',
      { category: 1, code: 1_001, isFatal: false, refusal: { status: 403, code: 'stream.stopped' } },
      'stream.stopped',
    ],
  ])('maps %s to its error code', (_what, report, code) => {
    expect(failureFromDash({ isFatal: true, ...report })).toMatchObject({ code, fatal: true });
  });

  it.each([
    ['a source that was replaced', { category: 7, code: 7_000 }],
    ['a live manifest that is late once', { category: 1, code: 1_003, isFatal: false }],
    ['a subtitle that cannot be read', { category: 2, code: 2_000 }],
  ])('reports no failure for %s', (_what, report) => {
    expect(failureFromDash({ isFatal: true, ...report })).toBeUndefined();
  });
});
