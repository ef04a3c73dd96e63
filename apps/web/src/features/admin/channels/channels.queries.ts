import {
  adminPageSize,
  type createChannel as createChannelEndpoint,
  type EndpointCall,
  type updateChannel as updateChannelEndpoint,
} from '@butaca/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';

const adminChannelsKey = ['admin', 'channels'] as const;

/** The query for a page of fifty channels as administrators see them, with the providers' source URLs. */
export const adminChannelsQuery = (page: number, search: string) =>
  queryOptions({
    queryKey: [...adminChannelsKey, page, search],
    queryFn: ({ signal }) =>
      api(
        'GET /api/channels/admin/list',
        { query: { page: String(page), limit: String(adminPageSize), ...(search !== '' && { search }) } },
        signal,
      ),
    placeholderData: keepPreviousData,
  });

/**
 * The query for one channel with the providers' source URLs. It is refetched whenever the channel editor opens, so that
 * editing starts from the newest version.
 */
export const adminChannelQuery = (id: string) =>
  queryOptions({
    queryKey: [...adminChannelsKey, 'one', id],
    queryFn: ({ signal }) => api('GET /api/channels/id/:id?view=admin', { params: { id } }, signal),
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });

/** The query for what real plays have shown of those sources of a channel that failed lately. */
export const sourceReportsQuery = (id: string) =>
  queryOptions({
    queryKey: [...adminChannelsKey, 'sources', id],
    queryFn: ({ signal }) => api('GET /api/channels/admin/:id/sources', { params: { id } }, signal),
    gcTime: 0,
  });

export const createChannel = (body: NonNullable<EndpointCall<typeof createChannelEndpoint>['body']>) =>
  api('POST /api/channels/admin', { body });

export const updateChannel = (
  id: string,
  body: NonNullable<EndpointCall<typeof updateChannelEndpoint>['body']>,
) => api('PUT /api/channels/admin/:id', { params: { id }, body });

export const deleteChannel = (id: string) => api('DELETE /api/channels/admin/:id', { params: { id } });
