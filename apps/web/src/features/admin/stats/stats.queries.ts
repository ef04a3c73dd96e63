import type { Watcher } from '@butaca/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';

const statsKey = ['admin', 'stats'] as const;

/** The filter that matches every cached query of the dashboard. */
export const everyStatsQuery = { queryKey: statsKey };

const refreshMs = 15_000;

/** Who is watching now and what was watched; refetched every 15 seconds. */
export const statsQuery = (days: number) =>
  queryOptions({
    queryKey: [...statsKey, days],
    queryFn: ({ signal }) => api('GET /api/admin/stats', { query: { days: String(days) } }, signal),
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
  });

/** Stops the playback on a device. */
export const stopWatcher = ({ accountId, deviceId }: Watcher) =>
  api('DELETE /api/admin/streams/:accountId/:deviceId', { params: { accountId, deviceId } });
