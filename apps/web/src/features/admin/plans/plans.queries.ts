import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';

/** What each plan allows, from the lowest plan to the highest. */
export const plansQuery = () =>
  queryOptions({
    queryKey: ['admin', 'plans'],
    queryFn: ({ signal }) => api('GET /api/admin/plans', {}, signal),
  });
