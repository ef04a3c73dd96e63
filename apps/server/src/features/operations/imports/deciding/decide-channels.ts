/**
 * For an import of a channel list (M3U), decides with set-based SQL what each entry in the temporary staging table
 * becomes, and writes the decisions into the temporary table `found` of the same transaction.
 *
 * 1. Of several entries with the same address or the same provider key, the first in the file counts; the others are
 *    duplicates.
 * 2. An entry whose address a channel already has is a duplicate.
 * 3. When a source (one address of a channel) already has the entry's provider key (the provider's own id of a stream,
 *    which stays when its token changes), that source gets the new address (with a provider's new token). A source of
 *    another list that has the same address in another form (`.m3u8` instead of `.ts`) stays as it is, and the entry
 *    becomes a further source of its channel.
 * 4. When a channel already has the entry's name, without words of quality, and no other country, the address becomes one
 *    of that channel's first, before its older addresses.
 * 5. The first entry of each new name and country becomes a channel; further entries of these become its sources.
 *
 * An entry that names no country belongs to any channel of its name. Where a channel would get more sources than it may
 * have, the entries behind are skipped.
 *
 * A source whose current address is in the list is not given another address of the same list.
 *
 * @see docs/decisions/009-channel-identity.md
 */
import { maxSources } from '@butaca/contract';
import type { Database } from '@butaca/db';
import { sql, type RawBuilder, type Transaction } from 'kysely';
import { formless } from '../../../../shared/channel/write-sets.ts';
import { addFound, taken } from './found.ts';

const isFirst = sql`listed.nth_address = 1 and listed.nth_key = 1`;
const isUndecided = sql`not exists (select from found where found.position = listed.position)`;

/** Whether a source of another list has the address of the entry in another form, and its own list still has it. */
const isOtherForm = sql`
  source.provider_id <> listed.provider_id and source.missing_since is null
  and ${formless('source.address')} = ${formless('listed.address')}`;

/** @param wholeOf - the provider whose sources are hidden where the list lacks them */
export async function decideChannels(trx: Transaction<Database>, wholeOf: string | undefined): Promise<void> {
  await sql`
    create temporary table listed on commit drop as
    select position, key, name_folded, prefixed_key, country, quality, address, address_hash, provider_key, provider_id, new_id,
      row_number() over (partition by address_hash order by position) as nth_address,
      case when provider_key is null then 1
           else row_number() over (partition by provider_key order by position) end as nth_key
    from staged where kind = 'channel'`.execute(trx);
  await sql`analyze listed`.execute(trx);
  await addFound(
    trx,
    sql`
      select position, 'duplicate'::text, 'Repetida en la lista.'::text, null::text, null::text, null::text, false
      from listed where not (${isFirst})`,
  );
  await addFound(
    trx,
    sql`
      select listed.position, 'duplicate'::text, 'Ya estaba en el catálogo.'::text, 'source'::text, source.id, source.channel_id, false
      from listed join channel_source as source on source.address_hash = listed.address_hash
      where ${isFirst}`,
  );
  await addFound(
    trx,
    sql`
      select known.position, case when known.is_taken then 'duplicate' else 'updated' end,
        case when known.is_taken then 'Ya estaba en el catálogo.' else 'Tiene una dirección nueva.' end,
        'source'::text, known.id, known.channel_id, false
      from (
        select distinct on (listed.position) listed.position, source.id, source.channel_id,
          taken.target_id is not null as is_taken
        from listed join channel_source as source on source.provider_key = listed.provider_key
        left join ${taken} on taken.target_id = source.id
        where ${isFirst} and ${isUndecided} and not (${isOtherForm})
        order by listed.position, source.provider_id <> listed.provider_id, source.created_at, source.id
      ) as known`,
  );
  await addFound(
    trx,
    sql`
      select position, 'updated'::text, 'Es otra forma de una dirección que el canal ya tiene.'::text, 'source'::text, new_id,
        channel_id, false
      from (
        select position, new_id, channel_id, row_number() over (partition by channel_id order by position) as nth
        from (
          select distinct on (listed.position) listed.position, listed.new_id, source.channel_id
          from listed join channel_source as source on source.provider_key = listed.provider_key and ${isOtherForm}
          where ${isFirst} and ${isUndecided}
          order by listed.position, source.created_at, source.id
        ) as other
      ) as numbered
      where nth + (select count(*) from channel_source as own where own.channel_id = numbered.channel_id) <= ${maxSources}`,
  );
  await findChannels(trx, standingSources(wholeOf));
}

