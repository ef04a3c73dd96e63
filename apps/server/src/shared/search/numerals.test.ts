import { describe, expect, it } from 'vitest';
import { readNumber, spellNumber } from './numerals.ts';

describe('a number in a sequence of words', () => {
  it.each([
    ['2', 2, 1],
    ['007', 7, 1],
    ['ii', 2, 1],
    ['xx', 20, 1],
    ['xxxiv', 34, 1],
    ['doce monos', 12, 1],
    ['twelve monkeys', 12, 1],
    ['treinta y tres', 33, 3],
    ['treinta y tantos', 30, 1],
    ['ciento un dalmatas', 101, 2],
    ['cien anos', 100, 1],
    ['trescientos', 300, 1],
    ['mil', 1_000, 1],
    ['mil novecientos ochenta y cuatro', 1_984, 5],
    ['dos mil uno odisea', 2_001, 3],
    ['mil y una noches', 1_001, 3],
    ['mil y un cuentos', 1_001, 3],
    ['mil y dos', 1_000, 1],
    ['veintiun gramos', 21, 1],
    ['doscientas millas', 200, 1],
  ])('is read from the beginning of «%s» as %i, stated by %i words', (text, value, length) => {
    expect(readNumber(text.split(' '), 0)).toEqual({ value, length });
  });

  it.each(['monos', 'un', 'xxxx', 'mild', '123456', 'y', ''])('is not read from «%s»', (text) => {
    expect(readNumber(text.split(' '), 0)).toBeUndefined();
  });

  it('has spellings that are all read as that number', () => {
    for (const value of [
      ...Array.from({ length: 131 }, (_, index) => index),
      300,
      1_000,
      1_984,
      2_001,
      9_999,
    ]) {
      for (const words of spellNumber(value)) {
        // Alone, «un» and «una» are articles, which only a search for «1» takes for a number.
        if (value === 1 && /^una?$/.test(words.join(' '))) continue;
        expect(readNumber(words, 0), words.join(' ')).toEqual({ value, length: words.length });
      }
    }
  });
});
