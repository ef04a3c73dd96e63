import { expect, it } from 'vitest';
import { sortTitle } from './title-keys.ts';

it.each([
  ['El último faro', 'ultimo faro'],
  ['¡Ánimo, Lucía!', 'animo, lucia!'],
  ['«La Dueña»', 'duena»'],
  ['Los', 'los'],
  ['A', 'a'],
  ['The General', 'general'],
  ['Latitud', 'latitud'],
  ['¿¡…!?', '...!?'],
])('sortTitle sorts %j by %j', (title, key) => {
  expect(sortTitle(title)).toBe(key);
});