const tooMany = sql`${`El canal ya tiene ${maxSources} direcciones, que son las que admite.`}::text`;

/**
 * How many sources the channels have before the entries that join them by their names: those that stay, and those that entries
 * with an address in another form become. Those that a provider's whole list no longer has are not counted: they
 * are about to be hidden, and a provider that changes all its addresses would otherwise lose its channels.
 */
const standingSources = (wholeOf: string | undefined): RawBuilder<unknown> => sql`
  select channel_id, count(*)::int as total from (
    select source.channel_id from channel_source as source
    where source.missing_since is null
      and (source.provider_id is distinct from ${wholeOf ?? null}
        or source.id in (select target_id from found where target_id is not null))
    union all
    select parent_id from found
    where target_kind = 'source' and not exists (select from channel_source as source where source.id = found.target_id)
  ) as present
  where channel_id in (select channel_id from named_channel where not is_new)
  group by channel_id`;

/**
 * Assigns the entries of an M3U list of channels to channels: to the oldest existing channel of the entry's name and
 * country, otherwise to the new channel of the first entry with these. The temporary table `named_channel` has a row for
 * each of these channels; `takes_plain` says that entries without a country belong to it, and `is_mixed` that the list has
 * it in several qualities.
 */
async function findChannels(trx: Transaction<Database>, standing: RawBuilder<unknown>): Promise<void> {
  await sql`
    create temporary table named_channel on commit drop as
    with spelt as (
      select key, country, min(position) as first_position,
        array_remove(array_agg(distinct name_folded) || array_agg(distinct prefixed_key), null) as spellings,
        array_agg(distinct coalesce(quality, '')) as qualities
      from listed where ${isFirst} and ${isUndecided} group by key, country
    ), placed as (
      select key, first_position, spellings, qualities,
        coalesce(country, first_value(country) over (
          partition by key order by country is null, first_position)) as country,
        country is null as is_plain
      from spelt
    ), named as (
      select key, country, min(first_position) as first_position, bool_or(is_plain) as takes_plain,
        array_agg(distinct spelling) || key as spellings, count(distinct quality) > 1 as is_mixed
      from placed, unnest(spellings) as spelling, unnest(qualities) as quality
      group by key, country
    ), matched as (
      select named.*, known.id as known_id,
        row_number() over (partition by known.id order by named.first_position) as nth
      from named
      left join lateral (
        select channel.id from channel
        -- An address that joins a channel of the demo would be deleted with the demo. Channels that were made before
        -- keys left words of quality and countries in front out have their whole names as keys.
        where channel.title_key = any(named.spellings) and not channel.is_demo
          and (channel.country is null or named.country is null or channel.country = named.country)
        order by (channel.country is not distinct from named.country) desc, (channel.title_key = named.key) desc,
          channel.created_at, channel.id limit 1
      ) as known on true
    )
    select key, country, first_position, is_mixed, takes_plain,
      coalesce(case when nth = 1 then known_id end, gen_random_uuid()::text) as channel_id,
      known_id is null or nth > 1 as is_new
    from matched`.execute(trx);
  const isMaking = sql`named.is_new and listed.position = named.first_position`;
  await addFound(
    trx,
    sql`
      select position, case when nth > ${maxSources} then 'skipped' when is_making then 'added' else 'updated' end,
        case when nth > ${maxSources} then ${tooMany} when is_making then null
          when is_new then 'Es otra fuente de un canal de la misma lista.'
          else 'Es otra fuente de un canal del mismo nombre.' end,
        case when nth <= ${maxSources} then 'source' end, case when nth <= ${maxSources} then new_id end,
        case when nth <= ${maxSources} then channel_id end, is_making
      from (
        select listed.position, listed.new_id, named.channel_id, named.is_new, ${isMaking} as is_making,
          coalesce(standing.total, 0)
            + row_number() over (partition by named.channel_id order by listed.position) as nth
        from listed join named_channel as named on named.key = listed.key
          and (named.country = listed.country or listed.country is null and named.takes_plain)
        left join (${standing}) as standing on standing.channel_id = named.channel_id
        where ${isFirst} and ${isUndecided}
      ) as placed`,
  );
}
