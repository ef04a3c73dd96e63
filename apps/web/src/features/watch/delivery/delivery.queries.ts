import type { ChannelCard, VideoDetail, WatchProgress } from '@butaca/contract';
import { browserAbilities } from '@butaca/player';
import { queryOptions, skipToken, type QueryClient } from '@tanstack/react-query';
import { readAccessDenied } from '../../../platform/api/api-error.ts';
import { api } from '../../../platform/api/api.ts';
import { withPrefetched, forgetPrefetched } from '../../../platform/prefetched-answers.ts';

export const fetchChannel = (id: string, signal?: AbortSignal) =>
  api('GET /api/channels/id/:id', { params: { id }, query: { can: browserAbilities().join(',') } }, signal);

/** An answer is there before its page stands, and has to outlast the drawing of it; the page takes it away with itself. */
const drawnMs = 10_000;

/** Forgets an item's answers: its addresses are one person's for one time. */
export function forgetWatched(client: QueryClient, id: string): void {
  for (const kind of ['channel', 'video', 'place']) client.removeQueries({ queryKey: ['watch', kind, id] });
  for (const key of [channelPrefetchKey(id), videoPrefetchKey(id), placePrefetchKey(id)])
    forgetPrefetched(key);
}

/** Under which keys a card leaves what it has found out. */
export const channelPrefetchKey = (id: string): string => `channel ${id}`;
export const videoPrefetchKey = (id: string): string => `video ${id}`;
export const placePrefetchKey = (id: string): string => `place ${id}`;

/** A channel to play. Its address is one person's for one time: never kept, never asked for again behind their back. */
export const channelQuery = (id: string) =>
  queryOptions({
    queryKey: ['watch', 'channel', id],
    queryFn: ({ signal }) => fetchChannel(id, signal),
    ...withPrefetched(channelPrefetchKey(id)),
    staleTime: Infinity,
    gcTime: drawnMs,
    // An answer that is the same is still a new answer: the player opens it again.
    structuralSharing: false,
    refetchOnReconnect: false,
  });

/** A new address of a channel whose address has expired while it plays. */
export const renewChannel = (id: string) => fetchChannel(id);

/** In which form a video is asked for. */
export interface DeliveryForm {
  /** `remux`: it has failed as it is. */
  play: 'auto' | 'remux';
  /** The chapter that is about to be played, into which the server looks; a film needs no name. */
  chapter: string | undefined;
}

/** A film or series with its addresses, and the form in which they were asked for. */
export interface VideoAnswer {
  video: VideoDetail;
  form: DeliveryForm;
}

export const firstForm: DeliveryForm = { play: 'auto', chapter: undefined };

/**
 * Asks for a video in a form that this browser plays.
 *
 * @returns `null` where a server answers nothing, as other people's do
 */
export async function fetchVideo(
  id: string,
  isOnTrial: boolean,
  form: DeliveryForm,
  signal?: AbortSignal,
): Promise<VideoAnswer | null> {
  const { play, chapter } = form;
  const query = {
    ...(isOnTrial && { useTrial: 'true' as const }),
    can: browserAbilities().join(','),
    ...(play === 'remux' && { play }),
    ...(chapter !== undefined && { chapter }),
  };
  const video: VideoDetail | null = await api('GET /api/videos/:id', { params: { id }, query }, signal);
  return video === null ? null : { video, form };
}

/** A film or series to play, its addresses like a channel's. Asked for again, it comes in the form that it had. */
export const videoQuery = (id: string, isOnTrial: boolean) => {
  const queryKey = ['watch', 'video', id, { isOnTrial }];
  return queryOptions({
    queryKey,
    queryFn: ({ client, signal }) =>
      fetchVideo(id, isOnTrial, client.getQueryData<VideoAnswer | null>(queryKey)?.form ?? firstForm, signal),
    ...(!isOnTrial && withPrefetched(videoPrefetchKey(id))),
    staleTime: Infinity,
    gcTime: drawnMs,
    structuralSharing: false,
    refetchOnReconnect: false,
  });
};

/** Nobody waits longer than this before a film that may never have been watched begins. */
const placeWaitMs = 3_000;

export async function fetchPlace(id: string, signal: AbortSignal): Promise<WatchProgress | null> {
  const patience = AbortSignal.any([signal, AbortSignal.timeout(placeWaitMs)]);
  return (await api('GET /api/videos/:id/progress', { params: { id } }, patience)).watchProgress;
}

/** Where the person is in a video. Another device may be writing it: asked for each time, and never twice by itself. */
export const placeQuery = (id: string) =>
  queryOptions({
    queryKey: ['watch', 'place', id],
    queryFn: ({ signal }) => fetchPlace(id, signal),
    ...withPrefetched(placePrefetchKey(id)),
    staleTime: Infinity,
    gcTime: drawnMs,
    retry: false,
    refetchOnReconnect: false,
  });

const trialRefreshMs = 60_000;

/** Minutes of today's trial that are left; `null` where the plan opens the video by now. Its denial is what tells them. */
export const trialLeftQuery = (id: string) =>
  queryOptions({
    queryKey: ['watch', 'trial', id],
    queryFn: async ({ signal }) => {
      try {
        await api('GET /api/videos/:id', { params: { id }, query: {} }, signal);
        return null;
      } catch (error) {
        const denied = readAccessDenied(error);
        if (denied === undefined) throw error;
        return denied.trialMinutesRemaining;
      }
    },
    gcTime: 0,
    refetchInterval: trialRefreshMs,
  });

const streamsRefreshMs = 5_000;

/** The person's devices that are playing, followed closely while somebody waits for a place. */
export const streamsQuery = () =>
  queryOptions({
    queryKey: ['watch', 'streams'],
    queryFn: ({ signal }) => api('GET /api/streams', {}, signal),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: streamsRefreshMs,
  });

const relatedAsked = 24;

/** Titles like this one, newest first. */
export const relatedQuery = (video: Pick<VideoDetail, 'tipo' | 'genres'>) => {
  const [genre] = video.genres;
  const query = { tipo: video.tipo, limit: String(relatedAsked), ...(genre !== undefined && { genre }) };
  return queryOptions({
    queryKey: ['watch', 'related', query],
    queryFn: async ({ signal }) => (await api('GET /api/videos', { query }, signal)).videos,
  });
};

/** The channels of a section, for going from one to the next. */
export const sectionChannelsQuery = (section: string) =>
  queryOptions({
    queryKey: ['live-tv', 'channels', section],
    queryFn: async ({ signal }) =>
      (await api('GET /api/channels/list', { query: { section } }, signal)).channels,
  });

/** What zapping knows of a channel. */
export type ZapChannel = Pick<ChannelCard, '_id' | 'name' | 'section' | 'logo' | 'colour' | 'locked'>;

/** The channels that this person has watched, the newest first; never asked of the server, forgotten with the session. */
export const watchedChannelsQuery = () =>
  queryOptions({
    queryKey: ['watch', 'watched-channels'],
    queryFn: skipToken,
    initialData: (): readonly ZapChannel[] => [],
    staleTime: Infinity,
    gcTime: Infinity,
  });
