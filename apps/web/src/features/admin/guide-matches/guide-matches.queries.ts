import type { GuideMatchState } from '@butaca/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';

/** How many channels the page «Por confirmar» requests at once, the most that the server answers. */
export const confirmedAtOnce = 200;

/**
 * The query of the channels with which the page «Por confirmar» begins. It is requested anew each time the page opens, and
 * not meanwhile: who has decided can go back to a channel that no longer waits.
 */
export const waitingQuery = () =>
  queryOptions({
    queryKey: ['admin', 'guide-confirmations'],
    queryFn: ({ signal }) => listWaiting(1, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** Requests a page of the channels that wait for a decision, by their numbers. */
export const listWaiting = (page: number, signal?: AbortSignal) =>
  api(
    'GET /api/admin/guide/matches',
    { query: { state: 'unsure', page: String(page), limit: String(confirmedAtOnce) } },
    signal,
  );

const key = ['admin', 'guides', 'matches'] as const;

/** The query of a page of channels by how it stands with their guide, and by words of their names. */
export const channelGuidesQuery = (state: GuideMatchState, words: string, page: number) =>
  queryOptions({
    queryKey: [...key, state, words, page],
    queryFn: ({ signal }) =>
      api('GET /api/admin/guide/matches', { query: { state, q: words, page: String(page) } }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** The query of how it stands with the guide of one channel. */
export const guideMatchQuery = (channelId: string) =>
  queryOptions({
    queryKey: [...key, 'of', channelId],
    queryFn: ({ signal }) => api('GET /api/admin/guide/matches/:id', { params: { id: channelId } }, signal),
    staleTime: 0,
  });

/** The query of the channels of all guides that contain words. */
export const guideChannelsQuery = (words: string, page: number) =>
  queryOptions({
    queryKey: ['admin', 'guides', 'channels', words, page],
    queryFn: ({ signal }) =>
      api('GET /api/admin/guide/channels', { query: { q: words, page: String(page) } }, signal),
    placeholderData: keepPreviousData,
    enabled: /[\p{L}\p{N}]/u.test(words),
  });

/** The channel of a guide that is chosen for a channel; both are `null` for none. */
export interface GuideChoice {
  sourceId: string | null;
  guideId: string | null;
}

export const noGuide: GuideChoice = { sourceId: null, guideId: null };

export const decideMatch = (channelId: string, { sourceId, guideId }: GuideChoice) =>
  api('PUT /api/admin/guide/matches/:id', { params: { id: channelId }, body: { sourceId, guideId } });

/** Takes back what was decided last for a channel. */
export const undoMatch = (channelId: string) =>
  api('DELETE /api/admin/guide/matches/:id', { params: { id: channelId } });

/** Decisions are sent one after the other, in the order in which they were made. */
export const decisionScope = { id: 'guide-decisions' };
