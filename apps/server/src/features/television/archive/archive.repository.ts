import type { Database } from '@butaca/db';
import type { ArchivedSource } from '@butaca/m3u';
import type { Kysely } from 'kysely';
import { unstatedArchiveDays } from '../../../shared/channel/archive-days.ts';
import { listPlayableSources } from '../../../shared/channel/playable-sources.ts';
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
      const rows = await listPlayableSources(db, channelId);
      return rows.map(({ source, ...row }) => ({
        source,
        archive: {
          address: source.address,
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
