import { queryOptions } from '@tanstack/react-query';
import { api } from '../../platform/api/api.ts';

/**
 * The query that says whether the demonstration catalogue is installed, and how many channels, videos and accounts it
 * has.
 */
export const demoQuery = () =>
  queryOptions({
    queryKey: ['admin', 'demo'],
    queryFn: ({ signal }) => api('GET /api/admin/demo', {}, signal),
  });

/** Removes the demonstration catalogue and the demonstration accounts from the database. */
export const removeDemo = () => api('DELETE /api/admin/demo', {});
