import { rowLength } from '@butaca/contract';

/** A composed row of the home page has at least this many cards; a row of one or two looks broken. */
export const shortestRow = 4;

/** Chooses cards for the composed rows of the home page, each card for one row only. */
export interface CardPicker<T> {
  /**
   * Chooses the first cards that no row shows yet, at most a row of them; none where they are too few for a row.
   */
  take(cards: readonly T[]): T[];
  /** Like `take`, but includes cards that rows above the composed ones show. */
  takeAgain(cards: readonly T[]): T[];
}

/**
 * @param keyOf - identifies what a card shows; two cards with the same key never stand in two composed rows
 * @param shown - the cards that the rows above the composed ones show
 */
export function createPicker<T>(keyOf: (card: T) => string, shown: readonly T[]): CardPicker<T> {
  const above = new Set(shown.map(keyOf));
  const taken = new Set<string>();

  function choose(cards: readonly T[], isFree: (key: string) => boolean): T[] {
    const chosen = new Map<string, T>();
    for (const card of cards) {
      const key = keyOf(card);
      if (isFree(key) && !chosen.has(key)) chosen.set(key, card);
      if (chosen.size === rowLength) break;
    }
    if (chosen.size < shortestRow) return [];
    for (const key of chosen.keys()) taken.add(key);
    return [...chosen.values()];
  }

  return {
    take: (cards) => choose(cards, (key) => !taken.has(key) && !above.has(key)),
    takeAgain: (cards) => choose(cards, (key) => !taken.has(key)),
  };
}
