import { queryOptions } from '@tanstack/react-query';
import { api } from '../../platform/api/api.ts';

/** Whether the demonstration catalogue is installed. */
export const demoQuery = () =>
  queryOptions({
    queryKey: ['admin', 'demo'],
    queryFn: ({ signal }) => api('GET /api/admin/demo', {}, signal),
  });

/** Removes the demonstration: its catalogue and its accounts. */
export const removeDemo = () => api('DELETE /api/admin/demo', {});
