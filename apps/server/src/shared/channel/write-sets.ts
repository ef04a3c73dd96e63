/*
 * SQL statements that write many channels and their sources (stream addresses) at once, for imports. The caller selects
 * the rows by a query over its own temporary tables; the statements compute the positions of sources themselves. Each
 * function returns one statement, to which a caller may append `returning …`, and which it may use inside a larger
 * statement (`with removed as (…) …`).
 */
import { builtInProviders } from '@butaca/db';
import { sql, type RawBuilder } from 'kysely';
import { isTagEdited, keptTag } from '../source-tags.ts';
import { numbered } from './number-channels.ts';

type Statement = RawBuilder<unknown>;

/**
 * SQL that inserts many channels without stream addresses, for an import. Their numbers must be locked
 * (`lockChannelNumbers`).
 *
 * @param rows - selects the columns to insert, and `nth`, by which the channels are ordered
 */
export const insertChannels = (rows: Statement): Statement => sql`
  insert into channel (id, name, name_folded, title_key, section, logo, tvg_id, channel_number, country, is_adult, number)
  select id, name, name_folded, title_key, section, logo, tvg_id, channel_number, country, is_adult, number
  from (${numbered(rows)}) as made order by nth`;

/**
 * SQL that gives channels the country that they lack, and marks those that a list has for adults; a country or mark that
 * an administrator has changed stays.
 *
 * @param said - selects id, country and is_adult, one row for each channel
 */
export const markChannels = (said: Statement): Statement => sql`
  update channel set country = case when ${lacksCountry} then said.country else channel.country end, is_adult = channel.is_adult or ${isMarking}
  from (${said}) as said
  where channel.id = said.id and (
    ${lacksCountry} or ${isMarking})`;

const lacksCountry = sql`(
  channel.country is null and said.country is not null and not ${isTagEdited('country', 'channel')})`;

/**
 * SQL that selects the channels that `markChannels` marks, or to which it gives a country.
 *
 * @param said - as for `markChannels`
 */
export const listMarkedChannels = (what: 'is_adult' | 'country', said: Statement): Statement => sql`
  select channel.id from channel join (${said}) as said on said.id = channel.id
  where ${what === 'country' ? lacksCountry : isMarking}`;

/** SQL that takes marks for adults back, except those that an administrator has changed. @param ids - selects channels */
export const unmarkChannels = (ids: Statement): Statement => sql`
  update channel set is_adult = false where is_adult and not is_adult_edited and id in (${ids})`;

/** SQL that takes countries back, except those that an administrator has set. @param given - selects id and country */
export const emptyCountries = (given: Statement): Statement => sql`
  update channel set country = null from (${given}) as given
  where channel.id = given.id and channel.country = given.country and not ${isTagEdited('country', 'channel')}`;

const isMarking = sql`(said.is_adult and not channel.is_adult and not channel.is_adult_edited)`;

/**
 * SQL that increases the positions of channels' sources (stream addresses) by the number of new sources, which an
 * import inserts before them.
 *
 * @param arriving - selects channel_id, and as total the number of new sources of that channel
 */
export const makeRoomForSources = (arriving: Statement): Statement => sql`
  update channel_source set position = channel_source.position + arriving.total
  from (${arriving}) as arriving
  where channel_source.channel_id = arriving.channel_id`;

const listColumnNames = [
  'provider_id',
  'catchup',
  'catchup_source',
  'catchup_days',
  'catchup_correction_hours',
  'guide_shift_hours',
  'languages',
  'quality',
] as const;

/**
 * The columns of a source that say to which provider it belongs, and what its list says about the archive, the languages and
 * the quality.
 */
export const listColumns: Statement = sql.join(listColumnNames.map((name) => sql.ref(name)));

/** SQL arguments of `jsonb_build_object` that keep the columns of {@link listColumns}. @param table - its alias */
export const keptOfList = (table: string): Statement =>
  sql.join(listColumnNames.map((name) => sql`${sql.lit(name)}, ${sql.ref(`${table}.${name}`)}`));

/**
 * SQL that inserts sources (stream addresses) as the first ones of their channels, for an import.
 *
 * @param rows - selects the columns except `position`, and `nth`, by which the sources are ordered
 */
export const insertSources = (rows: Statement): Statement => sql`
  insert into channel_source
    (id, channel_id, position, address, address_hash, provider_key, user_agent, referrer, cookie, origin, stream_kind,
    is_playable, ${listColumns})
  select id, channel_id, (row_number() over (partition by channel_id order by nth) - 1)::int,
    address, address_hash, provider_key, user_agent, referrer, cookie, origin, stream_kind, is_playable, ${listColumns}
  from (${rows}) as made`;

/**
 * SQL that changes the stream addresses of channels' sources, for an import or its undo. Tags that an administrator has set
 * stay.
 *
 * @param given - selects target_id, the address columns, including is_playable, and those of {@link listColumns}; a source
 *   without a provider there keeps its own
 * @param only - a further condition on `target` and `given`
 */
