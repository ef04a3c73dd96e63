import { describe, expect, it } from 'vitest';
import { correctWords, type KnownWords } from './correct-words.ts';

/** A catalogue whose titles contain the given words, and which has the given titles. */
const catalogue = (
  words: readonly string[],
  genres: readonly string[] = [],
  listed: readonly string[] = [],
): KnownWords => ({
  listForms: async (wanted) =>
    words.filter((word) => wanted.includes(word)).map((word) => ({ word, written: null })),
  isBeginning: async (letters) => words.some((word) => word.startsWith(letters)),
  genreWords: async () => new Set(genres),
  listTitles: async () => listed,
});
const titles = catalogue(
  ['luna', 'faro', 'faros', 'metropolis', 'viaje', 'casa', 'cosa', 'masa'],
  ['terror'],
);

describe('the corrections of a search', () => {
  it.each([
    ['metroplis', ['metropolis']],
    ['METRÓPLIS', ['metropolis']],
    ['viaje lnua', ['viaje luna']],
    ['viaje a la lnua', ['viaje a la luna']],
    ['terorr', ['terror']],
    ['¿lnua?', ['luna']],
  ])('of «%s» are %j', async (typed, expected) => {
    expect(await correctWords(titles, typed)).toEqual(expected);
  });

  it.each([
    ['luna', 'a known word'],
    ['metrop', 'the beginning of a known word'],
    ['lun', 'a word that is too short'],
    ['20244', 'a number'],
    ['mtroplis', 'a word with two slips'],
    ['luna quijote', 'a word without any correction'],
    ['夜の街角', 'a word in other letters'],
    ['x'.repeat(30), 'a word that is too long'],
  ])('of «%s» are none: %s', async (typed) => {
    expect(await correctWords(titles, typed)).toEqual([]);
  });

  it('are ordered: the same first letter first, and a missing letter before a wrong one', async () => {
    expect(await correctWords(titles, 'caso')).toEqual(['casa', 'cosa'].filter((word) => word === 'casa'));
    expect(await correctWords(titles, 'cmsa')).toEqual(['casa', 'cosa']);
    expect(await correctWords(catalogue(['masa', 'casa']), 'casaa')).toEqual(['casa']);
  });

  it('are first those that a title contains, where also a known or short word may be a slip', async () => {
    const words = ['rey', 'rei', 'reina', 'leon', 'toy', 'tos', 'story', 'man', 'spider', 'rocky'];
    const listed = ['El rey león', 'Toy Story', 'Spider-Man', 'La reina', 'Rocky II'];
    const known = catalogue(words, [], listed);
    for (const [typed, first] of [
      ['rei leon', 'rey leon'],
      ['toi story', 'toy story'],
      ['spider mna', 'spider man'],
      ['rokcy 2', 'rocky 2'],
    ] as const) {
      expect((await correctWords(known, typed))[0]).toBe(first);
    }
    expect(await correctWords(known, 'rei luna')).toEqual([]);
  });

  it('are at most four texts', async () => {
    const many = catalogue(['casa', 'caso', 'cosa', 'cara', 'cama', 'capa']);
    expect((await correctWords(many, 'caxa')).length).toBe(4);
  });

  it('correct only the first eight words', async () => {
    const [first] = await correctWords(titles, `lnua ${'viaje '.repeat(20)}`);
    expect(first).toBe(`luna${' viaje'.repeat(7)}`);
  });
});
