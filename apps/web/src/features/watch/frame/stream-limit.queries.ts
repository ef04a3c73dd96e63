import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';

const streamsRefreshMs = 5_000;

/** The person's devices that are playing, followed closely while the person waits for one of them to stop. */
export const streamsQuery = () =>
  queryOptions({
    queryKey: ['watch', 'streams'],
    queryFn: ({ signal }) => api('GET /api/streams', {}, signal),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: streamsRefreshMs,
  });

/** Stops a device of the person. */
export const stopDevice = (deviceId: string) =>
  api('DELETE /api/streams/:deviceId', { params: { deviceId } });
