import { describe, expect, it } from 'vitest';
import { rankTitles } from './rank-titles.ts';
import { readSearch } from './search-query.ts';

const rank = (typed: string, titles: readonly string[], ways?: Parameters<typeof readSearch>[1]): string[] =>
  rankTitles(
    readSearch(typed, ways),
    titles.map((title) => ({ id: title, title })),
    ({ title }) => title,
  ).map(({ title }) => title);

describe('titles that a search found', () => {
  it.each([
    ['rocky 2', ['Rocky 2000', 'Rocky III', 'Rocky II: El regreso', 'Rocky II'], 'Rocky II'],
    ['12 monos', ['Los 12 monos y el rey', 'Doce monos'], 'Doce monos'],
    ['wall e', ['Wall Street: E', 'WALL·E'], 'WALL·E'],
    ['spiderman', ['El diario de Spiderman', 'Spider-Man'], 'Spider-Man'],
    ['el gladiador', ['El gladiador rojo', 'Gladiador'], 'Gladiador'],
    ['siete', ['Siete almas', 'Se7en', 'Siete'], 'Siete'],
    ['uno', ['Canal uno', '1'], '1'],
  ])('by «%s» are ordered by their fit: of %j the first is «%s»', (typed, titles, first) => {
    expect(rank(typed, titles)[0]).toBe(first);
  });

  it('come shortest first where they fit equally', () => {
    expect(rank('saw', ['Saw: El juego', 'Saw II', 'Saw'])).toEqual(['Saw', 'Saw II', 'Saw: El juego']);
  });

  it('are left out where a required word is missing, but not for an article', () => {
    expect(rank('rocky balboa', ['Rocky II'])).toEqual([]);
    expect(rank('la casa del papel', ['Casa de papel'])).toEqual(['Casa de papel']);
    expect(rank('rocky 2', ['Rocky', 'Rocky IV'])).toEqual([]);
  });

  it('fit by the ways in which the catalogue writes a word', () => {
    const ways = (word: string): string[][] => (word === 'lalaland' ? [['la', 'la', 'land']] : []);
    expect(rank('lalaland 2016', ['La La Land', 'La La Land (2016)'], ways)).toEqual(['La La Land (2016)']);
    expect(rank('lalaland', ['La Land', 'La La Land'], ways)).toEqual(['La La Land']);
  });

  it('keep each row once', () => {
    const rows = ['a', 'a', 'b'].map((id) => ({ id, title: 'Saw' }));
    expect(rankTitles(readSearch('saw'), rows, ({ title }) => title).map(({ id }) => id)).toEqual(['a', 'b']);
  });
});
