import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';

const key = ['admin', 'film-merge'] as const;

/** The query for the preview of «Migración»: which films would become chapters of which series. */
export const filmMergeStatsQuery = () =>
  queryOptions({
    queryKey: [...key, 'stats'],
    queryFn: ({ signal }) => api('GET /api/admin/migration/stats', {}, signal),
  });

/** The query for the chapters that one series would get from films, as the preview of «Migración» shows them. */
export const filmMergeChaptersQuery = (series: string) =>
  queryOptions({
    queryKey: [...key, 'chapters', series],
    queryFn: ({ signal }) => api('GET /api/admin/migration/chapters', { query: { key: series } }, signal),
  });

const pollMs = 1_000;

/** The query for the progress of a running merge of films into series, fetched every second. */
export const filmMergeProgressQuery = () =>
  queryOptions({
    queryKey: [...key, 'progress'],
    queryFn: ({ signal }) => api('GET /api/admin/migration/progress', {}, signal),
    refetchInterval: pollMs,
    gcTime: 0,
  });

/**
 * Merges the films that are really chapters of a series into that series; resolves when the merge is done.
 *
 * @param names - the names that the person typed for series, by the `key` that each series has in the preview
 */
export const mergeFilms = (names: Readonly<Record<string, string>>) =>
  api('POST /api/admin/migration/execute', { body: { names } });

/** Undoes the last merge of films into series. */
export const undoFilmMerge = () => api('POST /api/admin/migration/undo', {});
