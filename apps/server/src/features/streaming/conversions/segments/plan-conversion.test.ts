import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutAtKeyframes, cutEvenly, planConversion } from './plan-conversion.ts';
import type { MediaFacts } from '../source/media-facts.ts';

describe('cutting at keyframes', () => {
  it('begins each segment at the first keyframe at least four seconds after the last cut, one second for the first two', () => {
    const keyframes = Array.from({ length: 30 }, (_item, index) => 6 + index * 500);
    expect(cutAtKeyframes(keyframes, 15)).toEqual([0.006, 1.006, 2.006, 6.006, 10.006, 14.006, 15]);
    expect(cutAtKeyframes([0, 2_500, 5_000, 7_500, 10_000], 12)).toEqual([0, 2.5, 5, 10, 12]);
  });

  it('avoids a keyframe that another one follows at once, unless all are like that', () => {
    expect(cutAtKeyframes([0, 4_000, 4_040, 6_000, 20_000], 24)).toEqual([0, 4.04, 6, 20, 24]);
    const dense = Array.from({ length: 600 }, (_item, index) => index * 40);
    expect(cutAtKeyframes(dense, 24)).toEqual([0, 8, 16, 24]);
  });

  it('joins a fraction of a second at the end to the last segment', () => {
    expect(cutAtKeyframes([0, 5_000, 10_000], 10.2)).toEqual([0, 5, 10.2]);
  });

  it('gives no cuts without keyframes', () => {
    expect(cutAtKeyframes([], 60)).toEqual([]);
  });

  it('gives ascending cuts from the first keyframe to the end', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 600_000 }), { minLength: 1 }), (keyframes) => {
        const sorted = keyframes.toSorted((one, other) => one - other);
        const cuts = cutAtKeyframes(sorted, 601);
        expect(cuts[0]).toBe((sorted[0] ?? 0) / 1_000);
        expect(cuts.at(-1)).toBe(601);
        expect(cuts.every((cut, index) => index === 0 || cut > (cuts[index - 1] ?? 0))).toBe(true);
      }),
    );
  });
});

describe('cutting evenly, with two short segments first', () => {
  it.each([
    [0, 8, [0, 1, 2, 4, 6, 8]],
    [0, 8.3, [0, 1, 2, 4, 6, 8.3]],
    [1.5, 6, [1.5, 2.5, 3.5, 5.5, 6]],
    [0, 1.4, [0, 1.4]],
    [0, 0.1, [0, 0.1]],
  ])('from %f to %f gives %j', (from, to, cuts) => {
    expect(cutEvenly(from, to)).toEqual(cuts);
  });
});

describe('a conversion plan', () => {
  const facts: MediaFacts = {
    container: 'matroska,webm',
    durationSeconds: 60,
    startSeconds: 0,
    endSeconds: 60,
    video: {
      index: 0,
      codec: 'h264',
      profile: null,
      pixelFormat: null,
      transfer: null,
      width: 1,
      height: 1,
      bitRate: null,
    },
    audio: [],
    subtitles: [],
    imageSubtitles: [],
    scenes: [],
  };
  it('copies the video when its keyframes are known, and transcodes it when they are not', () => {
    expect(planConversion(facts, [0, 5_000])).toMatchObject({ mode: 'remux', boundaries: [0, 5, 60] });
    expect(planConversion(facts, undefined)?.mode).toBe('transcode');
    expect(planConversion(facts, [])?.mode).toBe('transcode');
  });

  it.each<[string, Partial<MediaFacts>]>([
    ['no picture', { video: null }],
    ['no end', { endSeconds: null }],
    ['an end in years', { endSeconds: 1e9 }],
  ])('is not made for a file with %s', (_what, other) => {
    expect(planConversion({ ...facts, ...other }, [0, 5_000])).toBeUndefined();
  });
});
