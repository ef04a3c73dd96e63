import type { ImportOutcome } from '@butaca/contract';
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../platform/api/api-error.ts';
import { api, startCall } from '../../../platform/api/api.ts';
import { readEvents } from '../../../platform/api/event-stream.ts';
import type { listChanges } from './group-choices.ts';

const importsKey = ['admin', 'imports'] as const;

/** The filter that matches every cached query about imports. */
export const everyImportQuery = { queryKey: importsKey };

const importsPerPage = 25;
const lookAgainMs = 10_000;

/** The import history, newest first. It is refetched every ten seconds, because another administrator may start an import. */
export const importsQuery = (page: number) =>
  queryOptions({
    queryKey: [...importsKey, 'list', page],
    queryFn: ({ signal }) =>
      api('GET /api/admin/imports', { query: { page: String(page), limit: String(importsPerPage) } }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: lookAgainMs,
  });

/** The query for one import; the answer contains its groups while the import is a preview. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: [...importsKey, 'one', id],
    queryFn: ({ signal }) => api('GET /api/admin/imports/:id', { params: { id } }, signal),
    staleTime: 0,
  });

const importRowsPerPage = 50;

/** A page of an import's report. */
export const importRowsQuery = (id: string, page: number, outcome: ImportOutcome | '') =>
  queryOptions({
    queryKey: [...importsKey, 'rows', id, page, outcome],
    queryFn: ({ signal }) =>
      api(
        'GET /api/admin/imports/:id/rows',
        {
          params: { id },
          query: {
            page: String(page),
            limit: String(importRowsPerPage),
            ...(outcome !== '' && { outcome }),
          },
        },
        signal,
      ),
    placeholderData: keepPreviousData,
  });

const reconnectMs = 1_000;

/**
 * Updates the cached import with the server's events until the import has ended, then refetches every import query. A broken
 * connection is reopened.
 */
export async function followImport(queryClient: QueryClient, id: string, signal: AbortSignal): Promise<void> {
  const { queryKey } = importQuery(id);
  while (!signal.aborted) {
    let hasEnded = false;
    try {
      for await (const present of readEvents(
        'GET /api/admin/imports/:id/events',
        { params: { id } },
        signal,
      )) {
        hasEnded = present.status !== 'running';
        // The final state is refetched below as a whole, with the groups and errors of the import.
        if (hasEnded) break;
        queryClient.setQueryData(queryKey, (known) => known && { ...known, ...present });
      }
    } catch (error) {
      // A call that the server refused (status 4xx) is not repeated; the screen shows the reason.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) {
        await queryClient.invalidateQueries({ queryKey });
        return;
      }
    }
    if (signal.aborted) return;
    await queryClient.invalidateQueries(hasEnded ? {} : { queryKey });
    await new Promise((resolve) => {
      setTimeout(resolve, reconnectMs);
    });
  }
}

/** Cancels a running import, or discards a preview. */
export const cancelImport = (id: string) => api('POST /api/admin/imports/:id/cancel', { params: { id } });

/** Starts the publication of a preview. */
export const publishImport = (id: string, groups: ReturnType<typeof listChanges>) =>
  startCall('POST /api/admin/imports/:id/publish', { params: { id }, body: { groups } });

/** Undoes what an import added and updated. */
export const undoImport = (id: string) => api('POST /api/admin/imports/:id/undo', { params: { id } });
