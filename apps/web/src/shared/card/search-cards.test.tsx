import { renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { readCards, type Card } from './card.ts';
import { useCardSearch } from './search-cards.ts';

const cards = readCards([
  { id: '1', title: 'El Camión rojo', genres: ['Acción'] },
  { id: '2', title: 'Niña', genres: ['Drama'] },
  { id: '3', title: 'Mar', genres: ['Acción', 'Drama'] },
]);
const wordsOf = ({ title, genres }: Card) => [title, ...genres];
const open = (term: string, given: readonly Card[] | undefined = cards) =>
  renderHook((props) => useCardSearch(props.cards, props.term, wordsOf), {
    initialProps: { cards: given, term },
  });
const idsOf = (found: readonly Card[] | undefined) => found?.map(({ id }) => id);

describe('a search among the cards of a list', () => {
  it.each([
    ['camion', ['1']],
    ['CAMIÓN', ['1']],
    ['nina', ['2']],
    ['drama', ['2', '3']],
    ['accion', ['1', '3']],
    ['mar drama', []],
    ['camión  rojo', ['1']],
    ['zzz', []],
  ])('for «%s» finds the cards %j', (term, expected) => {
    expect(idsOf(open(term).result.current.cards)).toEqual(expected);
  });

  it.each(['', '   '])('for %j returns the same list', (term) => {
    expect(open(term).result.current.cards).toBe(cards);
  });

  it('returns undefined while the list loads', () => {
    const { result, rerender } = renderHook((term: string) => useCardSearch(undefined, term, wordsOf), {
      initialProps: '',
    });
    expect(result.current.cards).toBeUndefined();
    rerender('mar');
    expect(result.current.cards).toBeUndefined();
  });

  it('finds cards that are added later', () => {
    const { result, rerender } = open('mar');
    const more = [...cards, ...readCards([{ id: '4', title: 'Marea' }])];
    rerender({ cards: more, term: 'mar' });
    expect(idsOf(result.current.cards)).toEqual(['3', '4']);
  });

  it('returns the term that its cards are for', () => {
    const { result, rerender } = open('mar');
    rerender({ cards, term: 'nina' });
    expect([result.current.term, idsOf(result.current.cards)]).toEqual(['nina', ['2']]);
  });
});
