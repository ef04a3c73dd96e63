/**
 * Publishes the channels of an import of an M3U list: writes the channels and sources that were decided on. Fields that
 * an administrator may have edited (name, section, plans) stay.
 */
import { runTogether, type Database } from '@butaca/db';
import { sql, type Transaction } from 'kysely';
import { lockChannelNumbers, numberBeforeDemo } from '../../../shared/channel/number-channels.ts';
import {
  describeSources,
  insertChannels,
  insertSources,
  joinForms,
  keptOfList,
  listColumns,
  listMarkedChannels,
  makeRoomForSources,
  markChannels,
  readdressSources,
} from '../../../shared/channel/write-sets.ts';
import { noteParentChanges } from './parent-changes.ts';

export async function publishChannels(trx: Transaction<Database>): Promise<void> {
  // The lock comes before any row: a channel that is added by hand takes it first, too.
  await lockChannelNumbers(trx);
  await renewSources(trx);
  await numberBeforeDemo(trx, () => insertChannels(newChannels).execute(trx));
  // When an M3U list has new addresses of a channel, they are placed first, the best quality before the others; the
  // channel's older addresses are kept behind them, because a later list may contain them again.
  await makeRoomForSources(arriving).execute(trx);
  await insertSources(newSources).execute(trx);
  await joinForms(joining).execute(trx);
  for (const name of ['is_adult', 'country'] as const)
    await runTogether(trx, noteParentChanges(name, listMarkedChannels(name, said)));
  await markChannels(said).execute(trx);
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

/**
 * The new channels. A name keeps a word of quality only where the list has the channel in one quality. Sub-channels
 * follow the channels with numbers of their own, in the order of their numbers, before those without any.
 */
const newChannels = sql`
  select found.parent_id as id, case when is_mixed then bare_name else name end as name,
    case when is_mixed then staged.key else name_folded end as name_folded, staged.key as title_key, section, logo,
    tvg_id, case when sub_channel is null then channel_number end as channel_number, named.country, is_adult,
    row_number() over (
      order by sub_channel is null, case when sub_channel is not null then channel_number end, sub_channel,
        staged.position) as nth
  from found join staged using (position) join named_channel as named on named.channel_id = found.parent_id
  where found.made_parent and found.target_kind = 'source'`;

/** The country and the mark for adults that the list gives to each of its channels. */
const said = sql`
  select found.parent_id as id, case when count(distinct staged.country) = 1 then min(staged.country) end as country,
    bool_or(is_adult) as is_adult
  from found join staged using (position)
  where found.target_kind = 'source' and found.parent_id is not null group by found.parent_id`;

const isNew = sql`found.target_kind = 'source' and found.target_id = staged.new_id`;

const arriving = sql`
  select found.parent_id as channel_id, count(*)::int as total
  from found join staged using (position)
  where ${isNew} and not found.made_parent
  group by found.parent_id`;

/** The new sources of channels that have other sources too. */
const joining = sql`select target_id as id, parent_id as channel_id from found join staged using (position)
  where ${isNew} and parent_id in (
    select parent_id from found join staged using (position) where ${isNew} and not made_parent)`;

/** The order in which sources of one list are tried; what says nothing of the size of its pictures is better than small ones. */
const qualityRank = sql`coalesce(array_position(array['8K', '4K', 'FHD', 'HD'], staged.quality),
  case when staged.quality = 'SD' then 6 else 5 end)`;

const newSources = sql`
  select found.target_id as id, found.parent_id as channel_id,
    row_number() over (order by ${qualityRank}, staged.position) as nth, address, address_hash, provider_key,
    user_agent, referrer, cookie, origin, stream_kind, is_playable, ${listColumns}
  from found join staged using (position)
  where ${isNew}`;
