import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeFakeVideo } from '../../../../../test/fake-video.ts';
import { useWakeLock } from './use-wake-lock.ts';

/** How many wake locks the page holds now; jsdom has no wake locks. */
let held = 0;
/** How many wake locks the page has asked for. */
let asked = 0;
let answer: () => Promise<{ release: () => Promise<void> }>;

const grant = async () => {
  held += 1;
  return {
    release: async () => {
      held -= 1;
    },
  };
};
const request = () => {
  asked += 1;
  return answer();
};

beforeEach(() => {
  held = 0;
  asked = 0;
  answer = grant;
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } });
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'wakeLock');
  vi.restoreAllMocks();
});

const settle = () => act(async () => {});
const show = async (state: DocumentVisibilityState): Promise<void> => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  await act(async () => document.dispatchEvent(new Event('visibilitychange')));
};

it('the wake lock is held while a video plays or buffers, and released otherwise', async () => {
  const { playback, become } = makeFakeVideo({ status: 'loading' });
  renderHook(() => useWakeLock(playback));
  const seen: number[] = [];
  for (const status of ['loading', 'playing', 'buffering', 'paused', 'playing', 'ended'] as const) {
    become({ status });
    // oxlint-disable-next-line no-await-in-loop -- the page must react to each status before the next one is set
    await settle();
    seen.push(held);
  }
  expect(seen).toEqual([0, 1, 1, 0, 1, 0]);
});

it('the wake lock is requested again when the page becomes visible again', async () => {
  const { playback } = makeFakeVideo();
  renderHook(() => useWakeLock(playback));
  await settle();
  await show('hidden');
  expect(asked).toBe(1);
  await show('visible');
  expect(asked).toBe(2);
});

it('a wake lock that is granted after the video was paused is released', async () => {
  let give = (): void => undefined;
  answer = () =>
    new Promise((resolve) => {
      give = () => resolve(grant());
    });
  const { playback, become } = makeFakeVideo();
  renderHook(() => useWakeLock(playback));
  become({ status: 'paused' });
  give();
  await settle();
  expect([asked, held]).toEqual([1, 0]);
});

it('nothing fails when the browser refuses a wake lock or does not support it', async () => {
  answer = () => Promise.reject(new DOMException('battery', 'NotAllowedError'));
  const { playback, become } = makeFakeVideo();
  const { unmount } = renderHook(() => useWakeLock(playback));
  await settle();
  become({ status: 'paused' });
  unmount();
  Reflect.deleteProperty(navigator, 'wakeLock');
  renderHook(() => useWakeLock(makeFakeVideo().playback));
  await settle();
  expect([asked, held]).toEqual([1, 0]);
});
