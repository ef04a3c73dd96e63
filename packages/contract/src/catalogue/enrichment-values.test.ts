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
])('«%s» says that nothing is known', (text) => {
  expect(isHiddenValue(text)).toBe(true);
});

it.each(['Marina Cuevas', 'No disponible en cines', 'Su disco no está disponible'])(
  '«%s» says something',
  (text) => {
    expect(isHiddenValue(text)).toBe(false);
  },
);

it('has for a default theme one that the schema of themes accepts, and that can be read', () => {
  expect(enrichmentThemeSchema.parse(defaultTheme)).toEqual(defaultTheme);
  for (const end of [defaultTheme.gradientStart, defaultTheme.gradientEnd]) {
    expect(contrastOf(defaultTheme.textColor, end)).toBeGreaterThanOrEqual(4.5);
  }
});
