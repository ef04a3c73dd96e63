import type { Database, FavouriteRow } from '@butaca/db';
import type { Kysely } from 'kysely';

type FavouriteType = FavouriteRow['item_type'];

/** All SQL on favourites, the items of each person's «Mi lista». */
export function createFavouritesRepository(db: Kysely<Database>) {
  return {
    list: (accountId: string) =>
      db
        .selectFrom('favourite')
        .select(['item_type', 'item_id'])
        .where('account_id', '=', accountId)
        .orderBy('added_at', 'desc')
        .orderBy('item_id', 'desc')
        .limit(3_000)
        .execute(),

    async add(accountId: string, itemType: FavouriteType, itemId: string): Promise<void> {
      await db
        .insertInto('favourite')
        .values({ account_id: accountId, item_type: itemType, item_id: itemId })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    async remove(accountId: string, itemType: FavouriteType, itemId: string): Promise<void> {
      await db
        .deleteFrom('favourite')
        .where('account_id', '=', accountId)
        .where('item_type', '=', itemType)
        .where('item_id', '=', itemId)
        .execute();
    },
  };
}

export type FavouritesRepository = ReturnType<typeof createFavouritesRepository>;
