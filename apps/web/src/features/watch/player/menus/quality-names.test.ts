import { describe, expect, it } from 'vitest';
import { nameQuality, qualityHeight } from './quality-names.ts';

describe('the name of a quality', () => {
  it.each([
    [1920, 1080, '1080p'],
    [1920, 800, '1080p'],
    [1280, 536, '720p'],
    [720, 576, '576p'],
    [640, 480, '480p'],
    [720, 1280, '720p'],
    [3840, 2160, '2160p'],
  ])('for %i × %i is %s', (width, height, name) => {
    expect(nameQuality({ width, height }, false)).toBe(name);
  });

  it('includes the bit rate when two qualities have the same height', () => {
    expect(nameQuality({ width: 1280, height: 720, bitrate: 2_450_000 }, true)).toBe('720p (2,5 Mb/s)');
    expect(nameQuality({ width: 1280, height: 720, bitrate: 12_300_000 }, true)).toBe('720p (12 Mb/s)');
    expect(nameQuality({ width: 1280, height: 720 }, true)).toBe('720p');
  });

  it('has the height 0 when the size is 0 × 0', () => {
    expect(qualityHeight({ width: 0, height: 0 })).toBe(0);
  });
});
