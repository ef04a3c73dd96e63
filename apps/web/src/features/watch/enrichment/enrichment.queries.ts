import type { WatchedItemType } from '@butaca/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';

/** The film, series or channel that the watch page shows: type and id from the page's URL. */
export interface WatchedItem {
  itemType: WatchedItemType;
  itemId: string;
}

/**
 * The three enrichment answers (information, theme, recommendations) never go stale in the browser, because the server
 * caches each of them for a day.
 */
const forOneDay = { staleTime: Infinity } as const;

export const infoQuery = (params: WatchedItem) =>
  queryOptions({
    queryKey: ['watch', 'enrichment', 'info', params],
    queryFn: ({ signal }) => api('GET /api/enrichment/:itemType/:itemId/info', { params }, signal),
    ...forOneDay,
  });

export const themeQuery = (params: WatchedItem) =>
  queryOptions({
    queryKey: ['watch', 'enrichment', 'theme', params],
    queryFn: ({ signal }) => api('GET /api/enrichment/:itemType/:itemId/theme', { params }, signal),
    ...forOneDay,
  });

export const recommendationsQuery = (params: WatchedItem) =>
  queryOptions({
    queryKey: ['watch', 'enrichment', 'recommendations', params],
    queryFn: ({ signal }) => api('GET /api/enrichment/:itemType/:itemId/recommendations', { params }, signal),
    ...forOneDay,
  });
