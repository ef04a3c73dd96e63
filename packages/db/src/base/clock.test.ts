import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pause } from './clock.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a pause ends when its time has passed, and leaves nothing behind', async () => {
  const { signal } = new AbortController();
  const remove = vi.spyOn(signal, 'removeEventListener');
  const ended = vi.fn<() => void>();
  const paused = pause(250, signal).then(ended);
  await vi.advanceTimersByTimeAsync(249);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await paused;
  expect(remove).toHaveBeenCalledOnce();
});

it.each([
  ['before', true],
  ['meanwhile', false],
])('a pause that is aborted %s ends at once and without an error', async (_when, isBefore) => {
  const abort = new AbortController();
  if (isBefore) abort.abort();
  const paused = pause(250, abort.signal);
  abort.abort();
  await paused;
  expect(vi.getTimerCount()).toBe(0);
});
