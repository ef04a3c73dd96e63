import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';

const streamsRefreshMs = 5_000;

/**
 * The query of the devices of this account that are playing now, refetched every five seconds while the person waits
 * for one to stop.
 */
export const streamsQuery = () =>
  queryOptions({
    queryKey: ['watch', 'playing'],
    queryFn: ({ signal }) => api('GET /api/streams', {}, signal),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: streamsRefreshMs,
  });

/** Stops playback on another device of the same account. */
export const stopDevice = (deviceId: string) =>
  api('DELETE /api/streams/:deviceId', { params: { deviceId } });
