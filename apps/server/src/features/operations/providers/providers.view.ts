import type { Provider, ProviderState } from '@butaca/contract';
import type { ListChanges } from '../../../shared/provider/list-provider.ts';
import { describeError, describeWaiting } from './provider-sentences.ts';
import type { ProviderItems, ProviderRow } from './providers.repository.ts';

const noItems: ProviderItems = { sources: 0, films: 0, chapters: 0, series: 0, hidden: 0 };

/** What this server knows of a provider at the moment. */
export interface ProviderMoment {
  isRefreshing: boolean;
  usedConnections: number;
  unstableSources: number;
}

export function toProvider(
  row: ProviderRow,
  items: ProviderItems | undefined,
  { isRefreshing, usedConnections, unstableSources }: ProviderMoment,
): Provider {
  return {
    _id: row.id,
    name: row.name,
    kind: row.kind,
    address: row.shown_address,
    timeZone: row.time_zone,
    country: row.country,
    maxConnections: row.max_connections,
    isMaxConnectionsReported: row.is_max_connections_reported,
    usedConnections,
    unstableSources,
    refreshHours: row.refresh_hours,
    isPaused: row.is_paused,
    state: stateOf(row, isRefreshing),
    isQueued: row.removed_at === null && row.is_refresh_requested && !isRefreshing,
    unreadSeries: row.unread_series,
    readsAhead: row.reads_ahead,
    backgroundRequests: row.background_requests,
    items: items ?? noItems,
    nextRefreshAt: row.is_paused ? null : (row.next_refresh_at?.toISOString() ?? null),
    triedAt: row.tried_at?.toISOString() ?? null,
    refreshedAt: row.refreshed_at?.toISOString() ?? null,
    change: row.refreshed_at === null ? null : describeChanges(row.changes),
    errorCode: row.error_code,
    error: row.error_code === null ? null : describeError(row.error_code),
    waitingImportId: row.waiting_import_id,
    waitingReason: row.waiting_import_id === null ? null : describeWaiting(row.waiting_reason),
    lastImportId: row.last_import_id,
    expiresAt: row.expires_at?.toISOString() ?? null,
    purgedAt: row.purged_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  };
}

function stateOf(row: ProviderRow, isRefreshing: boolean): ProviderState {
  if (row.removed_at !== null) return 'removed';
  if (isRefreshing || row.is_refresh_requested) return 'refreshing';
  if (row.waiting_import_id !== null) return 'decision';
  return row.error_code === null ? 'idle' : 'failed';
}

/** Describes in one sentence what a refresh changed. @param changes - `null` when the list was the same */
function describeChanges(changes: ListChanges | null): string {
  if (changes?.isUndone === true)
    return 'Se deshizo una importación. La próxima lista esperará tu decisión antes de publicarse.';
  const count = (total: number, one: string, many: string): string[] =>
    total === 0 ? [] : [`${total.toLocaleString('es')} ${total === 1 ? one : many}`];
  const parts =
    changes === null
      ? []
      : [
          ...count(changes.added, 'añadido', 'añadidos'),
          ...count(changes.updated, 'actualizado', 'actualizados'),
          ...count(changes.hidden, 'oculto', 'ocultos'),
          ...count(changes.shown, 'recuperado', 'recuperados'),
        ];
  return parts.length === 0 ? 'Sin cambios.' : `Cambios: ${parts.join(', ')}.`;
}
