import type { VideoDetail } from '@butaca/contract';
import { queryOptions } from '@tanstack/react-query';
import { readAccessDenied } from '../../../shared/access/access-denied.ts';
import { api } from '../../../platform/api/api.ts';
import { checkVideo } from '../delivery/delivery.queries.ts';

const trialRefreshMs = 60_000;

/**
 * The query of the minutes left of today's trial (free viewing of a video that the person's plan does not open), read
 * from the server's answer that denies the video; `null` if the person's plan opens the video.
 */
export const trialLeftQuery = (id: string) =>
  queryOptions({
    queryKey: ['watch', 'trial', id],
    queryFn: async ({ signal }) => {
      try {
        await checkVideo(id, signal);
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

const relatedAsked = 24;

/**
 * The query of titles similar to a video for the panel at its end: those with the same `tipo` (film, series, …) and
 * first genre, newest first.
 */
export const relatedQuery = (video: Pick<VideoDetail, 'tipo' | 'genres'>) => {
  const [genre] = video.genres;
  const query = { tipo: video.tipo, limit: String(relatedAsked), ...(genre !== undefined && { genre }) };
  return queryOptions({
    queryKey: ['watch', 'related', query],
    queryFn: async ({ signal }) => (await api('GET /api/videos', { query }, signal)).videos,
  });
};
