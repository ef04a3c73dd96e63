import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';

const key = ['admin', 'film-merge'] as const;

/** The dry run. */
export const filmMergeStatsQuery = () =>
  queryOptions({
    queryKey: [...key, 'stats'],
    queryFn: ({ signal }) => api('GET /api/admin/migration/stats', {}, signal),
  });

/** The chapters of one series of the dry run. */
export const filmMergeChaptersQuery = (series: string) =>
  queryOptions({
    queryKey: [...key, 'chapters', series],
    queryFn: ({ signal }) => api('GET /api/admin/migration/chapters', { query: { key: series } }, signal),
  });

const pollMs = 1_000;

/** The progress of a running merge, fetched every second. */
export const filmMergeProgressQuery = () =>
  queryOptions({
    queryKey: [...key, 'progress'],
    queryFn: ({ signal }) => api('GET /api/admin/migration/progress', {}, signal),
    refetchInterval: pollMs,
    gcTime: 0,
  });

/**
 * Makes series of the films that are chapters, and answers once that is done.
 *
 * @param names - of the series whose films name none, by their keys
 */
export const mergeFilms = (names: Readonly<Record<string, string>>) =>
  api('POST /api/admin/migration/execute', { body: { names } });

/** Undoes the last merge. */
export const undoFilmMerge = () => api('POST /api/admin/migration/undo', {});
