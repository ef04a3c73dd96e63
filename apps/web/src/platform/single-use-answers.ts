/*
 * Answers that hold a stream URL for one person and one playback. They are stored in the query cache alone: a card that
 * is about to be opened puts its answer there, the watch page reads it, and removes it when the page is left. React may
 * render a page more than once before it is mounted, so an answer that no mounted page uses is kept for ten seconds.
 */
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';

/** The query options of a single-use answer: it never goes stale and is not refetched in the background. */
export const singleUse = {
  staleTime: Infinity,
  gcTime: 10_000,
  // An answer equal to the previous one still counts as new, so that the player opens the stream again.
  structuralSharing: false,
  refetchOnReconnect: false,
} as const;

/** The query key of a single-use answer about an item; {@link forgetSingleUse} removes it by the item's id. */
export const singleUseKey = (id: string, ...of: QueryKey) => ['single-use', id, ...of] as const;

/**
 * Puts a prefetched answer into the query cache in place of an earlier one that no mounted page uses.
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

/** Removes all single-use answers about an item from the cache. */
export function forgetSingleUse(client: QueryClient, id: string): void {
  client.removeQueries({ queryKey: singleUseKey(id) });
}
