import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { repeatLostSeeks } from './lost-seek.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A stand-in for a <video> that notes each seek; no seek ends before the test says so. */
class SeekingVideo extends EventTarget {
  seeking = false;
  bufferedUntil = 0;
  readonly seeks: number[] = [];
  #seconds = 0;

  get buffered() {
    return { length: 1, start: () => 0, end: () => this.bufferedUntil };
  }

  get currentTime(): number {
    return this.#seconds;
  }

  set currentTime(seconds: number) {
    this.#seconds = seconds;
    this.seeking = true;
    this.seeks.push(seconds);
    this.dispatchEvent(new Event('seeking'));
  }

  end(): void {
    this.seeking = false;
    this.dispatchEvent(new Event('seeked'));
  }
}

function open() {
  const video = new SeekingVideo();
  const abort = new AbortController();
  repeatLostSeeks(video as unknown as HTMLVideoElement, abort.signal);
  return { video, abort };
}

it('repeats a seek that does not end although its media are there', async () => {
  const { video } = open();
  video.bufferedUntil = 30;
  video.currentTime = 0.18;
  await vi.advanceTimersByTimeAsync(2500);
  expect(video.seeks).toEqual([0.18, 0.18]);
  video.end();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(video.seeks).toEqual([0.18, 0.18]);
});

it('repeats a seek at most twice', async () => {
  const { video } = open();
  video.bufferedUntil = 30;
  video.currentTime = 5;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(video.seeks).toEqual([5, 5, 5]);
  video.currentTime = 8;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(video.seeks).toEqual([5, 5, 5, 8, 8, 8]);
});

it('waits for the media of a seek as long as they take, and then gives it time to end', async () => {
  const { video } = open();
  video.bufferedUntil = 30;
  video.currentTime = 100;
  await vi.advanceTimersByTimeAsync(20_500);
  video.bufferedUntil = 130;
  await vi.advanceTimersByTimeAsync(1000);
  expect(video.seeks).toEqual([100]);
  video.end();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(video.seeks).toEqual([100]);
});

it('repeats no seek of a stream that was closed', async () => {
  const { video, abort } = open();
  video.bufferedUntil = 30;
  video.currentTime = 5;
  abort.abort();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(video.seeks).toEqual([5]);
});
