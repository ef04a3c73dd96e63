import { describe, expect, it } from 'vitest';
import { createTapSeries } from './tap-series.ts';

function tapping(...taps: (readonly [atMs: number, x: number])[]) {
  const tap = createTapSeries();
  return taps.map(([atMs, x]) => tap({ atMs, x }));
}

describe('taps on the video', () => {
  it('give a step with the second tap, back on the left and forward on the right', () => {
    expect(tapping([0, 0.1], [200, 0.2])).toEqual([undefined, 'back']);
    expect(tapping([0, 0.9], [200, 0.7])).toEqual([undefined, 'forward']);
  });

  it('give one more step with each further tap, also at a slower pace', () => {
    expect(tapping([0, 0.9], [200, 0.9], [800, 0.9], [1_400, 0.9])).toEqual([
      undefined,
      'forward',
      'forward',
      'forward',
    ]);
  });

  it.each([
    ['too late', [0, 0.1], [301, 0.1]],
    ['on the other side', [0, 0.1], [100, 0.9]],
    ['in the middle', [0, 0.5], [100, 0.5]],
    ['from the middle to a side', [0, 0.5], [100, 0.9]],
  ] as const)('give no step when the second tap is %s', (_, first, second) => {
    expect(tapping(first, second)).toEqual([undefined, undefined]);
  });

  it('start a new series after a pause', () => {
    expect(tapping([0, 0.1], [100, 0.1], [900, 0.1], [1_000, 0.1])).toEqual([
      undefined,
      'back',
      undefined,
      'back',
    ]);
  });

  it('start a new series on the other side', () => {
    expect(tapping([0, 0.1], [100, 0.1], [200, 0.9], [300, 0.9])).toEqual([
      undefined,
      'back',
      undefined,
      'forward',
    ]);
  });
});
