import { contrastOf, defaultTheme, mixOf, readHex, themeAnimations, tintOf } from '@butaca/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  leastContrast,
  leastDrawnContrast,
  leastTitleContrast,
  pageColours,
  readTheme,
  widestTint,
  type GivenTheme,
  type ReadableTheme,
} from './readable-theme.ts';

const byDefault: ReadableTheme = {
  primary: '#00e5ff',
  secondary: '#ff00ff',
  accent: '#ffffff',
  from: '#1a1a2e',
  to: '#16213e',
  ink: '#ffffff',
  overlay: 0.8,
  hasGlow: false,
  animation: 'fade',
};

/** Converts a validated theme back into the field names and shape in which the server sends themes. */
const tell = (theme: ReadableTheme): GivenTheme => ({
  primaryColor: theme.primary,
  secondaryColor: theme.secondary,
  accentColor: theme.accent,
  gradientStart: theme.from,
  gradientEnd: theme.to,
  textColor: theme.ink,
  overlayOpacity: theme.overlay,
  glowEffect: theme.hasGlow,
  animationType: theme.animation,
});

const colour = fc
  .integer({ min: 0, max: 0xff_ff_ff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);
const anything = fc.oneof(colour, fc.jsonValue(), fc.constant(undefined));
const given = fc.record({
  primaryColor: anything,
  secondaryColor: anything,
  accentColor: anything,
  gradientStart: anything,
  gradientEnd: anything,
  mood: anything,
  textColor: anything,
  overlayOpacity: fc.oneof(fc.double(), anything),
  glowEffect: fc.oneof(fc.boolean(), anything),
  animationType: fc.oneof(fc.constantFrom(...themeAnimations), anything),
  source: anything,
});

describe('readTheme', () => {
  it('leaves the service’s default theme unchanged, and returns it for an empty theme', () => {
    expect(readTheme(defaultTheme)).toEqual(byDefault);
    expect(readTheme({})).toEqual(byDefault);
  });

  it('leaves a theme unchanged whose contrast is sufficient', () => {
    const warm: ReadableTheme = {
      primary: '#ffc46b',
      secondary: '#7fb8ff',
      accent: '#ffe9c9',
      from: '#2a1408',
      to: '#140a2e',
      ink: '#fff4e2',
      overlay: 0.4,
      hasGlow: true,
      animation: 'slide',
    };
    expect(readTheme(tell(warm))).toEqual(warm);
  });

  it('replaces invalid colours, opacities and animations by the default ones', () => {
    const wrong = {
      primaryColor: 'red',
      secondaryColor: 'url(https://malo.example/x)',
      accentColor: '#fff',
      gradientStart: 'linear-gradient(red, blue)',
      gradientEnd: null,
      textColor: '#ffffff; position: fixed',
      overlayOpacity: 7,
      glowEffect: 'true',
      animationType: 'flash',
    };
    expect(readTheme(wrong)).toEqual(byDefault);
  });

  it('darkens a background too light for the page’s text, and lightens text too dark on it', () => {
    const glaring = {
      gradientStart: '#ffffff',
      gradientEnd: '#ffee00',
      textColor: '#111111',
      primaryColor: '#000080',
    };
    const theme = readTheme(glaring);
    expect(contrastOf(theme.from, pageColours['ink-3'])).toBeGreaterThanOrEqual(leastContrast);
    expect(contrastOf(theme.to, pageColours['ink-3'])).toBeGreaterThanOrEqual(leastContrast);
    expect(contrastOf(theme.ink, theme.from)).toBeGreaterThanOrEqual(leastContrast);
    expect(contrastOf(theme.primary, theme.to)).toBeGreaterThanOrEqual(leastContrast);
  });

  it('returns valid colours with the contrast that the standard demands, for any input', () => {
    fc.assert(
      fc.property(given, (theme) => {
        const read = readTheme(theme);
        for (const key of ['primary', 'secondary', 'accent', 'from', 'to', 'ink'] as const)
          expect(readHex(read[key])).toBe(read[key]);
        for (const background of [read.from, read.to]) {
          expect(contrastOf(background, pageColours['ink-3'])).toBeGreaterThanOrEqual(leastContrast);
          for (const text of [read.primary, read.accent, read.ink])
            expect(contrastOf(background, text)).toBeGreaterThanOrEqual(leastContrast);
          for (const text of [read.accent, read.ink])
            expect(contrastOf(background, text)).toBeGreaterThanOrEqual(leastTitleContrast);
          expect(contrastOf(background, read.secondary)).toBeGreaterThanOrEqual(leastDrawnContrast);
          const pointedAt = mixOf(background, pageColours['ink-1'], 0.06);
          for (const text of [read.primary, read.accent, read.ink, pageColours['ink-3']])
            expect(contrastOf(pointedAt, text)).toBeGreaterThanOrEqual(leastContrast);
        }
        expect(tintOf(read.ink)).toBeLessThanOrEqual(widestTint);
        expect(read.overlay).toBeGreaterThanOrEqual(0);
        expect(read.overlay).toBeLessThanOrEqual(1);
        expect(themeAnimations).toContain(read.animation);
      }),
    );
  });

  it('leaves a theme unchanged that it has returned itself', () => {
    fc.assert(
      fc.property(given, (theme) => {
        const read = readTheme(theme);
        expect(readTheme(tell(read))).toEqual(read);
      }),
    );
  });
});