export const readdressSources = (given: Statement, only = sql`true`): Statement => sql`
  update channel_source as target
  set address = given.address, address_hash = given.address_hash, provider_key = given.provider_key,
    stream_kind = given.stream_kind, is_playable = given.is_playable, user_agent = given.user_agent,
    referrer = given.referrer, cookie = given.cookie, origin = given.origin,
    provider_id = coalesce(given.provider_id, target.provider_id), catchup = given.catchup,
    catchup_source = given.catchup_source, catchup_days = given.catchup_days,
    catchup_correction_hours = given.catchup_correction_hours, guide_shift_hours = given.guide_shift_hours,
    languages = ${keptLanguages}, quality = ${keptQuality}
  from (${given}) as given
  where target.id = given.target_id and ${only}`;

const keptLanguages = keptTag('languages', 'target', sql.ref('given.languages'));
const keptQuality = keptTag('quality', 'target', sql.ref('given.quality'));

/**
 * SQL that gives sources what the list that has them says about them, and makes them belong to its provider.
 * Sources that were added by hand, those of the demo, and tags that an administrator has set stay as they are.
 *
 * @param given - selects target_id and the columns of {@link listColumns}
 */
export const describeSources = (given: Statement): Statement => sql`
  update channel_source as target
  set provider_id = given.provider_id, catchup = given.catchup, catchup_source = given.catchup_source,
    catchup_days = given.catchup_days, catchup_correction_hours = given.catchup_correction_hours,
    guide_shift_hours = given.guide_shift_hours, languages = ${keptLanguages}, quality = ${keptQuality}
  from (${given}) as given
  where target.id = given.target_id
    and target.provider_id <> all(${sql.val(Object.values(builtInProviders))}::text[]) and (
    target.provider_id, target.catchup, target.catchup_source, target.catchup_days,
    target.catchup_correction_hours, target.guide_shift_hours, target.languages, target.quality
  ) is distinct from (
    given.provider_id, given.catchup, given.catchup_source, given.catchup_days,
    given.catchup_correction_hours, given.guide_shift_hours, ${keptLanguages}, ${keptQuality})`;

/**
 * SQL that renumbers the positions of channels' sources (stream addresses) from 0 without gaps; sources that their lists no
 * longer have come last.
 *
 * @param which - a condition on `channel_source`, which must hold for all sources of a channel or for none
 */
export const orderSources = (which: Statement): Statement => sql`
  update channel_source set position = ordered.position
  from (
    select id, row_number() over (partition by channel_id order by missing_since is not null, position) - 1 as position
    from channel_source where ${which}
  ) as ordered
  where channel_source.id = ordered.id and channel_source.position <> ordered.position`;

/** SQL for an address without the extension by which a panel chooses the form of a live stream. */
export const formless = (address: string): Statement =>
  sql`regexp_replace(${sql.ref(address)}, '[.](ts|m3u8)$', '')`;

/**
 * SQL that moves new sources beside the source of their channel that is the same stream in another form: one in HLS before it,
 * one in MPEG-TS behind it. All clients play HLS without a conversion, and a segment that is late stops nothing. No other
 * source changes its place among the others.
 *
 * @param arriving - selects the id and the channel_id of the new sources
 */
export const joinForms = (arriving: Statement): Statement => sql`
  update channel_source set position = ordered.position
  from (
    select id, row_number() over (partition by channel_id order by
      first_position,
      case when id = first_id then 1 when is_hls and not is_first_hls then 0 else 2 end,
      position) - 1 as position
    from (
      select id, channel_id, position, is_hls,
        case when is_new then first_value(id) over stream else id end as first_id,
        case when is_new then first_value(position) over stream else position end as first_position,
        first_value(is_hls) over stream as is_first_hls
      from (
        select source.id, source.channel_id, source.position, source.address ~ '[.]m3u8$' as is_hls,
          ${formless('source.address')} as stream, arriving.id is not null as is_new
        from channel_source as source left join (${arriving}) as arriving on arriving.id = source.id
        where source.channel_id in (select channel_id from (${arriving}) as joined)
      ) as formed
      window stream as (partition by channel_id, stream order by is_new, position)
    ) as placed
  ) as ordered
  where channel_source.id = ordered.id and channel_source.position <> ordered.position`;

/**
 * SQL that deletes the channels' sources (stream addresses) for which `where` holds, joined with the tables of `using`.
 */
export const removeSources = (gone: { using: Statement; where: Statement }): Statement =>
  sql`delete from channel_source using ${gone.using} where ${gone.where}`;

/**
 * SQL that sets the plans of channels, without counting as an edit: the undo of an import still finds them unchanged.
 *
 * @param plans - an SQL array; empty for the plans of the section rule
 */
export const setChannelPlans = (plans: Statement, where: Statement): Statement =>
  sql`update channel set requires_plan = ${plans} where ${where}`;

/** SQL that deletes the channels for which `where` holds, with their sources (stream addresses). */
export const removeChannels = (where: Statement): Statement => sql`delete from channel where ${where}`;
