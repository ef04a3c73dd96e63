import { QueryClient } from '@tanstack/react-query';
import { isOutage } from './api/api-error.ts';

const retries = 2;

/**
 * The query cache of the application. A call that the server refused is not retried; a call without an answer is
 * retried twice.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: false,
      // While the browser is offline a call fails at once instead of being paused.
      networkMode: 'always',
      retry: (failures, error) => failures < retries && isOutage(error),
      retryDelay: (attempt) => 500 * 2 ** attempt,
    },
    mutations: { networkMode: 'always' },
  },
});
