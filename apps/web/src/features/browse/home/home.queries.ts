import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';
import { homeKey } from '../../../shared/query-keys.ts';

/** The query for all rows of the home page, which one call to the server returns. */
export const homeQuery = () =>
  queryOptions({
    queryKey: homeKey,
    queryFn: ({ signal }) => api('GET /api/home', {}, signal),
  });
