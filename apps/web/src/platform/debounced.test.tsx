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

it('gives the first value at once, and a later one when it has stayed for the whole time', () => {
  const { result, rerender } = open();
  expect(result.current).toBe('a');
  rerender({ value: 'ab' });
  pass(299);
  expect(result.current).toBe('a');
  pass(1);
  expect(result.current).toBe('ab');
});

it('begins to wait anew with each change, so that of several only the last is given', () => {
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

it('gives nothing more where a value returns to what it was', () => {
  const { result, rerender } = open();
  rerender({ value: 'ab' });
  pass(100);
  rerender({ value: 'a' });
  pass(1_000);
  expect(result.current).toBe('a');
});
