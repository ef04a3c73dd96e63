/* Keeps the server answers that hold a stream URL for one person and one playback («single-use»). They are stored
   in the query cache alone: opening a card puts its answer there; the watch page reads the answer, and removes it
   when the page is left. React may render a page more than once before it is mounted, so an answer that no mounted
   page uses is kept for ten seconds. */
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { queryClient } from '../platform/query-client.ts';

/**
 * The query options of an answer whose stream URL is for one playback: the answer never goes stale and is not refetched
 * in the background.
 */
export const singleUse = {
  staleTime: Infinity,
  gcTime: 10_000,
  // A refetched answer with a stream URL counts as new even if it equals the previous one, so that the player opens the
  // stream again.
  structuralSharing: false,
} as const;

/**
 * The query key of an answer whose stream URL is for one playback; {@link forgetSingleUse} removes the answer by the id
 * of the video or channel.
 */
export const singleUseKey = (id: string, ...of: QueryKey) => ['single-use', id, ...of] as const;

/** Whether a query key belongs to an answer whose stream URL is for one playback. */
export const isSingleUse = ([first]: QueryKey): boolean => first === singleUseKey('')[0];

/**
 * Puts an answer that was prefetched for the watch page into the query cache, in place of an earlier one that no
 * mounted page uses.
 *
 * @returns whether the next page will use this answer; `false` while a mounted page uses an earlier one
 */
export async function keepPrefetched(
  { queryKey }: { queryKey: QueryKey },
  answer: unknown,
): Promise<boolean> {
  queryClient.removeQueries({ queryKey, exact: true, type: 'inactive' });
  return (await queryClient.fetchQuery({ ...singleUse, queryKey, queryFn: () => answer })) === answer;
}

/** Removes all answers with stream URLs of a video or channel from the query cache. */
export function forgetSingleUse(client: QueryClient, id: string): void {
  client.removeQueries({ queryKey: singleUseKey(id) });
}

/**
 * Requests again the stream that the watch page plays, because the person has chosen another player, which plays other
 * formats. The watch page then shows its loading state.
 */
export function requestAnew(): void {
  void queryClient.resetQueries({ predicate: ({ queryKey }) => isSingleUse(queryKey) });
}
