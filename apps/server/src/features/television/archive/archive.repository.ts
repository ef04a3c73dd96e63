import { maxSources, type StreamKind } from '@butaca/contract';
import type { Database } from '@butaca/db';
import type { ArchivedSource } from '@butaca/m3u';
import type { Kysely } from 'kysely';
import { unstatedArchiveDays } from '../../../shared/channel/archive-days.ts';
import { bindCookies } from '../../../shared/stream/list-cookies.ts';
import type { StreamSource } from '../../../shared/stream/stream-source.ts';

/** A source of a channel, with its archive. */
export interface ArchiveRow {
  source: StreamSource;
  archive: ArchivedSource;
  /** For how many days the archive keeps programmes. */
  days: number;
}

/** Reads the archives of channels. */
export function createArchiveRepository(db: Kysely<Database>) {
  return {
    /** Lists the sources of a channel that are in use, in the order in which they are tried. */
    async listSources(channelId: string): Promise<ArchiveRow[]> {
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
      return rows.map((row) => ({
        source: {
          address: row.address,
          streamKind: row.stream_kind satisfies StreamKind,
          userAgent: row.user_agent,
          referrer: row.referrer,
          cookies: bindCookies(row.cookie, row.address),
          origin: row.origin,
        },
        archive: {
          address: row.address,
          kind: row.catchup,
          source: row.catchup_source,
          days: row.catchup_days,
          correctionHours: row.catchup_correction_hours,
          timeZone: row.time_zone ?? 'UTC',
        },
        days: row.catchup_days ?? unstatedArchiveDays,
      }));
    },
  };
}
