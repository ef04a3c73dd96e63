import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrastOf, mixOf, readHex, tintOf, type HexColour } from './colour.ts';

const hex = fc
  .integer({ min: 0, max: 0xff_ff_ff })
  .map((value): HexColour => `#${value.toString(16).padStart(6, '0')}`);

describe('readHex', () => {
  it.each([
    ['#00e5ff', '#00e5ff'],
    ['#00E5FF', '#00e5ff'],
  ])('reads %s', (given, expected) => {
    expect(readHex(given)).toBe(expected);
  });

  it.each([
    'red',
    '#fff',
    '#00e5ff80',
    ' #00e5ff',
    '#00e5ff\n',
    'url(https://malo.example/x)',
    '#00e5ff;background:url(x)',
    'var(--ink-1)',
    '',
    7,
    null,
    undefined,
    { toString: () => '#00e5ff' },
  ])('refuses %o', (given) => {
    expect(readHex(given)).toBeUndefined();
  });
});

describe('contrastOf', () => {
  it('is what the standard says of black, white and grey', () => {
    expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrastOf('#ffffff', '#ffffff')).toBe(1);
    expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  });

  it('is the same from both sides, and between 1 and 21', () => {
    fc.assert(
      fc.property(hex, hex, (one, other) => {
        const contrast = contrastOf(one, other);
        expect(contrast).toBe(contrastOf(other, one));
        expect(contrast).toBeGreaterThanOrEqual(1);
        expect(contrast).toBeLessThanOrEqual(21);
      }),
    );
  });
});

describe('tintOf', () => {
  it.each([
    ['#777777', 0],
    ['#00ff00', 255],
    ['#fff4e2', 29],
  ] as const)('is of %s %d', (colour, tint) => {
    expect(tintOf(colour)).toBe(tint);
  });
});

describe('mixOf', () => {
  it('is the one at nothing and the other at everything, and always a colour', () => {
    fc.assert(
      fc.property(hex, hex, fc.double({ min: 0, max: 1, noNaN: true }), (one, other, share) => {
        expect(mixOf(one, other, 0)).toBe(one);
        expect(mixOf(one, other, 1)).toBe(other);
        expect(readHex(mixOf(one, other, share))).toBeDefined();
      }),
    );
  });
});
