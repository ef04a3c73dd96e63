import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import { createFavouritesRepository } from './favourites.repository.ts';
import { serveFavourites, type FavouriteCards, type FavouritesSession } from './favourites.routes.ts';

/** The favourites feature: the titles and channels that each person keeps on their «Mi lista». */
export interface Favourites {
  routes(serve: ServeEndpoint<FavouritesSession>): void;
  /** Returns the ids of the videos in a person's «Mi lista», newest first. */
  listVideoIds(accountId: string): Promise<string[]>;
}

/**
 * Creates the favourites feature. The features of videos and channels provide the cards (what lists show) of these
 * items.
 */
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
