import { defineStreamVideo } from '@butaca/player';
import { expect, it, onTestFinished, vi } from 'vitest';

it('asks the browser what it can seek to only once the metadata have been read', () => {
  defineStreamVideo();
  const element = document.createElement('stream-video');
  let readyState = 0;
  let asked = 0;
  Object.defineProperty(element.video, 'readyState', { get: () => readyState });
  Object.defineProperty(element.video, 'seekable', {
    get() {
      asked += 1;
      return { length: 1, start: () => 0, end: () => 300 };
    },
  });
  expect([element.seekable.length, asked]).toEqual([0, 0]);
  expect(() => element.seekable.end(0)).toThrow(DOMException);
  readyState = 1;
  expect([element.seekable.length, element.seekable.end(0), asked]).toEqual([1, 300, 2]);
});

it('repeats a seek whose end WebKitGTK has lost', async () => {
  defineStreamVideo();
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const element = document.createElement('stream-video');
  onTestFinished(() => element.remove());
  const seeks: number[] = [];
  Object.defineProperties(element.video, {
    seeking: { value: true },
    buffered: { value: { length: 1, start: () => 0.08, end: () => 30 } },
    currentTime: {
      get: () => 0.18,
      set(seconds: number) {
        seeks.push(seconds);
      },
    },
  });
  element.src = '/film.mp4';
  document.body.append(element);
  await vi.advanceTimersByTimeAsync(0);
  element.video.dispatchEvent(new Event('seeking'));
  await vi.advanceTimersByTimeAsync(2500);
  expect(seeks).toEqual([0.18]);
});
