import {
  addToCollection,
  createCollection,
  deleteCollection,
  listCollections,
  removeFromCollection,
  type Collection,
  type VideoCard,
  type Viewer,
} from '@butaca/contract';
import type { Actor } from '@butaca/db';
import { AppError } from '../../../platform/http/app-error.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import type { CollectionRow, CollectionsRepository } from './collections.repository.ts';

/**
 * The function of the videos feature that the endpoints of collections call to turn video ids into cards (what lists
 * show).
 */
export interface CardSource {
  cardsOf(ids: readonly string[], viewer: Viewer): Promise<VideoCard[]>;
}

export function serveCollections(
  serve: ServeEndpoint<Viewer & Actor>,
  repository: CollectionsRepository,
  source: CardSource,
): void {
  async function view(rows: readonly CollectionRow[], viewer: Viewer): Promise<Collection[]> {
    const ids = [...new Set(rows.flatMap((row) => row.item_ids))];
    const cards = new Map((await source.cardsOf(ids, viewer)).map((card) => [card._id, card]));
    return rows.map((row) => ({
      _id: row.id,
      name: row.name,
      itemsModel: row.items_model,
      items: row.item_ids.flatMap((id) => cards.get(id) ?? []),
    }));
  }

  async function viewOne(id: string, viewer: Viewer): Promise<Collection> {
    const row = await repository.find(id);
    const [collection] = row === undefined ? [] : await view([row], viewer);
    if (collection === undefined) throw new AppError('collection.not_found');
    return collection;
  }

  serve(listCollections, async (_request, { session }) => view(await repository.list(), session));
  serve(createCollection, async ({ body }, { session }) => {
    const id = await repository.insert(body.name, body.itemsModel, session);
    return viewOne(id, session);
  });
  serve(addToCollection, async ({ params, body }, { session }) => {
    await repository.addItems(params.id, body.items, session);
    return viewOne(params.id, session);
  });
  serve(deleteCollection, async ({ params }, { session }) => {
    const name = await repository.remove(params.id, session);
    if (name === undefined) throw new AppError('collection.not_found');
    return { message: `Colección «${name}» eliminada.` };
  });
  serve(removeFromCollection, async ({ params }, { session }) => {
    await repository.removeItem(params.id, params.itemId, session);
    return { message: 'El título ya no está en la colección.' };
  });
}
