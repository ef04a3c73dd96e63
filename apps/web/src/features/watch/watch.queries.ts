import { queryOptions } from '@tanstack/react-query';
import { api } from '../../platform/api/api.ts';

const fetchChannel = (id: string, signal?: AbortSignal) =>
  api('GET /api/channels/id/:id', { params: { id } }, signal);

/** A channel to play. Its address is one person's for one time: never kept, never asked for again behind their back. */
export const channelQuery = (id: string) =>
  queryOptions({
    queryKey: ['watch', 'channel', id],
    queryFn: ({ signal }) => fetchChannel(id, signal),
    staleTime: Infinity,
    gcTime: 0,
    // An answer that is the same is still a new answer: the player opens it again.
    structuralSharing: false,
    refetchOnReconnect: false,
  });

/** A new address of a channel whose address has expired while it plays. */
export const renewChannel = (id: string) => fetchChannel(id);

const fetchVideo = (id: string, signal?: AbortSignal) =>
  api('GET /api/videos/:id', { params: { id }, query: {} }, signal);

/** A film or series to play, its addresses like a channel's. */
export const videoQuery = (id: string) =>
  queryOptions({
    queryKey: ['watch', 'video', id],
    queryFn: ({ signal }) => fetchVideo(id, signal),
    staleTime: Infinity,
    gcTime: 0,
    structuralSharing: false,
    refetchOnReconnect: false,
  });

/** A new address of a video whose address has expired while it plays. */
export const renewVideo = (id: string) => fetchVideo(id);

/** The channels of a section, for going from one to the next. */
export const sectionChannelsQuery = (section: string) =>
  queryOptions({
    queryKey: ['live-tv', 'channels', section],
    queryFn: async ({ signal }) =>
      (await api('GET /api/channels/list', { query: { section } }, signal)).channels,
  });
