import { expect, it } from 'vitest';
import { nextRefresh } from './next-refresh.ts';

const now = new Date('2026-11-24T12:00:00Z');
const minutesUntil = (...given: Parameters<typeof nextRefresh> extends [Date, ...infer R] ? R : never) => {
  const next = nextRefresh(now, ...given);
  return next === undefined ? undefined : (next.getTime() - now.getTime()) / 60_000;
};

it.each([
  [{ refreshHours: 12, failures: 0 }, undefined, 720],
  [{ refreshHours: 12, failures: 1 }, undefined, 5],
  [{ refreshHours: 12, failures: 2 }, undefined, 10],
  [{ refreshHours: 12, failures: 99 }, undefined, 720],
  [{ refreshHours: 720, failures: 99 }, undefined, 1_440],
  [{ refreshHours: 12, failures: 1 }, 3_600, 60],
  [{ refreshHours: 1, failures: 1 }, 86_400, 1_440],
  [{ refreshHours: null, failures: 0 }, undefined, undefined],
])('the next refresh of %j, asked to wait %s s, is in %s minutes', (provider, wait, minutes) => {
  expect(minutesUntil(provider, wait)).toBe(minutes);
});
