import { defineStreamVideo } from '@butaca/player';
import { expect, it } from 'vitest';

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
