import type { Watcher } from '@butaca/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';

const statsKey = ['admin', 'stats'] as const;

/** The query filter that matches every cached query of the administration dashboard «Resumen». */
export const everyStatsQuery = { queryKey: statsKey };

const refreshMs = 15_000;

/**
 * The query of the dashboard «Resumen»: who is watching now and what was watched in the last days; refetched every 15
 * seconds.
 */
export const statsQuery = (days: number) =>
  queryOptions({
    queryKey: [...statsKey, days],
    queryFn: ({ signal }) => api('GET /api/admin/stats', { query: { days: String(days) } }, signal),
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
  });

/** The administrator's call that stops the playback of a person on one device. */
export const stopWatcher = ({ accountId, deviceId }: Watcher) =>
  api('DELETE /api/admin/streams/:accountId/:deviceId', { params: { accountId, deviceId } });
