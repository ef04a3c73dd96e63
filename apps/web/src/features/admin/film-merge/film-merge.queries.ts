import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';

const key = ['admin', 'film-merge'] as const;

/** The dry run of a film merge: which films would become chapters of which series. */
export const filmMergeStatsQuery = () =>
  queryOptions({
    queryKey: [...key, 'stats'],
    queryFn: ({ signal }) => api('GET /api/admin/migration/stats', {}, signal),
  });

/** The chapters that one series would get, from the dry run of a film merge. */
export const filmMergeChaptersQuery = (series: string) =>
  queryOptions({
    queryKey: [...key, 'chapters', series],
    queryFn: ({ signal }) => api('GET /api/admin/migration/chapters', { query: { key: series } }, signal),
  });

const pollMs = 1_000;

/** The progress of a running film merge, fetched every second. */
export const filmMergeProgressQuery = () =>
  queryOptions({
    queryKey: [...key, 'progress'],
    queryFn: ({ signal }) => api('GET /api/admin/migration/progress', {}, signal),
    refetchInterval: pollMs,
    gcTime: 0,
  });

/**
 * Merges the films that are chapters into series; resolves when the merge is done.
 *
 * @param names - the series names that the person typed, by series key
 */
export const mergeFilms = (names: Readonly<Record<string, string>>) =>
  api('POST /api/admin/migration/execute', { body: { names } });

/** Undoes the last film merge. */
export const undoFilmMerge = () => api('POST /api/admin/migration/undo', {});
