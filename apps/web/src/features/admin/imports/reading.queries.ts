import type { ReadingState } from '@butaca/contract';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';

const key = ['admin', 'reading'] as const;

const pollMs = 1_000;

/** Whether the server is reading titles, applying what it has read, or taking that back. */
export const isGoingOn = (run: ReadingState['run'] | undefined): boolean =>
  run?.status === 'reading' || run?.status === 'applying' || run?.status === 'undoing';

/**
 * The query for the newest new reading of the titles of imported lists, fetched every second while it goes on. When it has
 * ended, everything else is fetched again, because titles may have changed.
 */
export const readingQuery = () =>
  queryOptions({
    queryKey: key,
    async queryFn({ client, signal }) {
      const known = client.getQueryData<ReadingState>(key);
      const present = await api('GET /api/admin/reading', {}, signal);
      if (isGoingOn(known?.run) && !isGoingOn(present.run))
        void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== key[1] });
      return present;
    },
    staleTime: 0,
    refetchInterval: ({ state }) => (isGoingOn(state.data?.run) ? pollMs : false),
  });

/** Shows the state that the start of a reading was answered with. */
export const showReading = (queryClient: QueryClient, state: ReadingState): void => {
  queryClient.setQueryData(key, state);
};

/** Starts to read the titles of imported lists again, without changing any. */
export const startReading = () => api('POST /api/admin/reading/preview', {});

/** Starts to apply what the preview has shown. */
export const applyReading = () => api('POST /api/admin/reading/apply', {});

/** Starts to take the last new reading back. */
export const undoReading = () => api('POST /api/admin/reading/undo', {});
