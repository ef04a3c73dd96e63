import { foldText, type Collection } from '@butaca/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';
import { readCards, type Card } from '../../../shared/card/card.ts';
import { collectionsQuery } from '../../../shared/collections/collections.queries.ts';

/** The name of the item «all collections» in the menu of collections; never written into the URL. */
export const allCollections = 'TODAS';

/** A collection (videos under one name) as the screen «Colecciones» shows it, with a card per title. */
export interface CardCollection {
  id: string;
  name: string;
  cards: readonly Card[];
}

/** The query of all collections with the cards of their titles; titles without an id are left out. */
export const cardCollectionsQuery = () => queryOptions({ ...collectionsQuery(), select: readCollections });

function readCollections(collections: readonly Collection[]): CardCollection[] {
  return collections.map(({ _id, name, items }) => ({ id: _id, name, cards: readCards(items) }));
}

/** Finds the collection that the URL names; case and accents are ignored. */
export function findCollection(
  collections: readonly CardCollection[],
  name: string,
): CardCollection | undefined {
  const folded = foldText(name);
  return collections.find((collection) => foldText(collection.name) === folded);
}

/** The cards of the titles in all collections, without duplicates. */
export function cardsOfAll(collections: readonly CardCollection[]): Card[] {
  const cards = collections.flatMap((collection) => collection.cards);
  return [...new Map(cards.map((card) => [card.id, card])).values()];
}

export const deleteCollection = (id: string) => api('DELETE /api/collections/:id', { params: { id } });

export const removeFromCollection = (id: string, itemId: string) =>
  api('DELETE /api/collections/:id/items/:itemId', { params: { id, itemId } });
