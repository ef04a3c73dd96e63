/**
 * Publishes the channels of an import of an M3U list: writes the channels and sources that were decided on. Fields that
 * an administrator may have edited (name, section, plans) stay.
 */
import type { Database } from '@butaca/db';
import { sql, type Transaction } from 'kysely';
import { lockChannelNumbers, numberBeforeDemo } from '../../../shared/channel/number-channels.ts';
import {
  describeSources,
  insertChannels,
  insertSources,
  keptOfList,
  listColumns,
  makeRoomForSources,
  readdressSources,
} from '../../../shared/channel/write-sets.ts';

export async function publishChannels(trx: Transaction<Database>): Promise<void> {
  // The lock comes before any row: a channel that is added by hand takes it first, too.
  await lockChannelNumbers(trx);
  await renewSources(trx);
  await numberBeforeDemo(trx, () => insertChannels(newChannels).execute(trx));
  // When an M3U list has new addresses of a channel, they are placed first, in file order; the channel's older
  // addresses are kept behind them, because a later list may contain them again.
  await makeRoomForSources(arriving).execute(trx);
  await insertSources(newSources).execute(trx);
}

/**
 * SQL condition for the entries of an imported M3U list that change the address of an existing source (stream address
 * of a channel), not those that add a source, whose id is `new_id`.
 */
const isRenewed = sql`found.outcome = 'updated' and found.target_kind = 'source' and found.target_id <> staged.new_id`;

async function renewSources(trx: Transaction<Database>): Promise<void> {
  await sql`
    update found set before = jsonb_build_object(
      'address', source.address, 'address_hash', encode(source.address_hash, 'hex'),
      'provider_key', source.provider_key, 'stream_kind', source.stream_kind, 'is_playable', source.is_playable,
      'user_agent', source.user_agent, 'referrer', source.referrer,
      'cookie', source.cookie, 'origin', source.origin, ${keptOfList('source')})
    from staged, channel_source as source
    where staged.position = found.position and ${isRenewed} and source.id = found.target_id`.execute(trx);
  const given = sql`select found.target_id, staged.* from found join staged using (position) where ${isRenewed}`;
  await readdressSources(given).execute(trx);
  await describeSources(standingSources).execute(trx);
}

/** The sources that the catalogue has already, with what the list says about their archive now. */
const standingSources = sql`
  select found.target_id, ${listColumns} from found join staged using (position)
  where found.outcome = 'duplicate' and found.target_kind = 'source' and found.target_id is not null`;

const newChannels = sql`
  select found.parent_id as id, name, name_folded, key as title_key, section, logo, tvg_id, channel_number,
    staged.position as nth
  from found join staged using (position)
  where found.made_parent and found.target_kind = 'source'`;

const isNew = sql`found.target_kind = 'source' and found.target_id = staged.new_id`;

const arriving = sql`
  select found.parent_id as channel_id, count(*)::int as total
  from found join staged using (position)
  where ${isNew} and not found.made_parent
  group by found.parent_id`;

const newSources = sql`
  select found.target_id as id, found.parent_id as channel_id, staged.position as nth, address, address_hash, provider_key,
    user_agent, referrer, cookie, origin, stream_kind, is_playable, ${listColumns}
  from found join staged using (position)
  where ${isNew}`;
