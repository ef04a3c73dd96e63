import { hiddenValues } from '@butaca/contract';
import { expect, it } from 'vitest';
import { readKnown, readKnownList } from './known-text.ts';

it.each([
  ...hiddenValues,
  ' no disponible. ',
  'INFORMACIÓN NO DISPONIBLE',
  'Informacion no disponible',
  '',
  '  ',
])('hides «%s»', (text) => {
  expect(readKnown(text)).toBeUndefined();
});

it.each(['Marina Cuevas', 'No disponible en cines', 'Su disco no está disponible'])('shows «%s»', (text) => {
  expect(readKnown(` ${text} `)).toBe(text);
});

it('shows each thing of a list once, without those that say nothing', () => {
  expect(readKnownList(['Uno', 'No disponible', 'Dos', 'Uno ', ''])).toEqual(['Uno', 'Dos']);
});
