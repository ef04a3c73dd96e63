import { collectionMaxItems, foldText } from '@butaca/contract';
import { bumpCatalogueVersion, recordAct, type Actor, type Database } from '@butaca/db';
import { sql, type Kysely, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { AppError } from '../../../platform/http/app-error.ts';
import { refuseDuplicate } from '../../../platform/http/refuse-duplicate.ts';
import { isShown } from '../../../shared/adults.ts';

/**
 * All SQL on collections (named groups of videos). Changes made by administrators are recorded in the audit log in the
 * same transaction.
 */
export function createCollectionsRepository(db: Kysely<Database>) {
  const write = <T>(work: (trx: Transaction<Database>) => Promise<T>): Promise<T> =>
    db.transaction().execute(work);

  /**
   * SQL that selects collections (named groups of videos), each with the ids of its active videos in the order in which
   * the videos were added.
   */
  const withItems = (from: Kysely<Database> | Transaction<Database>) =>
    from
      .selectFrom('collection')
      .selectAll('collection')
      .select((select) =>
        select
          .selectFrom('collection_item as item')
          .innerJoin('video', 'video.id', 'item.video_id')
          .whereRef('item.collection_id', '=', 'collection.id')
          .where(isShown('video'))
          .select(
            sql<string[]>`coalesce(array_agg(item.video_id order by item.added_at, item.video_id), '{}')`.as(
              'ids',
            ),
          )
          .$asScalar()
          .$notNull()
          .as('item_ids'),
      )
      .orderBy('name_folded');

  return {
    list: () => withItems(db).execute(),

    /** Whether there are collections with titles that viewers see. */
    async hasAny(): Promise<boolean> {
      const row = await db
        .selectFrom('collection_item as item')
        .innerJoin('video', 'video.id', 'item.video_id')
        .select('item.video_id')
        .where(isShown('video'))
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    find: (id: string) => withItems(db).where('id', '=', id).executeTakeFirst(),

    /**
     * @param actor - the administrator, recorded in the audit log; absent when the demo data are seeded, which is not
     * recorded
     * @throws AppError `collection.duplicate`
     */
    insert: (name: string, itemsModel: 'Video' | 'Serie', actor?: Actor): Promise<string> =>
      refuseDuplicate('collection_name_folded_key', 'collection.duplicate', () =>
        write(async (trx) => {
          const id = newId();
          await trx
            .insertInto('collection')
            .values({
              id,
              name,
              name_folded: foldText(name),
              items_model: itemsModel,
              is_demo: actor === undefined,
            })
            .execute();
          if (actor !== undefined) {
            await recordAct(trx, actor, {
              action: 'collection.create',
              subjectId: id,
              subjectName: name,
              after: { itemsModel },
            });
          }
          return id;
        }),
      ),

    /**
     * Adds videos to a collection; videos that the collection contains already are skipped.
     *
     * @param actor - who adds them, recorded in the audit log; absent when the demo data are seeded, which is not recorded
     * @throws AppError `collection.not_found`, `collection.full`, `video.not_found`
     */
    addItems: (id: string, videoIds: readonly string[], actor?: Actor): Promise<void> =>
      write((trx) => addItems(trx, id, videoIds, actor)),

    /**
     * Takes out of its collection what is left of an addition.
     *
     * @param additionId - the id of the addition's entry in the audit log
     * @returns the name of the collection and how many titles were taken out of it
     * @throws AppError `addition.not_found`
     */
    undoAddition: (additionId: string, actor: Actor): Promise<{ name: string; count: number }> =>
      write((trx) => undoAddition(trx, additionId, actor)),

    /** @returns its name; `undefined` when it does not exist */
    remove: (id: string, actor: Actor): Promise<string | undefined> =>
      write((trx) => removeCollection(trx, id, actor)),

    /**
     * If the collection does not contain the video, nothing changes and nothing is recorded in the audit log.
     *
     * @throws AppError `collection.not_found`
     */
    removeItem: (id: string, videoId: string, actor: Actor): Promise<void> =>
      write((trx) => removeItem(trx, id, videoId, actor)),

    removeDemo: (): Promise<void> =>
      write(async (trx) => {
        await trx.deleteFrom('collection').where('is_demo', '=', true).execute();
        await bumpCatalogueVersion(trx);
      }),
  };
}

async function addItems(
  trx: Transaction<Database>,
  id: string,
  videoIds: readonly string[],
  actor: Actor | undefined,
): Promise<void> {
  // The collection's row stays locked while videos are added to it, so that nobody deletes the collection meanwhile.
  const collection = await trx
    .selectFrom('collection')
    .select('name')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (collection === undefined) throw new AppError('collection.not_found');
  const wanted = [...new Set(videoIds)];
  const known = await trx
    .selectFrom('video')
    .select(['id', 'title'])
    .where('id', 'in', wanted)
    .where(isShown('video'))
    .execute();
  if (known.length < wanted.length) throw new AppError('video.not_found');
  const added = await trx
    .insertInto('collection_item')
    .values(wanted.map((videoId) => ({ collection_id: id, video_id: videoId })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('video_id')
    .execute();
  const { count } = await trx
    .selectFrom('collection_item')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('collection_id', '=', id)
    .executeTakeFirstOrThrow();
  if (count > collectionMaxItems) throw new AppError('collection.full');
  if (added.length === 0) return;
  // The navigation links the page of collections once one of them has a title.
  await bumpCatalogueVersion(trx);
  if (actor === undefined) return;
  const isAdded = new Set(added.map((item) => item.video_id));
  const additionId = await recordAct(trx, actor, {
    action: 'collection.add_items',
    subjectId: id,
    subjectName: collection.name,
    after: { items: known.filter((video) => isAdded.has(video.id)).map(({ title }) => title) },
  });
  await trx
    .updateTable('collection_item')
    .set({ addition_id: additionId })
    .where('collection_id', '=', id)
    .where('video_id', 'in', [...isAdded])
    .execute();
}

async function undoAddition(
  trx: Transaction<Database>,
  additionId: string,
  actor: Actor,
): Promise<{ name: string; count: number }> {
  const items = await trx
    .deleteFrom('collection_item')
    .using('video')
    .using('collection')
    .whereRef('video.id', '=', 'collection_item.video_id')
    .whereRef('collection.id', '=', 'collection_item.collection_id')
    .where('collection_item.addition_id', '=', additionId)
    .returning(['collection.id', 'collection.name', 'video.title'])
    .execute();
  const [first] = items;
  if (first === undefined) throw new AppError('addition.not_found');
  await bumpCatalogueVersion(trx);
  await recordAct(trx, actor, {
    action: 'collection.undo_addition',
    subjectId: first.id,
    subjectName: first.name,
    before: { items: items.map(({ title }) => title) },
  });
  return { name: first.name, count: items.length };
}

async function removeCollection(
  trx: Transaction<Database>,
  id: string,
  actor: Actor,
): Promise<string | undefined> {
  const row = await trx
    .selectFrom('collection')
    .select(['name', 'items_model'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { items } = await trx
    .selectFrom('collection_item')
    .select((select) => select.fn.countAll<number>().as('items'))
    .where('collection_id', '=', id)
    .executeTakeFirstOrThrow();
  await trx.deleteFrom('collection').where('id', '=', id).execute();
  await bumpCatalogueVersion(trx);
  await recordAct(trx, actor, {
    action: 'collection.delete',
    subjectId: id,
    subjectName: row.name,
    before: { itemsModel: row.items_model, items },
  });
  return row.name;
}

async function removeItem(
  trx: Transaction<Database>,
  id: string,
  videoId: string,
  actor: Actor,
): Promise<void> {
  const collection = await trx
    .selectFrom('collection')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirst();
  if (collection === undefined) throw new AppError('collection.not_found');
  const item = await trx
    .deleteFrom('collection_item')
    .using('video')
    .whereRef('video.id', '=', 'collection_item.video_id')
    .where('collection_item.collection_id', '=', id)
    .where('collection_item.video_id', '=', videoId)
    .returning('video.title')
    .executeTakeFirst();
  if (item === undefined) return;
  await bumpCatalogueVersion(trx);
  await recordAct(trx, actor, {
    action: 'collection.remove_item',
    subjectId: id,
    subjectName: collection.name,
    before: { item: item.title },
  });
}

export type CollectionsRepository = ReturnType<typeof createCollectionsRepository>;
export type CollectionRow = Awaited<ReturnType<CollectionsRepository['list']>>[number];
