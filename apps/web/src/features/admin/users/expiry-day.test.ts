import { expect, it } from 'vitest';
import { dayOf, endOfDay, showDay } from './expiry-day.ts';

it('ends an account with the last moment of the day, where one is', () => {
  const end = endOfDay('2027-03-12');
  expect(new Date(end ?? 0).toString()).toContain('Mar 12 2027 23:59:59');
  expect(dayOf(new Date(end ?? 0))).toBe('2027-03-12');
  expect(showDay(end ?? '')).toBe('12/03/2027');
});

it('has no end without a day', () => {
  expect(endOfDay('')).toBeNull();
});
