import { foldText, type Collection } from '@butaca/contract';
import { queryOptions } from '@tanstack/react-query';
import { readCards, type Card } from '../../../shared/card/card.ts';
import { collectionsQuery } from '../../../shared/collections/collections.queries.ts';

/** The name of the entry for all collections; never written into the URL. */
export const allCollections = 'TODAS';

/** A collection as the screen shows it. */
export interface CardCollection {
  id: string;
  name: string;
  cards: readonly Card[];
}

/** The collections with their cards; titles without an id are left out. */
export const cardCollectionsQuery = () => queryOptions({ ...collectionsQuery(), select: readCollections });

function readCollections(collections: readonly Collection[]): CardCollection[] {
  return collections.map(({ _id, name, items }) => ({ id: _id, name, cards: readCards(items) }));
}

/** The collection that the URL names; case and accents are ignored. */
export function findCollection(
  collections: readonly CardCollection[],
  name: string,
): CardCollection | undefined {
  const folded = foldText(name);
  return collections.find((collection) => foldText(collection.name) === folded);
}

/** The cards of all collections, without duplicate titles. */
export function cardsOfAll(collections: readonly CardCollection[]): Card[] {
  const cards = collections.flatMap((collection) => collection.cards);
  return [...new Map(cards.map((card) => [card.id, card])).values()];
}
