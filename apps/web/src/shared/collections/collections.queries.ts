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
