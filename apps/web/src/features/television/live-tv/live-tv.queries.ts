import { allChannelsCategory } from '@butaca/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';

/** The category buttons: «Todos» and each section; empty if there are no sections. */
export const categoriesQuery = () =>
  queryOptions({
    queryKey: ['live-tv', 'categories'],
    queryFn: async ({ signal }) => {
      const sections = await api('GET /api/channels/sections', {}, signal);
      return sections.length === 0 ? [] : [allChannelsCategory, ...sections];
    },
  });
