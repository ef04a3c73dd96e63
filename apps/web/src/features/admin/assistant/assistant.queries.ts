import type { Provider } from '@butaca/contract';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../platform/api/api-error.ts';
import { api } from '../../../platform/api/api.ts';
import { everyImportQuery } from '../imports/imports.queries.ts';
import {
  addProvider,
  changeProvider,
  everyProviderQuery,
  refreshProvider,
  removeProvider,
} from '../providers/providers.queries.ts';
import { isAccountAddress } from './read-list-source.ts';

/** How often the assistant asks how far a list is read, while a person waits for it. */
export const followMs = 700;

/** Requests again what the page knows of imports and providers. */
export const refreshLists = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries(everyImportQuery),
    queryClient.invalidateQueries(everyProviderQuery),
  ]);

const findProvider = async (id: string): Promise<Provider | undefined> =>
  (await api('GET /api/admin/providers', {})).providers.find(({ _id }) => _id === id);

/** Whether nothing of a provider was ever published, so that nobody misses it. */
const isUnpublished = ({ kind, refreshedAt, state }: Provider): boolean =>
  kind !== 'file' && refreshedAt === null && state !== 'removed';

/**
 * Removes a provider of which nothing was ever published; leaves any other one alone, because the page's address may name
 * a provider that people watch.
 *
 * @returns whether it was removed
 */
export async function removeUnpublished(id: string): Promise<boolean> {
  const provider = await findProvider(id);
  if (provider === undefined || !isUnpublished(provider)) return false;
  await removeProvider(id);
  return true;
}

/**
 * Has the server fetch what is at the address of a list or of an Xtream account, which becomes a preview.
 *
 * @param known - the provider that could not be fetched before: it gets the address, or keeps its own without one; where the
 * address is of the other kind, a new provider takes its place
 * @returns the id of the provider
 */
export async function checkAddress(address: string | undefined, known: string | undefined): Promise<string> {
  const kind = isAccountAddress(address ?? '') ? 'xtream' : 'm3u';
  const add = async (): Promise<string> => (await addProvider({ kind, address: address ?? '' }))._id;
  if (known === undefined) return add();
  if (address !== undefined) {
    if ((await findProvider(known))?.kind !== kind) {
      await removeUnpublished(known);
      return add();
    }
    await changeProvider(known, { address });
  }
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
