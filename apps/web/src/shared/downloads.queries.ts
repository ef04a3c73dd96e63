import { queryOptions } from '@tanstack/react-query';
import { api } from '../platform/api/api.ts';

/** The query for the apps that the operator offers. The server reads a folder for it, so it is asked rarely. */
export const downloadsQuery = () =>
  queryOptions({
    queryKey: ['downloads'],
    queryFn: async ({ signal }) => (await api('GET /api/downloads', {}, signal)).downloads,
    staleTime: 5 * 60_000,
  });

/** The address of an offered file, for a plain link: the browser downloads it by itself. */
export const downloadAddress = (name: string): string => `/api/downloads/${encodeURIComponent(name)}`;
