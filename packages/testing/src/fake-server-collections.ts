import { foldText, type Collection } from '@butaca/contract';
import { keepAct } from './fake-server-accounts.ts';
import { FakeRefusal, personOf, type FakeCaller, type FakeRoutes } from './fake-server-caller.ts';
import { findFakeVideo, isFakeShown } from './fake-server-videos.ts';
import type { FakeCollection, FakeMemory } from './fake-server-memory.ts';
import { toFakeVideoCard } from './fake-videos.ts';
import { makeSlug } from './fake-slug.ts';

type CollectionRoute = Extract<
  keyof FakeRoutes,
  `${string} /api/${'collections' | 'admin/collection-additions'}${string}`
>;

function findCollection(memory: FakeMemory, id: string): FakeCollection {
  const found = memory.collections.find((collection) => collection._id === id);
  if (found === undefined) throw new FakeRefusal('collection.not_found');
  return found;
}

const mayAdd = (caller: FakeCaller): boolean =>
  personOf(caller).role === 'admin' || caller.memory.settings.viewersAddToCollections;

function view(
  { _id, name, itemsModel, itemIds }: FakeCollection,
  { memory, account }: FakeCaller,
): Collection {
  const items = itemIds.flatMap((id) => memory.videos.find((video) => video._id === id) ?? []);
  const shown = items.filter((video) => isFakeShown(video, memory));
  return { _id, name, itemsModel, items: shown.map((video) => toFakeVideoCard(video, account)) };
}

/**
 * The fake server's API routes for collections (named lists of videos): administrators create collections, every user
 * adds videos to them unless the settings leave that to administrators.
 */
export const collectionRoutes: Pick<FakeRoutes, CollectionRoute> = {
  'GET /api/collections': (_request, caller) => {
    if (personOf(caller).username === 'vacio') return [];
    return caller.memory.collections
      .toSorted((a, b) => (foldText(a.name) < foldText(b.name) ? -1 : 1))
      .map((collection) => view(collection, caller));
  },
  'POST /api/collections': ({ body: { name, itemsModel } }, caller) => {
    const { collections } = caller.memory;
    if (collections.some((other) => foldText(other.name) === foldText(name))) {
      throw new FakeRefusal('collection.duplicate');
    }
    const collection: FakeCollection = {
      _id: makeSlug(name),
      name,
      itemsModel,
      itemIds: [],
      additions: new Map(),
    };
    collections.push(collection);
    return view(collection, caller);
  },
  'GET /api/collections/additions': (_request, caller) => ({ isOpen: mayAdd(caller) }),
  'PUT /api/collections/:id/items': ({ params: { id }, body: { items } }, caller) => {
    if (!mayAdd(caller)) throw new FakeRefusal('collection.closed');
    const collection = findCollection(caller.memory, id);
    const videos = items.map((item) => findFakeVideo(caller.memory, item));
    const added = videos.filter(({ _id }) => !collection.itemIds.includes(_id));
    if (added.length > 0) {
      const addition = keepAct(caller, 'collection.add_items', collection.name, {
        after: { items: added.map(({ title }) => title) },
      });
      for (const { _id } of added) collection.additions.set(_id, addition);
      collection.itemIds = [...new Set([...collection.itemIds, ...added.map(({ _id }) => _id)])];
    }
    return view(collection, caller);
  },
  'DELETE /api/admin/collection-additions/:id': ({ params: { id } }, caller) => {
    for (const collection of caller.memory.collections) {
      const undone = collection.itemIds.filter((item) => collection.additions.get(item) === id);
      if (undone.length === 0) continue;
      collection.itemIds = collection.itemIds.filter((item) => !undone.includes(item));
      keepAct(caller, 'collection.undo_addition', collection.name);
      const words = undone.length === 1 ? 'Se quitó 1 título' : `Se quitaron ${undone.length} títulos`;
      return { message: `${words} de la colección «${collection.name}».` };
    }
    throw new FakeRefusal('addition.not_found');
  },
  'DELETE /api/collections/:id': ({ params: { id } }, { memory }) => {
    const collection = findCollection(memory, id);
    memory.collections = memory.collections.filter((other) => other !== collection);
    return { message: `Colección «${collection.name}» eliminada.` };
  },
  'DELETE /api/collections/:id/items/:itemId': ({ params: { id, itemId } }, { memory }) => {
    const collection = findCollection(memory, id);
    collection.itemIds = collection.itemIds.filter((other) => other !== itemId);
    return { message: 'El título ya no está en la colección.' };
  },
};
