import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  approachColour,
  channelsOf,
  contrastOf,
  hexOf,
  hueOf,
  luminanceOf,
  mixOf,
  readHex,
  tintOf,
  type HexColour,
} from './colour.ts';

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

it('hexOf joins the colour that channelsOf has split, and rounds its channels', () => {
  fc.assert(fc.property(hex, (colour) => hexOf(channelsOf(colour)) === colour));
  expect(hexOf([0.4, 254.6, 15])).toBe('#00ff0f');
});

it.each([
  ['#ff0000', 0],
  ['#ffff00', 60],
  ['#00ff00', 120],
  ['#0000ff', 240],
  ['#ff0080', 330],
  ['#777777', 0],
])('hueOf gives %s the hue of %d degrees', (colour, degrees) => {
  expect(Math.round(hueOf(colour))).toBe(degrees);
});

describe('contrastOf', () => {
  it('matches the standard’s values for black, white and grey', () => {
    expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrastOf('#ffffff', '#ffffff')).toBe(1);
    expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  });

  it('is symmetric, and between 1 and 21', () => {
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
  ] as const)('is for %s %d', (colour, tint) => {
    expect(tintOf(colour)).toBe(tint);
  });
});

describe('mixOf', () => {
  it('returns the first colour at share 0, the second at share 1, and always a valid colour', () => {
    fc.assert(
      fc.property(hex, hex, fc.double({ min: 0, max: 1, noNaN: true }), (one, other, share) => {
        expect(mixOf(one, other, 0)).toBe(one);
        expect(mixOf(one, other, 1)).toBe(other);
        expect(readHex(mixOf(one, other, share))).toBeDefined();
      }),
    );
  });
});

describe('channelsOf', () => {
  it.each([
    ['#000000', [0, 0, 0]],
    ['#00e5ff', [0, 229, 255]],
    ['#FFFFFF', [255, 255, 255]],
  ] as const)('splits %s into %j', (colour, channels) => {
    expect(channelsOf(colour)).toEqual(channels);
  });
});

describe('luminanceOf', () => {
  it.each([
    ['#000000', 0],
    ['#ffffff', 1],
    ['#ff0000', 0.2126],
    ['#00ff00', 0.7152],
    ['#0000ff', 0.0722],
    ['#0a0a0a', 0.003_035],
  ] as const)('is for %s %d', (colour, luminance) => {
    expect(luminanceOf(colour)).toBeCloseTo(luminance, 5);
  });

  it('never falls as a colour channel rises, even where the curve changes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 254 }), fc.constantFrom(1, 3, 5), (value, at) => {
        const withLevel = (level: number) =>
          `#${(level * 256 ** ((5 - at) / 2)).toString(16).padStart(6, '0')}`;
        expect(luminanceOf(withLevel(value + 1))).toBeGreaterThan(luminanceOf(withLevel(value)));
      }),
    );
  });
});

describe('approachColour', () => {
  const readable = (colour: HexColour) => contrastOf(colour, '#000000') >= 4.5;

  it('returns a colour unchanged when it already meets the condition', () => {
    expect(approachColour('#00e5ff', '#ffffff', readable, 0.05)).toBe('#00e5ff');
  });

  it('moves no further towards the goal than necessary', () => {
    const reached = approachColour('#330000', '#ffffff', readable, 0.1);
    const steps = Array.from({ length: 10 }, (_, index) => mixOf('#330000', '#ffffff', index * 0.1));
    expect(reached).toBe(steps.find(readable));
    expect(reached).not.toBe('#ffffff');
  });

  it('returns the goal when no colour on the way meets the condition', () => {
    expect(approachColour('#330000', '#ffffff', () => false, 0.25)).toBe('#ffffff');
    expect(approachColour('#330000', 'white', () => false, 0.25)).toBe('white');
  });

  it('makes every colour readable on black', () => {
    fc.assert(fc.property(hex, (colour) => readable(approachColour(colour, '#ffffff', readable, 0.05))));
  });
});
