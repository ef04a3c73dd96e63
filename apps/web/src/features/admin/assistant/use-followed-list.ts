import type { ImportDetail } from '@butaca/contract';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from '../../../platform/navigation/use-navigation.ts';
import { messageOf } from '../../../platform/api/api-error.ts';
import { importsQuery } from '../imports/imports.queries.ts';
import { describeProgress, percentOf } from '../imports/import-words.ts';
import { useWatchedImport } from '../imports/use-watched-import.ts';
import { isListOfAccount } from '../providers/provider-words.ts';
import { providersQuery } from '../providers/providers.queries.ts';
import { followMs } from './assistant.queries.ts';
import { mendOf, texts } from './assistant.texts.ts';

/**
 * How far the list is that the page's address names: `source`: none yet, or it could not be read · `wait`: the server
 * fetches, reads or imports it · `groups`: its preview waits for the person · `done`: it is imported.
 */
export type FollowedList =
  | { step: 'source'; fault?: string | undefined; providerId?: string | undefined }
  | {
      step: 'wait';
      isImporting: boolean;
      percent: number | null;
      detail: string;
      note?: string | undefined;
      providerId?: string | undefined;
      /** The import that cancelling ends; absent while the server has not begun to read the list. */
      importId?: string | undefined;
    }
  | {
      step: 'groups';
      preview: ImportDetail;
      providerId?: string | undefined;
      /** Whether the preview is of an Xtream account, and not of a list. */
      isAccount: boolean;
      /** Whether it is of the list of an account whose server answers no calls. */
      isListOfAccount: boolean;
      /** The provider whose list could not be fetched, and in whose place a file is imported. */
      replacedId?: string | undefined;
    }
  | { step: 'done'; result: ImportDetail };

const waiting = { step: 'wait', isImporting: false, percent: null, detail: '' } as const;

/**
 * Follows the list of the assistant on the server. The address holds the provider (`proveedor`) or the import (`id`), the
 * provider in whose place a file is imported (`reemplaza`), and whether the person has had it imported (`importar`), so
 * that a reload shows the same step.
 */
export function useFollowedList() {
  const [query, setQuery] = useSearchParams();
  const providerId = query.get('proveedor') ?? undefined;
  const ownImportId = query.get('id') ?? undefined;

  const providers = useQuery({ ...providersQuery(), enabled: providerId !== undefined });
  const provider = providers.data?.providers.find(({ _id }) => _id === providerId);
  const isRefreshing = provider?.state === 'refreshing';
  const imports = useQuery({
    ...importsQuery(1),
    refetchInterval: followMs,
    enabled: isRefreshing && ownImportId === undefined,
  });
  const importId =
    ownImportId ??
    (isRefreshing ? undefined : (provider?.waitingImportId ?? provider?.lastImportId ?? undefined));
  const watched = useWatchedImport(importId);

  function read(): FollowedList {
    if (importId !== undefined) return readImport();
    if (providerId === undefined) return { step: 'source' };
    if (providers.isLoadingError)
      return { step: 'source', fault: messageOf(providers.error, texts.failedConnection), providerId };
    if (provider === undefined) return providers.isFetching ? { ...waiting, providerId } : { step: 'source' };
    if (provider.state === 'removed') return { step: 'source' };
    if (provider.state === 'failed') return { step: 'source', fault: mendOf(provider), providerId };
    const running = imports.data?.imports.find(({ status }) => status === 'running');
    const isOtherFirst =
      running === undefined
        ? providers.data?.providers.some(({ _id, state }) => state === 'refreshing' && _id !== providerId)
        : running.fileName !== provider.name;
    if (isOtherFirst) return { ...waiting, note: texts.waitingForOther, providerId };
    if (running === undefined) return { ...waiting, providerId };
    return { ...waiting, ...progressOf(running), importId: running._id, providerId };
  }

  function readImport(): FollowedList {
    const { data } = watched;
    if (data === undefined)
      return watched.isError
        ? { step: 'source', fault: messageOf(watched.error, texts.failedConnection) }
        : { ...waiting, providerId };
    if (data.status === 'preview')
      return {
        step: 'groups',
        preview: data,
        providerId,
        isAccount: provider?.kind === 'xtream',
        isListOfAccount: provider !== undefined && isListOfAccount(provider),
        replacedId: query.get('reemplaza') ?? undefined,
      };
    if (data.status === 'done' || data.status === 'undone') return { step: 'done', result: data };
    if (data.status !== 'running')
      return { step: 'source', fault: data.error ?? texts.failedCall, providerId };
    const isImporting = query.has('importar') || data.phase === 'publishing';
    return { ...waiting, ...progressOf(data), isImporting, importId: data._id };
  }

  return {
    followed: read(),
    /** Follows another list, or none; the history keeps one entry for the whole assistant. */
    follow(next: {
      proveedor?: string | undefined;
      id?: string;
      reemplaza?: string | undefined;
      importar?: 'si';
    }): void {
      const named = Object.entries(next).filter((pair): pair is [string, string] => pair[1] !== undefined);
      setQuery({ tab: query.get('tab') ?? '', ...Object.fromEntries(named) }, { replace: true });
    },
  };
}

const progressOf = (running: Parameters<typeof describeProgress>[0]) => ({
  percent: percentOf(running),
  detail: describeProgress(running),
});
