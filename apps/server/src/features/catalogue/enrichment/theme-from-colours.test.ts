import { contrastOf, enrichmentThemeSchema, type EnrichmentTheme } from '@butaca/contract';
import { describe, expect, it } from 'vitest';
import { makeReadable } from './readable-theme.ts';
import { themeFromColours } from './theme-from-colours.ts';

function expectReadable(theme: EnrichmentTheme): void {
  expect(enrichmentThemeSchema.safeParse(theme).success).toBe(true);
  const { textColor, primaryColor, secondaryColor, accentColor, gradientStart, gradientEnd } = theme;
  for (const colour of [textColor, primaryColor, secondaryColor, accentColor]) {
    for (const ground of [gradientStart, gradientEnd]) {
      expect(contrastOf(colour, ground)).toBeGreaterThanOrEqual(4.5);
    }
  }
}

it('contrastOf measures contrast as WCAG does', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

describe('the theme of a poster', () => {
  it('uses the vivid colours, not the most frequent grey', () => {
    const theme = themeFromColours(['#101010', '#808080', '#f06a3c', '#1f6fe0'], 'Intenso');
    expect(theme).toMatchObject({ primaryColor: '#f06a3c', mood: 'Intenso', source: 'fallback' });
    expect(theme.gradientStart).not.toBe(theme.gradientEnd);
    expectReadable(theme);
  });

  it.each([
    ['without colours', []],
    ['in greys', ['#777777', '#333333']],
    ['all white', ['#ffffff']],
    ['all black', ['#000000']],
    ['of one colour', ['#ffd000']],
    ['in dark blue', ['#000033', '#00001a']],
  ])('is readable for a poster %s', (_kind, colours) => {
    expectReadable(themeFromColours(colours, ''));
  });
});

it('readable themes stay as they are, and unreadable ones are made readable', () => {
  const steps = ['00', '55', 'aa', 'ff'];
  const colours = steps.flatMap((red) => steps.map((green) => `#${red}${green}80`));
  for (const textColor of colours) {
    for (const ground of colours) {
      const theme = { ...themeFromColours([], ''), textColor, gradientStart: ground, gradientEnd: '#ffffff' };
      const readable = makeReadable(theme);
      expectReadable(readable);
      expect(makeReadable(readable)).toEqual(readable);
    }
  }
});
