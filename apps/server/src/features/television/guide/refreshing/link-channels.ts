import { guideLinksLock, type Database } from '@butaca/db';
import { sql, type Transaction } from 'kysely';

/**
 * Decides anew from which channel of a guide each channel has its programmes: the one that an administrator has chosen;
 * otherwise, of those that matching has found, one that has programmes now or later, and of these the one of the guide with
 * the lowest place. Guides are never mixed: a channel has all of its programmes from one.
 *
 * The times of a channel are moved by what its list says of its guide (`tvg-shift`).
 */
export async function linkChannels(trx: Transaction<Database>, now: Date): Promise<void> {
  await sql`select pg_advisory_xact_lock(${guideLinksLock})`.execute(trx);
  await sql`
    create temporary table chosen_link on commit drop as
    select distinct on (channel.id) channel.id as channel_id, found.id as guide_channel_id, found.is_by_hand,
      coalesce((
        select round(source.guide_shift_hours * 60)::integer from channel_source as source
        where source.channel_id = channel.id and source.guide_shift_hours is not null
        order by source.missing_since nulls first, source.position limit 1), 0) as shift_minutes
    from channel
    join lateral (
      select guide.id, guide.ends_at, source.place, true as is_by_hand
      from guide_decision as decision
      join guide_channel as guide on guide.source_id = decision.source_id and guide.xmltv_id = decision.xmltv_id
      join guide_source as source on source.id = guide.source_id
      where decision.channel_id = channel.id
      union all
      select guide.id, guide.ends_at, source.place, false
      from guide_match as match
      join guide_channel as guide on guide.source_id = match.source_id and guide.xmltv_id = match.xmltv_id
      join guide_source as source on source.id = guide.source_id
      where match.channel_id = channel.id
        and not exists (select from guide_decision as decision where decision.channel_id = channel.id)
    ) as found on true
    order by channel.id, (coalesce(found.ends_at, '-infinity') > ${now}) desc, found.place, found.id`.execute(
    trx,
  );
  await sql`
    delete from guide_link as link
    where not exists (select from chosen_link as chosen where chosen.channel_id = link.channel_id)`.execute(
    trx,
  );
  await sql`
    insert into guide_link (channel_id, guide_channel_id, is_by_hand, shift_minutes)
    select channel_id, guide_channel_id, is_by_hand, shift_minutes from chosen_link
    on conflict (channel_id) do update set guide_channel_id = excluded.guide_channel_id,
      is_by_hand = excluded.is_by_hand, shift_minutes = excluded.shift_minutes
    where (guide_link.guide_channel_id, guide_link.is_by_hand, guide_link.shift_minutes)
      is distinct from (excluded.guide_channel_id, excluded.is_by_hand, excluded.shift_minutes)`.execute(trx);
}
