import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import { createFavouritesRepository } from './favourites.repository.ts';
import { serveFavourites, type FavouriteCards, type FavouritesSession } from './favourites.routes.ts';

/** «Mi lista» of each person. */
export interface Favourites {
  routes(serve: ServeEndpoint<FavouritesSession>): void;
  /** The videos on a person's list, newest first. */
  listVideoIds(accountId: string): Promise<string[]>;
}

/** Creates «Mi lista»; the cards come from the features that own the items. */
export function favouritesFeature(needs: { db: Kysely<Database>; cards: FavouriteCards }): Favourites {
  const repository = createFavouritesRepository(needs.db);
  return {
    routes: (serve) => serveFavourites(serve, repository, needs.cards),
    async listVideoIds(accountId) {
      const rows = await repository.list(accountId);
      return rows.flatMap((row) => (row.item_type === 'video' ? row.item_id : []));
    },
  };
}
