import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';

/** Every row of the home page, in one call. */
export const homeQuery = () =>
  queryOptions({
    queryKey: ['home'],
    queryFn: ({ signal }) => api('GET /api/home', {}, signal),
  });
