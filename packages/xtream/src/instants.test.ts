import { expect, it } from 'vitest';
import { readInstant } from './instants.ts';

it.each([
  [1_900_000_000, undefined, '2030-03-17T17:46:40.000Z'],
  ['1900000000', 'America/Mexico_City', '2030-03-17T17:46:40.000Z'],
  ['2027-01-31 18:00:00', undefined, '2027-01-31T18:00:00.000Z'],
  ['2027-01-31 18:00:00', 'Europe/Madrid', '2027-01-31T17:00:00.000Z'],
  ['2027-07-31T18:00', 'Europe/Madrid', '2027-07-31T16:00:00.000Z'],
  ['2027-01-31', 'America/Bogota', '2027-01-31T05:00:00.000Z'],
  // An hour after the clocks of Madrid go forward, and two hours before they go back.
  ['2027-03-28 03:30:00', 'Europe/Madrid', '2027-03-28T01:30:00.000Z'],
  ['2027-10-31 01:30:00', 'Europe/Madrid', '2027-10-30T23:30:00.000Z'],
])('%s in the zone %s is %s', (value, zone, instant) => {
  expect(readInstant(value, zone)?.toISOString()).toBe(instant);
});

it.each([0, '0', '', null, undefined, '0000-00-00 00:00:00', '2027-13-01', '2027-02-30', 'nunca', -5, 1e15])(
  '%s is no instant',
  (value) => {
    expect(readInstant(value, 'Europe/Madrid')).toBeUndefined();
  },
);
