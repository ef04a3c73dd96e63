import { expect, it } from 'vitest';
import { createTrialDay } from './trial-day.ts';

it.each([
  ['UTC', '2026-11-21T23:59:59.999Z', '2026-11-21'],
  ['UTC', '2026-11-22T00:00:00Z', '2026-11-22'],
  ['America/Mexico_City', '2026-11-22T05:59:59Z', '2026-11-21'],
  ['America/Mexico_City', '2026-11-22T06:00:00Z', '2026-11-22'],
  ['Asia/Tokyo', '2026-11-21T15:00:00Z', '2026-11-22'],
  ['Europe/Madrid', '2026-03-28T22:59:59Z', '2026-03-28'],
  ['Europe/Madrid', '2026-03-29T21:59:59Z', '2026-03-29'],
  ['Europe/Madrid', '2026-03-29T22:00:00Z', '2026-03-30'],
  ['Pacific/Kiritimati', '2025-12-31T10:00:00Z', '2026-01-01'],
])('in the time zone %s the trial day at %s is %s', (timeZone, at, day) => {
  expect(createTrialDay(timeZone)(new Date(at))).toBe(day);
});
