import { expect, it, vi } from 'vitest';
import { announceSessionEnd, onSessionEnd } from './session-end.ts';

it('tells the newest listener alone, until that one stops listening', () => {
  const [first, second] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const stopFirst = onSessionEnd(first);
  const stopSecond = onSessionEnd(second);
  announceSessionEnd();
  // The first listener was replaced by the second, so its own removal must not remove the second.
  stopFirst();
  announceSessionEnd();
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 2]);
  stopSecond();
  announceSessionEnd();
  expect(second).toHaveBeenCalledTimes(2);
});
