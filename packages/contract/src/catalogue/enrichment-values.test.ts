import { expect, it } from 'vitest';
import { hiddenValues, isHiddenValue } from './enrichment-values.ts';

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
