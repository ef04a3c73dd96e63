import type { ArchivedProgramme } from '@butaca/contract';
import { browserAbilities, type PlaybackSource } from '@butaca/player';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';
import { outputAbilities } from '../../../shared/output/output.ts';
import { singleUse, singleUseKey } from '../../../shared/single-use.queries.ts';

/** Which programme of a channel is played, and from which instant of it; by default from its start. */
export interface Wanted {
  channelId: string;
  /** An instant of the programme, in ISO 8601. */
  start: string;
  from?: string | undefined;
  /** Counts what was asked for, so that the same instant can be asked for again. */
  attempt: number;
}

/** Requests the address at which a programme plays from the archive, in a form that can be played here. */
export function fetchArchived(
  { channelId, start, from }: Wanted,
  signal?: AbortSignal,
): Promise<ArchivedProgramme> {
  const can = outputAbilities() ?? browserAbilities().join(',');
  const query = { can, ...(from !== undefined && { from }) };
  return api('GET /api/channels/id/:id/archive/:start', { params: { id: channelId, start }, query }, signal);
}

export const archiveQuery = (wanted: Wanted) =>
  queryOptions({
    queryKey: singleUseKey(wanted.channelId, 'archive', wanted.start, wanted.from ?? '', wanted.attempt),
    queryFn: ({ signal }) => fetchArchived(wanted, signal),
    ...singleUse,
  });

const expectedTypes = { file: 'on-demand', ts: 'recording', hls: 'unknown', dash: 'unknown' } as const;

/**
 * The source that the player gets for a programme. Only its media say whether they have an end, and they are played from
 * their beginning.
 */
export const archiveSource = ({ url, streamKind }: ArchivedProgramme): PlaybackSource => ({
  src: url,
  kind: streamKind,
  expectedStreamType: expectedTypes[streamKind],
  startSeconds: 0,
});
