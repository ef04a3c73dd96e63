import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';
import { homeKey } from '../../../shared/query-keys.ts';

/** Every row of the home page, in one call. */
export const homeQuery = () =>
  queryOptions({
    queryKey: homeKey,
    queryFn: ({ signal }) => api('GET /api/home', {}, signal),
  });
