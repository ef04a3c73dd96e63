import { describe, expect, it } from 'vitest';
import { spellAsTitles } from './spell-as-titles.ts';

describe('a folded text', () => {
  it.each([
    ['senor de los anillos', ['El Señor de los Anillos'], 'señor de los anillos'],
    ['ultimo faro', ['ÚLTIMO FARO', 'El ultimo tren'], 'último faro'],
    ['corazon salvaje', ['Salvaje'], 'corazon salvaje'],
    ['senor', ['Se\u00f1or', 'Sen\u0303or'], 'señor'],
    ['luna', [], 'luna'],
  ])('«%s» is written as in %j: «%s»', (folded, texts, written) => {
    expect(spellAsTitles(folded, texts)).toBe(written);
  });
});
