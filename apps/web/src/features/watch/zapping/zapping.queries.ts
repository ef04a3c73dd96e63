import type { ChannelCard } from '@butaca/contract';
import { queryOptions, skipToken, type QueryClient } from '@tanstack/react-query';

/** The part of a channel that zapping needs. */
export type ZapChannel = Pick<ChannelCard, '_id' | 'name' | 'section' | 'logo' | 'colour' | 'locked'>;

/** The channels that this person has watched, the newest first; never asked of the server, forgotten with the session. */
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
