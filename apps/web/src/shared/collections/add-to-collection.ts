import type { Collection } from '@butaca/contract';
import { ApiError, messageOf } from '../../platform/api/api-error.ts';
import { api } from '../../platform/api/api.ts';
import type { Card } from '../card/card.ts';

/** The collection that a title is added to: an existing one, or the name of one to create first. */
export type CollectionChoice = { collection: Collection } | { newName: string };

/**
 * Why a title was not added to a collection or a collection not created; its message is the Spanish sentence for the
 * person.
 */
export class CollectionFailure extends Error {
  override readonly name = 'CollectionFailure';
}

/**
 * Adds a card's title to a collection.
 *
 * @returns the name of the collection
 * @throws CollectionFailure with the sentence of docs/requisitos.md, R8.17
 */
export async function addToCollection(card: Card, choice: CollectionChoice): Promise<string> {
  const collection =
    'collection' in choice ? choice.collection : await createCollection(choice.newName, modelFor(card));
  try {
    await api('PUT /api/collections/:id/items', {
      params: { id: collection._id },
      body: { items: [card.id] },
    });
    return collection.name;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'collection.not_found') {
      throw new CollectionFailure(`No se pudo encontrar la colección "${collection.name}"`, { cause: error });
    }
    const reason = messageOf(error, 'Error desconocido.');
    throw new CollectionFailure(`Error al agregar a la colección: ${reason}`, { cause: error });
  }
}

/**
 * Whether a new collection is one of series or of videos: series if its first title is a series.
 *
 * @see docs/requisitos.md, R5.17
 */
const modelFor = (card: Card): Collection['itemsModel'] => (card.type === 'serie' ? 'Serie' : 'Video');

/** Creates an empty collection. @throws CollectionFailure with the sentence of docs/requisitos.md, R8.17 */
export async function createCollection(
  name: string,
  itemsModel: Collection['itemsModel'],
): Promise<Collection> {
  try {
    return await api('POST /api/collections', { body: { name, itemsModel } });
  } catch (error) {
    const reason = messageOf(error, 'Error desconocido.');
    throw new CollectionFailure(`Error al crear la colección: ${reason}`, { cause: error });
  }
}
