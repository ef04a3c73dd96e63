import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';

export const statsKey = ['admin', 'stats'] as const;

const refreshMs = 15_000;

/** Who is watching now and what was watched, asked again every quarter of a minute. */
export const statsQuery = (days: number) =>
  queryOptions({
    queryKey: [...statsKey, days],
    queryFn: ({ signal }) => api('GET /api/admin/stats', { query: { days: String(days) } }, signal),
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
  });
