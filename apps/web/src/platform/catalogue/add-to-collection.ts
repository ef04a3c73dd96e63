import type { Collection } from '@butaca/contract';
import { ApiError, messageOf } from '../api/api-error.ts';
import { api } from '../api/api.ts';
import type { Card } from './card.ts';

/** A collection to add to: one that is there, or one that is made first. */
export type CollectionChoice = { collection: Collection } | { newName: string };

/** Why a card was not added, as people read it. */
export class AddFailure extends Error {
  override readonly name = 'AddFailure';
}

/**
 * Adds a card to a collection.
 *
 * @returns the name of the collection
 * @throws AddFailure with the sentence of the specification, section 8
 */
export async function addToCollection(card: Card, choice: CollectionChoice): Promise<string> {
  const collection = 'collection' in choice ? choice.collection : await create(card, choice.newName);
  try {
    await api('PUT /api/collections/:id/items', {
      params: { id: collection._id },
      body: { items: [card.id] },
    });
    return collection.name;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'collection.not_found') {
      throw new AddFailure(`No se pudo encontrar la colección "${collection.name}"`, { cause: error });
    }
    const reason = messageOf(error, 'Error desconocido.');
    throw new AddFailure(`Error al agregar a la colección: ${reason}`, { cause: error });
  }
}

/** @see the specification, section 5 (collection modal): a new collection is of series for a series, else of videos */
async function create(card: Card, name: string): Promise<Collection> {
  const itemsModel = card.type === 'serie' ? 'Serie' : 'Video';
  try {
    return await api('POST /api/collections', { body: { name, itemsModel } });
  } catch (error) {
    const reason = messageOf(error, 'Error desconocido.');
    throw new AddFailure(`Error al crear la colección: ${reason}`, { cause: error });
  }
}
