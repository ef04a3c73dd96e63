import type { GuideCoverage, GuideSource } from '@butaca/contract';
import { describeGuideError } from '../refreshing/guide-failure.ts';
import type { GuideProgress } from '../refreshing/guide-progress.ts';
import type { GuideSourceRow } from '../refreshing/guide-sources.repository.ts';

export function toGuideSource(row: GuideSourceRow, progress: GuideProgress | undefined): GuideSource {
  const isKept = row.has_guide;
  return {
    _id: row.id,
    name: row.name,
    kind: row.kind,
    address: row.shown_address,
    providerId: row.provider_id,
    place: row.place,
    timeZone: row.time_zone,
    refreshHours: row.refresh_hours,
    isPaused: row.is_paused,
    state:
      progress !== undefined || row.is_refresh_requested
        ? 'refreshing'
        : row.error_code === null
          ? 'idle'
          : 'failed',
    progress: progress === undefined ? null : { ...progress },
    channels: row.channels,
    programmes: row.programmes,
    linkedChannels: row.linked_channels,
    broken: row.broken,
    firstAt: row.first_at?.toISOString() ?? null,
    lastAt: row.last_at?.toISOString() ?? null,
    nextRefreshAt: row.is_paused ? null : (row.next_refresh_at?.toISOString() ?? null),
    triedAt: row.tried_at?.toISOString() ?? null,
    refreshedAt: row.refreshed_at?.toISOString() ?? null,
    errorCode: row.error_code,
    error: row.error_code === null ? null : describeGuideError(row.error_code, isKept),
    createdAt: row.created_at.toISOString(),
  };
}

export function toCoverage(counts: {
  channels: number;
  with_guide: number;
  to_confirm: number;
}): GuideCoverage {
  const [channels, withGuide, toConfirm] = [counts.channels, counts.with_guide, counts.to_confirm];
  const written = (count: number): string => count.toLocaleString('es');
  const having =
    channels === 1
      ? `${written(withGuide)} de 1 canal tiene guía`
      : `${written(withGuide)} de ${written(channels)} canales ${withGuide === 1 ? 'tiene' : 'tienen'} guía`;
  const waiting = toConfirm === 0 ? '' : `; ${written(toConfirm)} por confirmar`;
  return { channels, withGuide, toConfirm, sentence: `${having}${waiting}` };
}
