import { adminPageSize } from '@butaca/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';

export interface VideoSearch {
  page: number;
  search: string;
  tipo: string;
  subcategoria: string;
}

const adminVideosKey = ['admin', 'videos'] as const;

/** A page of the videos, fifty at a time, inactive ones too. */
export const adminVideosQuery = ({ page, search, tipo, subcategoria }: VideoSearch) =>
  queryOptions({
    queryKey: [...adminVideosKey, page, search, tipo, subcategoria],
    queryFn: ({ signal }) =>
      api(
        'GET /api/videos?view=admin',
        {
          query: {
            page: String(page),
            limit: String(adminPageSize),
            ...(search !== '' && { search }),
            ...(tipo !== '' && { tipo }),
            ...(subcategoria !== '' && { subcategoria }),
          },
        },
        signal,
      ),
    placeholderData: keepPreviousData,
  });

/** One video with its original addresses. It is asked for anew each time: an editor begins with what is there now. */
export const adminVideoQuery = (id: string) =>
  queryOptions({
    queryKey: [...adminVideosKey, 'one', id],
    queryFn: ({ signal }) => api('GET /api/videos/:id?view=admin', { params: { id } }, signal),
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
