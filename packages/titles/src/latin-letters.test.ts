import { describe, expect, it } from 'vitest';
import { foldTitle } from './fold-title.ts';
import { foldWord } from './fold-word.ts';

const everyLetter = Array.from({ length: 0x250 }, (_, code) => String.fromCharCode(code));

describe('letters with accents', () => {
  it('are folded in titles as Unicode takes them apart', () => {
    const marks = /[\u0300-\u036f¿¡]/g;
    for (const letter of everyLetter)
      expect([letter, foldTitle(`a${letter}b`)]).toEqual([
        letter,
        `a${letter}b`.normalize('NFKD').replace(marks, '').toLowerCase().replace(/\s+/g, ' '),
      ]);
  });

  it('are folded in words as Unicode takes them apart', () => {
    for (const letter of everyLetter)
      expect([letter, foldWord(`a${letter}`)]).toEqual([
        letter,
        `a${letter}`
          .toLowerCase()
          .normalize('NFD')
          .replace(/[\u0300-\u036f]+/g, ''),
      ]);
  });
});
