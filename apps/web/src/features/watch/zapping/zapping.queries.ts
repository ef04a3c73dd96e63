import type { ChannelCard } from '@butaca/contract';
import { queryOptions, skipToken, type QueryClient } from '@tanstack/react-query';

/** The fields of a channel that zapping needs. */
export type ZapChannel = Pick<ChannelCard, '_id' | 'name' | 'section' | 'logo' | 'colour' | 'locked'>;

/**
 * The channels that the person has watched, newest first; kept in the query cache only, and discarded when the session
 * ends.
 */
export const watchedChannelsQuery = () =>
  queryOptions({
    queryKey: ['watch', 'watched-channels'],
    queryFn: skipToken,
    initialData: (): readonly ZapChannel[] => [],
    staleTime: Infinity,
    gcTime: Infinity,
  });

/** Changes the list of watched channels. */
export function changeWatchedChannels(
  client: QueryClient,
  change: (before: readonly ZapChannel[]) => readonly ZapChannel[],
): void {
  client.setQueryData(watchedChannelsQuery().queryKey, (before = []) => change(before));
}
