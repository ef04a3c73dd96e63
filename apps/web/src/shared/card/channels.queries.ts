import { allChannelsCategory } from '@butaca/contract';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { api } from '../../platform/api/api.ts';

/** How often lists ask which channels do not respond. */
const unresponsiveStaleMs = 60_000;

/**
 * The query of the ids of the channels that did not play when somebody opened them last; lists mark them. Empty while it
 * loads and if it fails, because the lists work without the marks.
 */
export const unresponsiveQuery = () =>
  queryOptions({
    queryKey: ['live-tv', 'unresponsive'],
    queryFn: async ({ signal }) => new Set((await api('GET /api/channels/unresponsive', {}, signal)).ids),
    staleTime: unresponsiveStaleMs,
    refetchInterval: unresponsiveStaleMs,
  });

/** Asks again which channels do not respond, because one was just seen to fail or to play. */
export const refreshUnresponsive = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: unresponsiveQuery().queryKey });

/** The query of the channels of a category, which is a section or `Todos`. */
export const channelsQuery = (category: string) =>
  queryOptions({
    queryKey: ['live-tv', 'channels', category],
    queryFn: async ({ signal }) => {
      const query = category.toLowerCase() === allChannelsCategory.toLowerCase() ? {} : { section: category };
      return (await api('GET /api/channels/list', { query }, signal)).channels;
    },
  });
