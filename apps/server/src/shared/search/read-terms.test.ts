import { describe, expect, it } from 'vitest';
import { readTerms, splitWords } from './read-terms.ts';

describe('the words of a text', () => {
  it.each([
    ['¡Ay, Carmela!', 'ay carmela'],
    ['Spider-Man: Sin camino a casa', 'spider man sin camino a casa'],
    ['WALL·E', 'wall e'],
    ['M*A*S*H', 'm a s h'],
    ['La1', 'la 1'],
    ['A3Series', 'a 3 series'],
    ['8½', '8 ½'],
    ['8 1/2', '8 ½'],
    ['11/22/63', '11 22 63'],
    ['ÑANDÚ', 'nandu'],
    ['\\%_ …', ''],
  ])('of «%s» are «%s»', (text, words) => {
    expect(splitWords(text).join(' ')).toBe(words);
  });
});

describe('the terms of a text', () => {
  const canonical = (text: string): string =>
    readTerms(text)
      .map((term) => term.canonical)
      .join(' ');

  it.each([
    ['Rocky II', 'rocky 2'],
    ['rocky dos', 'rocky 2'],
    ['Doce monos', '12 monos'],
    ['Twelve Monkeys', '12 monkeys'],
    ['ocho y medio', '8½'],
    ['8 1/2', '8½'],
    ['8½', '8½'],
    ['S.W.A.T.', 'swat'],
    ['e t el extraterrestre', 'et el extraterrestre'],
    ['treinta y tres', '33'],
    ['Mil novecientos ochenta y cuatro', '1984'],
  ])('of «%s» are «%s» in their common form', (text, expected) => {
    expect(canonical(text)).toBe(expected);
  });

  it('leave articles and other words as they stand', () => {
    expect(canonical('Un perro andaluz y una casa')).toBe('un perro andaluz y una casa');
  });

  it('are at most as many as wanted', () => {
    expect(readTerms('uno dos tres cuatro', 2).map(({ canonical: each }) => each)).toEqual(['1', '2']);
  });
});
