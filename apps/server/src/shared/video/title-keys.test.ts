import { foldText } from '@butaca/contract';
import { foldTitle } from '@butaca/titles';
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

it('imports fold titles as searches do', () => {
  for (let code = 0; code < 0x3000; code += 1) {
    const title = ` a${String.fromCharCode(code)}  b`;
    expect([code, foldTitle(title)]).toEqual([code, foldText(title)]);
  }
});
