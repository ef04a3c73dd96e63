/**
 * Publishes a staged list in the transaction that staged it, set by set.
 *
 * 1. Of entries with one address, or one provider key, the first of the file counts; the others are duplicates.
 * 2. An address that a channel has already: a duplicate.
 * 3. A provider key that a source has already: that source gets the new address (a provider's new token).
 * 4. A name that a channel has already: the address becomes that channel's first, the older ones stay behind it.
 * 5. The first of each new name becomes a channel; more addresses of that name join it in the order of the file.
 *
 * What an administrator may have edited (name, section, plans) is never touched.
 *
 * @see docs/decisions/009-channel-identity.md
 */
import type { Database } from '@butaca/db';
import { sql, type Transaction } from 'kysely';
import type { PublishCounts, StagedChannel } from './staged-channel.ts';

export async function createStaging(trx: Transaction<Database>): Promise<void> {
  await sql`
    create temporary table staged_channel (
      line int not null, channel_id text not null, source_id text not null, name text not null,
      name_folded text not null, title_key text not null, section text not null, logo text, tvg_id text,
      channel_number int, user_agent text, referrer text, address text not null, address_hash text not null,
      provider_key text, stream_kind text not null, is_playable boolean not null,
      outcome text, target_id text
    ) on commit drop`.execute(trx);
}

export async function stageChannels(
  trx: Transaction<Database>,
  batch: readonly StagedChannel[],
): Promise<void> {
  await sql`
    insert into staged_channel
    select * from jsonb_populate_recordset(null::staged_channel, ${JSON.stringify(batch)}::jsonb)`.execute(
    trx,
  );
}

/** Nobody else may add an address between the comparison and the insertion. */
async function lockSources(trx: Transaction<Database>): Promise<void> {
  await sql`lock table channel_source in share row exclusive mode`.execute(trx);
  await sql`create index on staged_channel (address_hash)`.execute(trx);
  await sql`create index on staged_channel (title_key)`.execute(trx);
  await sql`analyze staged_channel`.execute(trx);
}

export async function publishChannels(trx: Transaction<Database>): Promise<PublishCounts> {
  await lockSources(trx);
  await markDuplicates(trx);
  await renewAddresses(trx);
  await findTargets(trx);
  await insertChannels(trx);
  await insertSources(trx);
  return countOutcomes(trx);
}

async function markDuplicates(trx: Transaction<Database>): Promise<void> {
  await sql`
    update staged_channel set outcome = 'duplicate'
    from (
      select line,
        row_number() over (partition by address_hash order by line) as nth_address,
        case when provider_key is null then 1
             else row_number() over (partition by provider_key order by line) end as nth_key
      from staged_channel
    ) as ranked
    where ranked.line = staged_channel.line and (nth_address > 1 or nth_key > 1)`.execute(trx);
  await sql`
    update staged_channel set outcome = 'duplicate'
    from channel_source
    where outcome is null and channel_source.address_hash = decode(staged_channel.address_hash, 'hex')`.execute(
    trx,
  );
}

async function renewAddresses(trx: Transaction<Database>): Promise<void> {
  await sql`
    with renewed as (
      update channel_source
      set address = staged.address, address_hash = decode(staged.address_hash, 'hex'),
          stream_kind = staged.stream_kind, is_playable = staged.is_playable,
          user_agent = staged.user_agent, referrer = staged.referrer
      from staged_channel as staged
      where staged.outcome is null and staged.provider_key is not null
        and channel_source.id = (
          select known.id from channel_source as known
          where known.provider_key = staged.provider_key order by known.created_at, known.id limit 1
        )
      returning staged.line
    )
    update staged_channel set outcome = 'updated' from renewed where renewed.line = staged_channel.line`.execute(
    trx,
  );
}

/** An entry joins the oldest channel of its name, or the first new entry of that name. */
async function findTargets(trx: Transaction<Database>): Promise<void> {
  await sql`
    update staged_channel set outcome = 'updated', target_id = existing.id
    from (
      select distinct on (title_key) title_key, id from channel
      where title_key in (select title_key from staged_channel where outcome is null)
        -- What joins the demo would go with it.
        and not is_demo
      order by title_key, created_at, id
    ) as existing
    where outcome is null and staged_channel.title_key = existing.title_key`.execute(trx);
  await sql`
    update staged_channel
    set target_id = first.channel_id,
        outcome = case when first.line = staged_channel.line then 'added' else 'updated' end
    from (
      select distinct on (title_key) title_key, line, channel_id from staged_channel
      where outcome is null order by title_key, line
    ) as first
    where outcome is null and staged_channel.title_key = first.title_key`.execute(trx);
}

async function insertChannels(trx: Transaction<Database>): Promise<void> {
  await sql`
    insert into channel (id, name, name_folded, title_key, section, logo, tvg_id, channel_number)
    select channel_id, name, name_folded, title_key, section, logo, tvg_id, channel_number
    from staged_channel where outcome = 'added' order by line`.execute(trx);
}

/** New addresses come first, in the order of the file; those that a channel had follow. None goes: it would come again. */
async function insertSources(trx: Transaction<Database>): Promise<void> {
  await sql`
    update channel_source set position = position + arriving.total
    from (
      select target_id, count(*)::int as total from staged_channel
      where target_id is not null group by target_id
    ) as arriving
    where channel_source.channel_id = arriving.target_id`.execute(trx);
  await sql`
    insert into channel_source
      (id, channel_id, position, address, address_hash, provider_key, user_agent, referrer, stream_kind, is_playable)
    select source_id, target_id, (row_number() over (partition by target_id order by line) - 1)::int, address,
      decode(address_hash, 'hex'), provider_key, user_agent, referrer, stream_kind, is_playable
    from staged_channel where target_id is not null`.execute(trx);
}

async function countOutcomes(trx: Transaction<Database>): Promise<PublishCounts> {
  const { rows } = await sql<PublishCounts>`
    select count(*) filter (where outcome = 'added')::int as added,
           count(*) filter (where outcome = 'updated')::int as updated,
           count(*) filter (where outcome = 'duplicate')::int as duplicates
    from staged_channel`.execute(trx);
  return rows[0] ?? { added: 0, updated: 0, duplicates: 0 };
}
