import { describe, expect, it } from 'vitest';
import { readSearch } from './search-query.ts';

const spellingsOf = (text: string, at: number): string[] | undefined =>
  readSearch(text).terms[at]?.spellings.map((words) => words.join(' '));

describe('the query of a search', () => {
  it('lists the spellings of its numbers, and what its words make together', () => {
    expect(spellingsOf('rocky 2', 1)).toEqual(
      expect.arrayContaining(['2', 'ii', 'dos', 'two', 'rocky2', 'rockyii', 'rockydos']),
    );
    expect(spellingsOf('wall e', 0)).toEqual(['wall', 'walle']);
    expect(spellingsOf('8 1/2', 0)).toEqual(expect.arrayContaining(['8 1 2', 'ocho y medio']));
  });

  it.each([
    ['el rey leon', ['rey', 'leon']],
    ['la la', ['la', 'la']],
    ['la 1', ['la', '1']],
    ['doce monos', ['doce', 'monos']],
    ['wall e', ['wall', 'e']],
    ['de la a', ['de', 'la', 'a']],
    ['niña del mar', ['nina', 'mar']],
  ])('of «%s» requires %j', (text, required) => {
    expect(readSearch(text).required.map(({ word }) => word)).toEqual(required);
  });

  it('has bounds, however long the search is', () => {
    const query = readSearch('uno dos tres '.repeat(500), (word) => [[word, word], [`${word}s`]]);
    expect(query.terms).toHaveLength(8);
    expect(query.titles.length).toBeLessThanOrEqual(16);
    expect(Math.max(...query.terms.map(({ spellings }) => spellings.length))).toBeLessThanOrEqual(40);
  });

  it('requires nothing of a search without letters and digits', () => {
    expect(readSearch('%_\\').required).toEqual([]);
  });
});
