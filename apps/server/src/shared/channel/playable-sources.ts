import { maxSources } from '@butaca/contract';
import type { Database } from '@butaca/db';
import type { Kysely, Selectable } from 'kysely';
import { bindCookies } from '../stream/list-cookies.ts';
import type { StreamSource } from '../stream/stream-source.ts';

type SourceColumns = Selectable<Database['channel_source']>;

/** How a source of a channel is requested, and what its list says of its archive. */
export type PlayableSource = Pick<
  SourceColumns,
  'catchup' | 'catchup_source' | 'catchup_days' | 'catchup_correction_hours'
> & {
  source: StreamSource;
  /** The zone of the source's provider; `null` where nobody has set it. */
  time_zone: string | null;
};

/**
 * Lists the sources of a channel that clients can play, in the order in which they are tried: without those of removed
 * providers, and without those behind the fiftieth.
 */
export async function listPlayableSources(
  db: Kysely<Database>,
  channelId: string,
): Promise<PlayableSource[]> {
  const rows = await db
    .selectFrom('channel_source')
    .leftJoin('provider', 'provider.id', 'channel_source.provider_id')
    .select([
      'channel_source.address',
      'stream_kind',
      'channel_source.user_agent',
      'referrer',
      'cookie',
      'origin',
      'catchup',
      'catchup_source',
      'catchup_days',
      'catchup_correction_hours',
      'provider.time_zone',
    ])
    .where('channel_id', '=', channelId)
    .where('provider.removed_at', 'is', null)
    .where('is_playable', '=', true)
    .orderBy('position')
    .limit(maxSources)
    .execute();
  return rows.map(({ address, stream_kind, user_agent, referrer, cookie, origin, ...archive }) => ({
    ...archive,
    source: {
      address,
      streamKind: stream_kind,
      userAgent: user_agent,
      referrer,
      cookies: bindCookies(cookie, address),
      origin,
    },
  }));
}
