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
    ['a picture that cannot be decoded', { category: 3, code: 3_017 }, 'media.decode'],
  ])('reads %s', (_what, report, code) => {
    expect(failureFromDash(report)).toMatchObject({ code, fatal: true });
  });

  it.each([
    ['a source that was replaced', { category: 7, code: 7_000 }],
    ['a subtitle that cannot be read', { category: 2, code: 2_000 }],
  ])('takes %s for no failure', (_what, report) => {
    expect(failureFromDash(report)).toBeUndefined();
  });
});
