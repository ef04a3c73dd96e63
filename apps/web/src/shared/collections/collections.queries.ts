import { queryOptions } from '@tanstack/react-query';
import { api } from '../../platform/api/api.ts';

/** Every collection with its videos. Whatever changes one invalidates this key. */
export const collectionsQuery = () =>
  queryOptions({
    queryKey: ['collections'],
    queryFn: ({ signal }) => api('GET /api/collections', {}, signal),
  });
