import { expect, it } from 'vitest';
import { readKnown, readKnownList } from './known-text.ts';

it('readKnown trims a text, and returns nothing for one that says «no disponible»', () => {
  expect(readKnown(' Marina Cuevas ')).toBe('Marina Cuevas');
  expect(readKnown('INFORMACIÓN NO DISPONIBLE.')).toBeUndefined();
});

it('readKnownList lists each text once, without empty ones and «No disponible»', () => {
  expect(readKnownList(['Uno', 'No disponible', 'Dos', 'Uno ', ''])).toEqual(['Uno', 'Dos']);
});
