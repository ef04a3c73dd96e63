import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';

/** The query for the channel of the billboard; its still is a minute old at most. */
export const liveBillboardQuery = () =>
  queryOptions({
    queryKey: ['live-billboard'] as const,
    queryFn: ({ signal }) => api('GET /api/home/live', {}, signal),
  });
