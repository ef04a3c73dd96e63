import { onlineManager, QueryClient } from '@tanstack/react-query';
import { isOutage } from './api/api-error.ts';

const retries = 2;

// TanStack Query takes a page for online until the first `offline` event. Without this, a page that was opened without
// a connection would take the `online` event for no change, and would request nothing again.
onlineManager.setOnline(navigator.onLine);

/**
 * The query cache of the application. A call that the server refused is not retried; a call without an answer is
 * retried twice, and once more when the browser has a connection again.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: false,
      // While the browser is offline a call fails at once instead of being paused.
      networkMode: 'always',
      // Only what the mounted screens lack is requested again: screens that were answered stay as they are. The further
      // page of a list is left to the list, because a refetch requests all of its pages.
      refetchOnReconnect: ({ state }) =>
        isOutage(state.error) && state.fetchMeta?.fetchMore === undefined ? 'always' : false,
      retry: (failures, error) => failures < retries && isOutage(error),
      retryDelay: (attempt) => 500 * 2 ** attempt,
    },
    mutations: { networkMode: 'always' },
  },
});
