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
  ])('of %i × %i is %s', (width, height, name) => {
    expect(nameQuality({ width, height }, false)).toBe(name);
  });

  it('tells the rate where the height alone does not tell one from another', () => {
    expect(nameQuality({ width: 1280, height: 720, bitrate: 2_450_000 }, true)).toBe('720p (2,5 Mb/s)');
    expect(nameQuality({ width: 1280, height: 720, bitrate: 12_300_000 }, true)).toBe('720p (12 Mb/s)');
    expect(nameQuality({ width: 1280, height: 720 }, true)).toBe('720p');
  });

  it('is unknown without a frame', () => {
    expect(qualityHeight({ width: 0, height: 0 })).toBe(0);
  });
});
