/*
 * Statements that write sets of channels and their sources, for imports. The caller selects the rows by a query over
 * its own temporary tables; the positions of sources are computed here. Each function returns one statement, to which a
 * caller may append `returning …`, and which it may use inside a larger statement (`with removed as (…) …`).
 */
import { sql, type RawBuilder } from 'kysely';

type Statement = RawBuilder<unknown>;

/**
 * Inserts channels without sources.
 *
 * @param rows - selects the columns below, and `nth`, by which the channels are ordered
 */
export const insertChannels = (rows: Statement): Statement => sql`
  insert into channel (id, name, name_folded, title_key, section, logo, tvg_id, channel_number)
  select id, name, name_folded, title_key, section, logo, tvg_id, channel_number
  from (${rows}) as made order by nth`;

/**
 * Increases the positions of a channel's sources by the number of new sources, which are inserted before them.
 *
 * @param arriving - selects channel_id and total
 */
export const makeRoomForSources = (arriving: Statement): Statement => sql`
  update channel_source set position = channel_source.position + arriving.total
  from (${arriving}) as arriving
  where channel_source.channel_id = arriving.channel_id`;

/**
 * Inserts sources as the first of their channels.
 *
 * @param rows - selects the columns except `position`, and `nth`, by which the sources are ordered
 */
export const insertSources = (rows: Statement): Statement => sql`
  insert into channel_source
    (id, channel_id, position, address, address_hash, provider_key, user_agent, referrer, stream_kind, is_playable)
  select id, channel_id, (row_number() over (partition by channel_id order by nth) - 1)::int,
    address, address_hash, provider_key, user_agent, referrer, stream_kind, is_playable
  from (${rows}) as made`;

/**
 * Changes the addresses of sources.
 *
 * @param given - selects target_id and the address columns, including is_playable
 * @param only - a further condition on `target` and `given`
 */
export const readdressSources = (given: Statement, only = sql`true`): Statement => sql`
  update channel_source as target
  set address = given.address, address_hash = given.address_hash, provider_key = given.provider_key,
    stream_kind = given.stream_kind, is_playable = given.is_playable, user_agent = given.user_agent,
    referrer = given.referrer
  from (${given}) as given
  where target.id = given.target_id and ${only}`;

/**
 * Renumbers the positions of sources from 0 without gaps.
 *
 * @param which - a condition on `channel_source`, which must hold for all sources of a channel or for none
 */
export const orderSources = (which: Statement): Statement => sql`
  update channel_source set position = ordered.position
  from (
    select id, row_number() over (partition by channel_id order by position) - 1 as position
    from channel_source where ${which}
  ) as ordered
  where channel_source.id = ordered.id and channel_source.position <> ordered.position`;

/** Deletes the sources for which `where` holds, joined with the tables of `using`. */
export const removeSources = (gone: { using: Statement; where: Statement }): Statement =>
  sql`delete from channel_source using ${gone.using} where ${gone.where}`;

/** Deletes channels with their sources. */
export const removeChannels = (where: Statement): Statement => sql`delete from channel where ${where}`;
