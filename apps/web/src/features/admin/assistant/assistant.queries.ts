import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../platform/api/api-error.ts';
import { api } from '../../../platform/api/api.ts';
import { everyImportQuery } from '../imports/imports.queries.ts';
import {
  addProvider,
  changeProvider,
  everyProviderQuery,
  refreshProvider,
} from '../providers/providers.queries.ts';

/** How often the assistant asks how far a list is read, while a person waits for it. */
export const followMs = 700;

/** Requests again what the page knows of imports and providers. */
export const refreshLists = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries(everyImportQuery),
    queryClient.invalidateQueries(everyProviderQuery),
  ]);

/**
 * Has the server fetch the list at an address, which becomes a preview.
 *
 * @param known - the provider whose list could not be fetched before: it gets the address, or keeps its own without one
 * @returns the id of the provider
 */
export async function checkAddress(address: string | undefined, known: string | undefined): Promise<string> {
  if (known === undefined) return (await addProvider({ address: address ?? '' }))._id;
  if (address !== undefined) await changeProvider(known, { address });
  try {
    await refreshProvider(known);
  } catch (error) {
    // The server has begun to fetch the list by itself meanwhile.
    if (!(error instanceof ApiError) || error.code !== 'provider.refreshing') throw error;
  }
  return known;
}

const firstRows = 500;

/** The query of the channel with which viewers of an import begin: its first one; `null` where it has brought none. */
export const firstChannelQuery = (importId: string) =>
  queryOptions({
    queryKey: ['admin', 'assistant', 'first-channel', importId],
    queryFn: async ({ signal }) => {
      const query = { page: '1', limit: String(firstRows), outcome: 'added' } as const;
      const { rows, total } = await api(
        'GET /api/admin/imports/:id/rows',
        { params: { id: importId }, query },
        signal,
      );
      const found = rows.find(({ target }) => target?.kind === 'channel')?.target;
      if (found) return { id: found._id, name: found.name };
      // Lists that begin with thousands of films have their channels behind them.
      if (total <= firstRows) return null;
      const { channels } = await api('GET /api/channels/list', { query: {} }, signal);
      const [first] = channels;
      return first === undefined ? null : { id: first._id, name: first.name };
    },
  });
