import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useDebounced } from './debounced.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const open = () => renderHook(({ value }) => useDebounced(value, 300), { initialProps: { value: 'a' } });
const pass = (timeMs: number) =>
  act(() => {
    vi.advanceTimersByTime(timeMs);
  });

it('a debounced value is the first one at once, and a later one once it is unchanged for 300 ms', () => {
  const { result, rerender } = open();
  expect(result.current).toBe('a');
  rerender({ value: 'ab' });
  pass(299);
  expect(result.current).toBe('a');
  pass(1);
  expect(result.current).toBe('ab');
});

it('a debounced value waits anew after each change, and skips those in between', () => {
  const { result, rerender } = open();
  const given: string[] = [];
  for (const value of ['ab', 'abc', 'abcd']) {
    rerender({ value });
    pass(200);
    given.push(result.current);
  }
  pass(100);
  expect([...given, result.current]).toEqual(['a', 'a', 'a', 'abcd']);
});

it('a debounced value does not change when the input returns to the old value', () => {
  const { result, rerender } = open();
  rerender({ value: 'ab' });
  pass(100);
  rerender({ value: 'a' });
  pass(1_000);
  expect(result.current).toBe('a');
});
