import { describe, expect, it } from 'vitest';
import { createTimeReader } from './read-time.ts';

const isoOf = (zone: string, text: string, after?: string): string | undefined => {
  const instant = createTimeReader(zone)(text, after === undefined ? undefined : Date.parse(after));
  return instant === undefined ? undefined : new Date(instant).toISOString().replace('.000', '');
};

describe('a time with a zone of its own', () => {
  it.each([
    ['an offset', '20261130070500 +0100', '2026-11-30T06:05:00Z'],
    ['an offset with a colon', '20261130070500 -03:30', '2026-11-30T10:35:00Z'],
    ['an offset of hours', '20261130070500 +2', '2026-11-30T05:05:00Z'],
    ['an offset without a space', '20261130070500+0100', '2026-11-30T06:05:00Z'],
    ['UTC', '20261130070500 UTC', '2026-11-30T07:05:00Z'],
    ['Z', '20261130070500Z', '2026-11-30T07:05:00Z'],
    ['an abbreviation', '20260730070500 CEST', '2026-07-30T05:05:00Z'],
    ['an abbreviation of America', '20261130070500 ART', '2026-11-30T10:05:00Z'],
    ['an IANA name', '20261130070500 America/Santiago', '2026-11-30T10:05:00Z'],
    ['no seconds', '202611300705 +0000', '2026-11-30T07:05:00Z'],
    ['no minutes', '2026113007 +0000', '2026-11-30T07:00:00Z'],
    ['a date alone', '20261130 +0000', '2026-11-30T00:00:00Z'],
    ['white space around it', '  20261130070500   +0000 ', '2026-11-30T07:05:00Z'],
    ['the hour 24', '20261130240000 +0000', '2026-12-01T00:00:00Z'],
    ['a day that only leap years have', '20280229000000 +0000', '2028-02-29T00:00:00Z'],
  ])('is read with %s', (_what, text, expected) => {
    expect(isoOf('Europe/Madrid', text)).toBe(expected);
  });
});

describe('a time without a zone', () => {
  it.each([
    ['Europe/Madrid', '20260115120000', '2026-01-15T11:00:00Z'],
    ['Europe/Madrid', '20260715120000', '2026-07-15T10:00:00Z'],
    ['America/Santiago', '20260115120000', '2026-01-15T15:00:00Z'],
    ['America/Santiago', '20260715120000', '2026-07-15T16:00:00Z'],
    ['America/Mexico_City', '20260115120000', '2026-01-15T18:00:00Z'],
    ['America/Mexico_City', '20260715120000', '2026-07-15T18:00:00Z'],
    ['-0500', '20260715120000', '2026-07-15T17:00:00Z'],
    ['UTC', '20260715120000', '2026-07-15T12:00:00Z'],
  ])('is one of the guide’s zone, %s: %s', (zone, text, expected) => {
    expect(isoOf(zone, text)).toBe(expected);
  });

  it('is one of the guide’s zone where it names a zone that nobody knows', () => {
    expect(isoOf('Europe/Madrid', '20260715120000 XYZT')).toBe('2026-07-15T10:00:00Z');
    expect(isoOf('Europe/Madrid', '20260715120000 Marte/Olimpo')).toBe('2026-07-15T10:00:00Z');
  });

  it.each([
    ['Europe/Madrid', '20260329023000', '2026-03-29T01:30:00Z'],
    ['America/Santiago', '20260906003000', '2026-09-06T04:30:00Z'],
  ])('that the change to summer time leaves out is later by an hour in %s', (zone, text, expected) => {
    expect(isoOf(zone, text)).toBe(expected);
  });

  it.each([
    ['Europe/Madrid', '20261025023000', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'],
    ['America/Santiago', '20260404233000', '2026-04-05T02:30:00Z', '2026-04-05T03:30:00Z'],
  ])('that there is twice in %s is the first after the one before', (zone, text, first, second) => {
    expect(isoOf(zone, text)).toBe(first);
    expect(isoOf(zone, text, '2026-01-01T00:00:00Z')).toBe(first);
    expect(isoOf(zone, text, first)).toBe(second);
    expect(isoOf(zone, text, second)).toBe(second);
  });

  it('is unique around the days on which other countries change their clocks', () => {
    expect(isoOf('America/Mexico_City', '20260405023000')).toBe('2026-04-05T08:30:00Z');
    expect(isoOf('America/Mexico_City', '20261025013000')).toBe('2026-10-25T07:30:00Z');
  });

  it('is the same hour before and after a change of the clocks on that day', () => {
    expect(isoOf('Europe/Madrid', '20260329013000')).toBe('2026-03-29T00:30:00Z');
    expect(isoOf('Europe/Madrid', '20260329033000')).toBe('2026-03-29T01:30:00Z');
    expect(isoOf('Europe/Madrid', '20261025013000')).toBe('2026-10-24T23:30:00Z');
    expect(isoOf('Europe/Madrid', '20261025033000')).toBe('2026-10-25T02:30:00Z');
  });
});

it.each([
  '',
  'mañana',
  '2026',
  '202611',
  '20261330000000 +0000',
  '20260230000000 +0000',
  '20270229000000 +0000',
  '20261130250000 +0000',
  '20261130076000 +0000',
  '2026113007050 +0000',
  '2026113007050012 +0000',
  '00001130070500 +0000',
  `20261130070500 ${'x'.repeat(100)}`,
])('«%s» is no time', (text) => {
  expect(isoOf('UTC', text)).toBeUndefined();
});

it('refuses a zone that does not exist', () => {
  expect(() => createTimeReader('Marte/Olimpo')).toThrow(RangeError);
});
