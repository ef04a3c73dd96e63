import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeFakeVideo } from '../../../../../test/fake-video.ts';
import {
  canSeek,
  play,
  readLive,
  requestControl,
  returnToLive,
  seekBy,
  togglePlaying,
  turnVolume,
} from './player-actions.ts';
import { playFrom } from './seek.ts';

describe('play and togglePlaying', () => {
  it('pause a playing video and play a paused one', () => {
    const { media, calls } = makeFakeVideo();
    togglePlaying(media);
    Object.assign(media, { paused: true });
    togglePlaying(media);
    expect(calls).toEqual(['pause', 'play']);
  });

  it('do not throw when the browser refuses to play', async () => {
    const { media } = makeFakeVideo();
    Object.assign(media, { play: () => Promise.reject(new DOMException('no', 'NotAllowedError')) });
    play(media);
    playFrom(media, 42);
    expect(media.currentTime).toBe(42);
  });
});

describe('seekBy', () => {
  it.each([
    [50, 10, 60],
    [95, 10, 100],
    [5, -10, 0],
    [100, 10, 100],
    [0, -10, 0],
  ])('from %i by %i leads to second %i of a hundred', (from, by, to) => {
    const { media } = makeFakeVideo();
    media.currentTime = from;
    seekBy(media, by);
    expect(media.currentTime).toBe(to);
  });

  it('has no upper limit when the duration is unknown', () => {
    const { media } = makeFakeVideo();
    Object.assign(media, { duration: Number.NaN, currentTime: 500 });
    seekBy(media, 10);
    expect(media.currentTime).toBe(510);
  });

  it('is allowed neither in a live stream nor before the duration is known', () => {
    expect(canSeek(makeFakeVideo())).toBe(true);
    expect(canSeek(makeFakeVideo({ isLive: true }))).toBe(false);
    expect(canSeek(makeFakeVideo({ durationSeconds: null }))).toBe(false);
  });
});

describe('a live stream of which a part is kept', () => {
  /** A live stream of which the seconds from 100 to 400 are kept, with target durations of 4 s. */
  function openLive(at: number) {
    const video = makeFakeVideo({ isLive: true, canRewind: true, durationSeconds: null });
    const properties = {
      targetLiveWindow: 300,
      liveEdgeStart: 380,
      seekable: { length: 1, start: () => 100, end: () => 400 },
    };
    for (const [name, value] of Object.entries(properties))
      Object.defineProperty(video.media, name, { value });
    Object.assign(video.media, { currentTime: at, duration: Number.POSITIVE_INFINITY });
    return video;
  }

  it.each([
    [200, -10, 190],
    [105, -10, 100],
    [384, 10, 388],
    [300, 10, 310],
  ])('from %i by %i leads to second %i, within what is kept', (from, by, to) => {
    const { media } = openLive(from);
    seekBy(media, by);
    expect(media.currentTime).toBe(to);
  });

  it('can be sought, and says how far behind it plays', () => {
    expect(canSeek(openLive(200))).toBe(true);
    expect(readLive(openLive(245.4).media)?.behindSeconds).toBe(154);
    expect(readLive(openLive(385).media)?.behindSeconds).toBe(0);
    expect(readLive(makeFakeVideo({ isLive: true }).media)).toBeUndefined();
  });

  it('is played on where it is live', () => {
    const { media, calls } = openLive(120);
    returnToLive(media);
    expect(media.currentTime).toBe(388);
    expect(calls).toEqual(['play']);
  });
});

describe('turnVolume', () => {
  it('changes the volume in steps of 5 % between 0 and 100 %', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(1, -1)), fc.integer({ min: 0, max: 20 }), (turns, twentieths) => {
        const { media } = makeFakeVideo();
        media.volume = twentieths / 20;
        let expected = twentieths;
        for (const direction of turns) {
          expected = Math.min(20, Math.max(0, expected + direction));
          expect(turnVolume(media, direction)).toBe(expected / 20);
          expect(media.muted).toBe(expected === 0);
        }
      }),
    );
  });

  it('raises the volume from 0 when the sound was off', () => {
    const { media } = makeFakeVideo();
    Object.assign(media, { volume: 0.8, muted: true });
    expect(turnVolume(media, 1)).toBe(0.05);
    expect([media.volume, media.muted]).toEqual([0.05, false]);
  });
});

describe('requestControl', () => {
  const askFor = (request: 'fullscreen' | 'pip' | 'captions', attribute?: string): string[] => {
    const controller = document.createElement('div');
    if (attribute !== undefined) controller.setAttribute(attribute, '');
    const heard: string[] = [];
    for (const name of ['enterfullscreen', 'exitfullscreen', 'enterpip', 'exitpip', 'togglesubtitles'])
      controller.addEventListener(`media${name}request`, () => heard.push(name));
    requestControl(controller, request);
    return heard;
  };

  it.each([
    ['fullscreen', undefined, 'enterfullscreen'],
    ['fullscreen', 'mediaisfullscreen', 'exitfullscreen'],
    ['pip', undefined, 'enterpip'],
    ['pip', 'mediaispip', 'exitpip'],
    ['captions', 'mediaispip', 'togglesubtitles'],
  ] as const)('for %s with %s sends the request %s', (request, attribute, expected) => {
    expect(askFor(request, attribute)).toEqual([expected]);
  });
});
