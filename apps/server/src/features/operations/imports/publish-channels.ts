/** Writes the decided channels and their sources. What an administrator may have edited (name, section, plans) is never touched. */
import type { Database } from '@butaca/db';
import { sql, type Transaction } from 'kysely';

export async function publishChannels(trx: Transaction<Database>): Promise<void> {
  await renewSources(trx);
  await insertChannels(trx);
  await insertSources(trx);
}

/** A source that is there and keeps its place; a new one has the key that its entry brought. */
const isRenewed = sql`found.outcome = 'updated' and found.target_kind = 'source' and found.target_id <> staged.new_id`;

async function renewSources(trx: Transaction<Database>): Promise<void> {
  await sql`
    update found set before = jsonb_build_object(
      'address', source.address, 'address_hash', encode(source.address_hash, 'hex'),
      'provider_key', source.provider_key, 'stream_kind', source.stream_kind, 'is_playable', source.is_playable,
      'user_agent', source.user_agent, 'referrer', source.referrer)
    from staged, channel_source as source
    where staged.position = found.position and ${isRenewed} and source.id = found.target_id`.execute(trx);
  await sql`
    update channel_source as source
    set address = staged.address, address_hash = staged.address_hash, stream_kind = staged.stream_kind,
      is_playable = staged.is_playable, user_agent = staged.user_agent, referrer = staged.referrer
    from found join staged using (position)
    where ${isRenewed} and source.id = found.target_id`.execute(trx);
}

async function insertChannels(trx: Transaction<Database>): Promise<void> {
  await sql`
    insert into channel (id, name, name_folded, title_key, section, logo, tvg_id, channel_number)
    select found.parent_id, name, name_folded, key, section, logo, tvg_id, channel_number
    from found join staged using (position)
    where found.made_parent and found.target_kind = 'source'
    order by staged.position`.execute(trx);
}

/** New addresses come first, in the order of the file; those that a channel had follow. None goes: it would come again. */
async function insertSources(trx: Transaction<Database>): Promise<void> {
  const isNew = sql`found.target_kind = 'source' and found.target_id = staged.new_id`;
  await sql`
    update channel_source set position = channel_source.position + arriving.total
    from (
      select found.parent_id, count(*)::int as total
      from found join staged using (position)
      where ${isNew} and not found.made_parent
      group by found.parent_id
    ) as arriving
    where channel_source.channel_id = arriving.parent_id`.execute(trx);
  await sql`
    insert into channel_source
      (id, channel_id, position, address, address_hash, provider_key, user_agent, referrer, stream_kind, is_playable)
    select found.target_id, found.parent_id,
      (row_number() over (partition by found.parent_id order by staged.position) - 1)::int,
      address, address_hash, provider_key, user_agent, referrer, stream_kind, is_playable
    from found join staged using (position)
    where ${isNew}`.execute(trx);
}
