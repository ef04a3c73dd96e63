import { foldText } from '@butaca/contract';
import { useDeferredValue, useMemo } from 'react';
import type { Card } from './card.ts';

/** The cards with a text that contains the search term, ignoring case and accents; all cards if the term is empty. */
export function useCardSearch(
  cards: readonly Card[] | undefined,
  term: string,
  wordsOf: (card: Card) => readonly string[],
): { cards: readonly Card[] | undefined; term: string } {
  const shownTerm = useDeferredValue(term);
  const folded = useMemo(
    () => cards?.map((card) => ({ card, words: wordsOf(card).map(foldText) })),
    [cards, wordsOf],
  );
  const found = useMemo(() => {
    const wanted = foldText(shownTerm);
    if (wanted === '') return cards;
    return folded?.filter(({ words }) => words.some((each) => each.includes(wanted))).map(({ card }) => card);
  }, [cards, folded, shownTerm]);
  return { cards: found, term: shownTerm };
}
