import { allChannelsCategory } from '@butaca/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../platform/api/api.ts';

/** The query of the channels of a category, which is a section or `Todos`. */
export const channelsQuery = (category: string) =>
  queryOptions({
    queryKey: ['live-tv', 'channels', category],
    queryFn: async ({ signal }) => {
      const query = category.toLowerCase() === allChannelsCategory.toLowerCase() ? {} : { section: category };
      return (await api('GET /api/channels/list', { query }, signal)).channels;
    },
  });
