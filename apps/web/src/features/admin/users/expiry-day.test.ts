import { expect, it } from 'vitest';
import { dayInWords } from '../../../platform/moment.ts';
import { dayOf, endOfDay } from './expiry-day.ts';

it('an account expires at the last second of its chosen day', () => {
  const end = endOfDay('2027-03-12');
  expect(new Date(end ?? 0).toString()).toContain('Mar 12 2027 23:59:59');
  expect(dayOf(new Date(end ?? 0))).toBe('2027-03-12');
  expect(dayInWords(end ?? '')).toBe('12 mar 2027');
});

it('an account without a chosen day has no expiry', () => {
  expect(endOfDay('')).toBeNull();
});
