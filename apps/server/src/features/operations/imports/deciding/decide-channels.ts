/**
 * For an import of a channel list (M3U), decides with set-based SQL what each entry in the temporary staging table
 * becomes, and writes the decisions into the temporary table `found` of the same transaction.
 *
 * 1. Of several entries with the same address or the same provider key, the first in the file counts; the others are
 *    duplicates.
 * 2. An entry whose address a channel already has is a duplicate.
 * 3. When a source (one address of a channel) already has the entry's provider key (the provider's own id of a stream,
 *    which stays when its token changes), that source gets the new address (with a provider's new token).
 * 4. When a channel already has the entry's name, the address becomes that channel's first, before its older addresses.
 * 5. The first entry of each new name becomes a channel; further addresses of that name are added in file order.
 *
 * A source whose current address is in the list is not given another address of the same list.
 *
 * @see docs/decisions/009-channel-identity.md
 */
import type { Database } from '@butaca/db';
import { sql, type Transaction } from 'kysely';
import { addFound, taken } from './found.ts';

const isFirst = sql`listed.nth_address = 1 and listed.nth_key = 1`;
const isUndecided = sql`not exists (select from found where found.position = listed.position)`;

export async function decideChannels(trx: Transaction<Database>): Promise<void> {
  await sql`
    create temporary table listed on commit drop as
    select position, key, address_hash, provider_key, new_id,
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
        where ${isFirst} and ${isUndecided}
        order by listed.position, source.created_at, source.id
      ) as known`,
  );
  await findChannels(trx);
}

/**
 * Assigns the entries of an M3U list of channels to channels: to the oldest existing channel of the entry's name,
 * otherwise to the new channel of the first entry with that name.
 */
async function findChannels(trx: Transaction<Database>): Promise<void> {
  await sql`
    create temporary table named_channel on commit drop as
    select named.key, named.first_position, coalesce(known.id, gen_random_uuid()::text) as channel_id,
      known.id is null as is_new
    from (
      select key, min(position) as first_position from listed
      where ${isFirst} and ${isUndecided} group by key
    ) as named
    left join lateral (
      select channel.id from channel
      -- An address that joins a channel of the demo would be deleted with the demo.
      where channel.title_key = named.key and not channel.is_demo
      order by channel.created_at, channel.id limit 1
    ) as known on true`.execute(trx);
  const isMaking = sql`named.is_new and listed.position = named.first_position`;
  await addFound(
    trx,
    sql`
      select listed.position, case when ${isMaking} then 'added' else 'updated' end,
        case when ${isMaking} then null else 'Es otra dirección de un canal del mismo nombre.' end,
        'source'::text, listed.new_id, named.channel_id, ${isMaking}
      from listed join named_channel as named using (key)
      where ${isFirst} and ${isUndecided}`,
  );
}
