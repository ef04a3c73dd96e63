import {
  adminPageSize,
  type createVideo as createVideoEndpoint,
  type EndpointCall,
  type updateVideo as updateVideoEndpoint,
} from '@butaca/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';

export interface VideoSearch {
  page: number;
  search: string;
  tipo: string;
  subcategoria: string;
}

const adminVideosKey = ['admin', 'videos'] as const;

/** The query for a page of fifty videos as administrators see them, including inactive ones. */
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

/**
 * The query for one video with its original URLs. It is refetched whenever the video editor opens, so that editing
 * starts from the newest version.
 */
export const adminVideoQuery = (id: string) =>
  queryOptions({
    queryKey: [...adminVideosKey, 'one', id],
    queryFn: ({ signal }) => api('GET /api/videos/:id?view=admin', { params: { id } }, signal),
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });

export const createVideo = (body: NonNullable<EndpointCall<typeof createVideoEndpoint>['body']>) =>
  api('POST /api/videos', { body });

export const updateVideo = (
  id: string,
  body: NonNullable<EndpointCall<typeof updateVideoEndpoint>['body']>,
) => api('PUT /api/videos/:id', { params: { id }, body });

/**
 * Deletes one or more videos. There is one call for a single video and one for several, because the server words their
 * answers differently.
 */
export function deleteVideos(ids: string[]) {
  const [first] = ids;
  return ids.length === 1 && first !== undefined
    ? api('DELETE /api/videos/:id', { params: { id: first } })
    : api('DELETE /api/videos/batch', { body: { videoIds: ids } });
}
