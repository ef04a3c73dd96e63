import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { linkAbort } from './link-abort.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('a linked signal ends with the first of its signals, and leaves no timer', () => {
  const [one, other] = [new AbortController(), new AbortController()];
  const linked = linkAbort([one.signal, undefined, other.signal], 1_000);
  expect(linked.signal.aborted).toBe(false);
  other.abort();
  expect([linked.signal.aborted, vi.getTimerCount()]).toEqual([true, 0]);
});

it('a linked signal ends at once when one of its signals has ended before', () => {
  const linked = linkAbort([AbortSignal.abort()], 1_000);
  expect([linked.signal.aborted, vi.getTimerCount()]).toEqual([true, 0]);
});

it('a linked signal ends after its time limit', () => {
  const linked = linkAbort([], 1_000);
  vi.advanceTimersByTime(999);
  expect(linked.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(linked.signal.aborted).toBe(true);
});

it.each(['release', 'abort'] as const)('%s removes every listener and the timer', (end) => {
  const { signal } = new AbortController();
  const added = vi.spyOn(signal, 'addEventListener');
  const removed = vi.spyOn(signal, 'removeEventListener');
  linkAbort([signal], 1_000)[end]();
  expect(removed.mock.calls).toEqual(added.mock.calls);
  expect([added.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0]);
});

it('the signal of a call needs no function that Chromium 94 lacks', () => {
  const lacking = ['any', 'timeout'] as const;
  const kept = lacking.map((name) => [name, Object.getOwnPropertyDescriptor(AbortSignal, name)] as const);
  for (const name of lacking) Reflect.deleteProperty(AbortSignal, name);
  try {
    expect(linkAbort([new AbortController().signal], 1_000).signal.aborted).toBe(false);
  } finally {
    for (const [name, found] of kept) if (found) Object.defineProperty(AbortSignal, name, found);
  }
});
