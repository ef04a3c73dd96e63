import { allChannelsCategory } from '@butaca/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';

/**
 * The query of the category buttons of «TV en Vivo»: «Todos» and each section of channels; empty if there are no
 * sections.
 */
export const categoriesQuery = () =>
  queryOptions({
    queryKey: ['live-tv', 'categories'],
    queryFn: async ({ signal }) => {
      const sections = await api('GET /api/channels/sections', {}, signal);
      return sections.length === 0 ? [] : [allChannelsCategory, ...sections];
    },
  });
