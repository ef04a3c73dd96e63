import { expect, it } from 'vitest';
import { contrastOf } from '../shared/colour.ts';
import { defaultTheme, hiddenValues, isHiddenValue } from './enrichment-values.ts';
import { enrichmentThemeSchema } from './enrichment.ts';

it.each([
  ...hiddenValues,
  ' no disponible. ',
  'INFORMACIÓN NO DISPONIBLE',
  'Informacion no disponible',
  '',
  '  ',
])('the text «%s» counts as unknown', (text) => {
  expect(isHiddenValue(text)).toBe(true);
});

it.each(['Marina Cuevas', 'No disponible en cines', 'Su disco no está disponible'])(
  'the text «%s» counts as known',
  (text) => {
    expect(isHiddenValue(text)).toBe(false);
  },
);

it('the default theme matches the schema of themes, and its text is readable on it', () => {
  expect(enrichmentThemeSchema.parse(defaultTheme)).toEqual(defaultTheme);
  for (const end of [defaultTheme.gradientStart, defaultTheme.gradientEnd]) {
    expect(contrastOf(defaultTheme.textColor, end)).toBeGreaterThanOrEqual(4.5);
  }
});
