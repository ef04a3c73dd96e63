import { archivedAddresses } from '@butaca/m3u';
import { sql, type RawBuilder } from 'kysely';

/** For how many days an archive keeps programmes of which its list does not say it. */
export const unstatedArchiveDays = 1;

/**
 * Writes for how many days the archive of a channel keeps programmes, as SQL: the longest of its sources that are in use and from
 * which an address can be made (`archiveAddress` of `packages/m3u`); null without an archive.
 */
export const archiveDaysOf = (channelId: RawBuilder<unknown>): RawBuilder<number | null> => sql<
  number | null
>`(
  select max(coalesce(source.catchup_days, ${sql.lit(unstatedArchiveDays)}))
  from channel_source as source
  left join provider on provider.id = source.provider_id
  where source.channel_id = ${channelId} and source.is_playable and provider.removed_at is null
    and (
      source.catchup = 'shift' or source.catchup_source is not null
      or (source.catchup is null and source.catchup_days is not null)
      or (source.catchup = 'fs' and source.address ~ ${sql.lit(archivedAddresses.fs.source)})
      or (source.catchup = 'xc' and source.address ~ ${sql.lit(archivedAddresses.xc.source)})
    )
)`;
