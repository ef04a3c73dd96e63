import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { foldText, searchMaxLength } from '@butaca/contract';
import { api } from '../../../platform/api/api.ts';

/**
 * The query of the search results for a term. While a newer term is fetched, the earlier results stay visible and their
 * call is aborted.
 *
 * @param term - without spaces around it; a term without searchable characters makes no call
 */
export const searchQuery = (term: string) =>
  queryOptions({
    queryKey: ['search', term],
    queryFn: ({ signal }) => api('GET /api/search', { query: { q: term } }, signal),
    enabled: canSearch(term),
    placeholderData: keepPreviousData,
  });

/** The query of the search results among the programmes of guides; what reads them loads with the first search. */
export const programmesQuery = (term: string) =>
  queryOptions({
    queryKey: ['search', 'programmes', term],
    queryFn: async ({ signal }) => {
      const found = await api('GET /api/guide/search', { query: { q: term } }, signal);
      return (await import('./read-programmes.ts')).readProgrammes(found);
    },
    enabled: canSearch(term),
  });

/** The query of the videos that the search shows before anything is typed. */
export const popularQuery = () =>
  queryOptions({
    queryKey: ['search-popular'],
    queryFn: ({ signal }) => api('GET /api/search/popular', {}, signal),
  });

/** Whether a search text has searchable characters: a text of only «¿» and spaces has none. */
export const canSearch = (text: string): boolean => foldText(text) !== '';

/** Cuts a search term to the longest that the server accepts, without splitting a character. */
export function cutTerm(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Surrogate}]+/gu, ' ')
    .trimStart()
    .slice(0, searchMaxLength)
    .replace(/\p{Surrogate}$/u, '');
}
