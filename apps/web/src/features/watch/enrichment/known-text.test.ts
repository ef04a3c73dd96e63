import { expect, it } from 'vitest';
import { readKnown, readKnownList } from './known-text.ts';

it('reads what a text says, and nothing in one that only says that nothing is known', () => {
  expect(readKnown(' Marina Cuevas ')).toBe('Marina Cuevas');
  expect(readKnown('INFORMACIÓN NO DISPONIBLE.')).toBeUndefined();
});

it('shows each thing of a list once, without those that say nothing', () => {
  expect(readKnownList(['Uno', 'No disponible', 'Dos', 'Uno ', ''])).toEqual(['Uno', 'Dos']);
});
