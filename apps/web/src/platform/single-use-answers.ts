/*
 * Answers that hold an address for one person and one playback. Their only home is the query cache: a card that is about to be
 * opened puts them there, the page begins with them, and removes them when it is left. React may draw a page more than once
 * before it is mounted, so an answer that no page uses yet is kept for a few seconds.
 */
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';

/** Query options of such an answer: it is never refetched in the background. */
export const singleUse = {
  staleTime: Infinity,
  gcTime: 10_000,
  // An answer that is equal to the one before is still a new one: the player opens it again.
  structuralSharing: false,
  refetchOnReconnect: false,
} as const;

/** The key of an answer about an item; {@link forgetSingleUse} finds it by the item's id. */
export const singleUseKey = (id: string, ...of: QueryKey) => ['single-use', id, ...of] as const;

/** Puts an answer that was fetched ahead where its query finds it. An answer that is there already stays. */
export const keepPrefetched = ({ queryKey }: { queryKey: QueryKey }, answer: unknown): Promise<unknown> =>
  queryClient.fetchQuery({ ...singleUse, queryKey, queryFn: () => answer });

/** Removes every answer about an item. */
export function forgetSingleUse(client: QueryClient, id: string): void {
  client.removeQueries({ queryKey: singleUseKey(id) });
}
