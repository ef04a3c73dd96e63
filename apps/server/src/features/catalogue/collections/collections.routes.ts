import {
  addToCollection,
  createCollection,
  deleteCollection,
  getCollectionAdditions,
  listCollections,
  removeFromCollection,
  undoCollectionAddition,
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

/** The function of the settings feature that says whether viewers may add titles to collections. */
export interface AdditionsRule {
  viewersAddToCollections(): Promise<boolean>;
}

export function serveCollections(
  serve: ServeEndpoint<Viewer & Actor>,
  repository: CollectionsRepository,
  { source, rule }: { source: CardSource; rule: AdditionsRule },
): void {
  const mayAdd = async (viewer: Viewer): Promise<boolean> =>
    viewer.role === 'admin' || (await rule.viewersAddToCollections());

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
  serve(getCollectionAdditions, async (_request, { session }) => ({ isOpen: await mayAdd(session) }));
  serve(addToCollection, async ({ params, body }, { session }) => {
    if (!(await mayAdd(session))) throw new AppError('collection.closed');
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
  serve(undoCollectionAddition, async ({ params }, { session }) => {
    const { name, count } = await repository.undoAddition(params.id, session);
    return {
      message:
        count === 1
          ? `Se quitó 1 título de la colección «${name}».`
          : `Se quitaron ${count.toLocaleString('es')} títulos de la colección «${name}».`,
    };
  });
}
