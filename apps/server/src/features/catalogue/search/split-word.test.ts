import { describe, expect, it } from 'vitest';
import { divideWord, listParts } from './split-word.ts';

const titles = new Map(
  ['la', 'land', 'spider', 'man', 'el', 'padrino', 'drino', 'pa', 'joe', 'walle', 'wall', 'aaa', 'aa'].map(
    (word) => [word, [word]],
  ),
).set('gi', ['g', 'i']);
const divide = (word: string): string[] =>
  divideWord(word, (part) => titles.get(part)).map((parts) => parts.join(' '));

describe('a word of a search', () => {
  it.each([
    ['lalaland', 'la la land'],
    ['spiderman', 'spider man'],
    ['elpadrino', 'el padrino'],
    ['gijoe', 'g i joe'],
    ['walle', 'wall e'],
  ])('«%s» is divided into «%s»', (word, parts) => {
    expect(divide(word)[0]).toBe(parts);
  });

  it.each([['la'], ['padr'], ['qwerty'], ['spidermanx'.repeat(3)]])('«%s» is not divided', (word) => {
    expect(divide(word)).toEqual([]);
  });

  it('has bounded divisions and parts, however it is made', () => {
    expect(divide('a'.repeat(24)).length).toBeLessThanOrEqual(3);
    expect(listParts('abcdefghijklmnopqrstuvwx').length).toBeLessThan(300);
    expect(listParts('x'.repeat(25))).toEqual([]);
  });
});
