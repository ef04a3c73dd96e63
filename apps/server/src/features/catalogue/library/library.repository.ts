import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';

/** All SQL on what a person keeps. */
export function createLibraryRepository(db: Kysely<Database>) {
  return {
    listFavourites: (accountId: string) =>
      db
        .selectFrom('favourite')
        .select(['item_type', 'item_id'])
        .where('account_id', '=', accountId)
        .orderBy('added_at', 'desc')
        .orderBy('item_id', 'desc')
        .limit(3_000)
        .execute(),

    async addFavourite(accountId: string, itemType: string, itemId: string): Promise<void> {
      await db
        .insertInto('favourite')
        .values({ account_id: accountId, item_type: itemType, item_id: itemId })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    async removeFavourite(accountId: string, itemType: string, itemId: string): Promise<void> {
      await db
        .deleteFrom('favourite')
        .where('account_id', '=', accountId)
        .where('item_type', '=', itemType)
        .where('item_id', '=', itemId)
        .execute();
    },
  };
}
