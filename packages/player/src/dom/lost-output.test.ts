import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PlaybackFailure } from '../playback/playback-failure.ts';
import { watchOutput } from './lost-output.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A film of ten minutes that plays; what is decoded of it grows with each second unless a test stops that. */
function play() {
  const film = {
    frames: 100,
    bytes: 9_000,
    framesPerSecond: 25,
    bytesPerSecond: 16_000,
    step: 1,
    isHidden: false,
    bufferedSeconds: 600,
    arrivedMs: 0,
  };
  const video = {
    currentTime: 60,
    duration: 600,
    paused: false,
    seeking: false,
    buffered: { length: 1, start: () => 0, end: () => film.bufferedSeconds } as unknown as TimeRanges,
    getVideoPlaybackQuality: () => ({ totalVideoFrames: film.frames }),
    get webkitAudioDecodedByteCount() {
      return film.bytes;
    },
  };
  const reported: PlaybackFailure['code'][] = [];
  const abort = new AbortController();
  const isHidden = (): boolean => film.isHidden;
  const reportFailure = ({ code }: PlaybackFailure): void => void reported.push(code);
  const hls = {
    latestLevelDetails: {
      fragments: [
        {
          start: 0,
          end: 600,
          get stats() {
            return { buffering: { end: film.arrivedMs } };
          },
        },
      ],
    },
  };
  watchOutput({ video, reportFailure }, hls, abort.signal, isHidden);
  return {
    film,
    video,
    abort,
    reported,
    pass(seconds: number): void {
      for (let second = 0; second < seconds; second += 1) {
        video.currentTime += film.step;
        film.frames += film.framesPerSecond;
        film.bytes += film.bytesPerSecond;
        vi.advanceTimersByTime(1000);
      }
    },
  };
}

it('reports nothing of a film whose picture and sound go on', () => {
  const { pass, reported } = play();
  pass(120);
  expect(reported).toEqual([]);
});

it.each([
  ['a picture that stands still while the sound plays on', { framesPerSecond: 0 }, 'media.codec'],
  ['a sound that ends while the picture moves', { bytesPerSecond: 0 }, 'media.decode'],
])('reports once %s', (_what, change, code) => {
  const { film, pass, reported } = play();
  pass(10);
  Object.assign(film, change);
  pass(5);
  expect(reported).toEqual([]);
  pass(60);
  expect(reported).toEqual([code]);
});

it('reports once that a film stands still although the segment that goes on there has arrived', () => {
  const { film, video, pass, reported } = play();
  pass(10);
  Object.assign(film, { step: 0, bufferedSeconds: video.currentTime });
  pass(20);
  expect(reported).toEqual([]);
  film.arrivedMs = 5_000;
  pass(20);
  expect(reported).toEqual(['media.codec']);
});

it.each([
  ['never had a picture', { frames: 0, framesPerSecond: 0 }],
  ['never had a sound', { bytes: 0, bytesPerSecond: 0 }],
  ['waits for media', { framesPerSecond: 0, bytesPerSecond: 0, step: 0 }],
  ['plays in a hidden page', { framesPerSecond: 0, isHidden: true }],
  ['jumps from place to place', { framesPerSecond: 0, step: 20 }],
])('reports nothing of a film that %s', (_what, change) => {
  const { film, pass, reported } = play();
  Object.assign(film, change);
  pass(20);
  expect(reported).toEqual([]);
});

it.each([
  ['was paused', { paused: true }],
  ['is near its end', { currentTime: 575 }],
])('reports nothing of a film that %s', (_what, change) => {
  const { film, video, pass, reported } = play();
  Object.assign(video, change);
  film.framesPerSecond = 0;
  pass(20);
  expect(reported).toEqual([]);
});

it('reports nothing once another stream was opened', () => {
  const { film, abort, pass, reported } = play();
  film.framesPerSecond = 0;
  abort.abort();
  pass(20);
  expect(reported).toEqual([]);
});
