import { expect, it, vi } from 'vitest';
import { announceSessionEnd, onSessionEnd } from './session-end.ts';

it('announceSessionEnd calls only the newest listener, until that one is removed', () => {
  const [first, second] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const stopFirst = onSessionEnd(first);
  const stopSecond = onSessionEnd(second);
  announceSessionEnd();
  // The second `onSessionEnd` replaced the first listener, so calling the first one's remove function must leave the
  // second listener in place.
  stopFirst();
  announceSessionEnd();
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 2]);
  stopSecond();
  announceSessionEnd();
  expect(second).toHaveBeenCalledTimes(2);
});
