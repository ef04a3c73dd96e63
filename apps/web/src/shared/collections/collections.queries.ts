import { queryOptions } from '@tanstack/react-query';
import { api } from '../../platform/api/api.ts';

/**
 * The query of all collections with their videos. Code that changes a collection marks the cached answer of this query
 * as stale.
 */
export const collectionsQuery = () =>
  queryOptions({
    queryKey: ['collections'],
    queryFn: ({ signal }) => api('GET /api/collections', {}, signal),
  });

/** The query that says whether a viewer may add titles to collections. */
export const additionsQuery = () =>
  queryOptions({
    queryKey: ['collections', 'additions'],
    queryFn: async ({ signal }) => (await api('GET /api/collections/additions', {}, signal)).isOpen,
    staleTime: 5 * 60_000,
  });
