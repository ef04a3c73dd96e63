import { queryOptions, skipToken, type QueryClient } from '@tanstack/react-query';
import type { LineupChannel } from '../../../shared/card/lineup.ts';

/** The fields of a channel that changing the channel on the watch page (zapping) needs. */
export type ZapChannel = LineupChannel;

/**
 * The query of the last channels that the person has watched, newest first; they exist in the query cache only, and are
 * discarded when the session ends.
 */
export const watchedChannelsQuery = () =>
  queryOptions({
    queryKey: ['watch', 'watched-channels'],
    queryFn: skipToken,
    initialData: (): readonly ZapChannel[] => [],
    staleTime: Infinity,
    gcTime: Infinity,
  });

/** Changes the list of last watched channels in the query cache. */
export function changeWatchedChannels(
  client: QueryClient,
  change: (before: readonly ZapChannel[]) => readonly ZapChannel[],
): void {
  client.setQueryData(watchedChannelsQuery().queryKey, (before = []) => change(before));
}

/** Takes a channel that was only passed out of the list of last watched channels. */
export const dropWatched = (client: QueryClient, id: string): void =>
  changeWatchedChannels(client, (before) => before.filter(({ _id }) => _id !== id));
