import type { ChannelCard } from '@butaca/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../platform/api/api.ts';
import { readCards, type Card } from '../card/card.ts';

/** What a person keeps on «Mi lista», newest first. */
export interface Favourites {
  videos: readonly Card[];
  channels: readonly ChannelCard[];
}

/**
 * The query of «Mi lista», shared by that screen and by every heart button. Code that adds or removes a favourite
 * updates the cached answer of this query.
 */
export const favouritesQuery = () =>
  queryOptions({
    queryKey: ['favourites'],
    queryFn: async ({ signal }): Promise<Favourites> => {
      const { videos, channels } = await api('GET /api/favourites', {}, signal);
      return { videos: readCards(videos), channels };
    },
  });
