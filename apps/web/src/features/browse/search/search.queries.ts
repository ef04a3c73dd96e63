import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { foldText, searchMaxLength } from '@butaca/contract';
import { api } from '../../../platform/api/api.ts';

/**
 * The results for a term. While a newer term is fetched, the former results stay and their call is aborted.
 *
 * @param term - without spaces around it; where nothing of it can be searched for, nothing is asked
 */
export const searchQuery = (term: string) =>
  queryOptions({
    queryKey: ['search', term],
    queryFn: ({ signal }) => api('GET /api/search', { query: { q: term } }, signal),
    enabled: canSearch(term),
    placeholderData: keepPreviousData,
    refetchOnReconnect: true,
  });

/** Whether there is anything to look for: «¿» and spaces alone are nothing. */
export const canSearch = (text: string): boolean => foldText(text) !== '';

/** Cuts a term to the longest that the server accepts, without splitting a character. */
export function cutTerm(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Surrogate}]+/gu, ' ')
    .trimStart()
    .slice(0, searchMaxLength)
    .replace(/\p{Surrogate}$/u, '');
}
