import type { Database } from '@butaca/db';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { isShown } from '../../../../shared/adults.ts';
import { archiveDaysOf } from '../../../../shared/channel/archive-days.ts';
import { holdsRequired, holdsWord } from '../../../../shared/search/match-terms.ts';
import type { SearchQuery } from '../../../../shared/search/search-query.ts';

/** A programme of a channel; its times are moved by what the list of the channel says of its guide. */
export interface ProgrammeRow {
  channel_id: string;
  starts_at: Date;
  ends_at: Date;
  title: string;
  subtitle: string | null;
  categories: string[];
  season: number | null;
  episode: number | null;
  is_new: boolean;
  is_live: boolean;
  /** For how many days the archive of the channel keeps programmes; `null` without an archive. */
  archive_days: number | null;
}

export interface ProgrammeDetailRow extends ProgrammeRow {
  guide_channel_id: number;
  title_id: number;
  description: string | null;
  year: number | null;
  age_rating: string | null;
  is_repeat: boolean;
}

/** The programmes of a channel in a window of the grid: programmes of the contract in JSON, with commas between them. */
export interface WindowRow {
  channel_id: string;
  programmes: string;
}

const shift = sql`make_interval(mins => link.shift_minutes)`;
const programmeColumns = sql`
  link.channel_id, programme.starts_at + ${shift} as starts_at, programme.ends_at + ${shift} as ends_at,
  programme.title, programme.subtitle, programme.categories, programme.season, programme.episode,
  programme.is_new, programme.is_live`;
const columns = sql`${programmeColumns}, ${archiveDaysOf(sql`link.channel_id`)} as archive_days`;

/** The channels that viewers see, with the channels of guides that they are linked to. */
const shownLinks = sql`guide_link as link join channel on channel.id = link.channel_id and ${isShown('channel')}`;

/**
 * The programmes of the link's channel that are shown between two instants. The one that is on at the first instant is found
 * apart from the others: programmes of a channel do not overlap, so it is the last one that has begun by then.
 */
const between = (from: Date, to: Date): RawBuilder<unknown> => sql`
  lateral (
    (select * from programme where guide_channel_id = link.guide_channel_id
      and starts_at <= ${from}::timestamptz - ${shift} order by starts_at desc limit 1)
    union all
    (select * from programme where guide_channel_id = link.guide_channel_id
      and starts_at > ${from}::timestamptz - ${shift} and starts_at < ${to}::timestamptz - ${shift})
  ) as programme`;

/** Writes an instant as answers have it, in ISO 8601 and UTC. */
const written = (instant: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`to_char((${instant}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** How many showings of a title are looked at for one answer. */
const showingsRead = 200;

/**
 * What a search reads at most, so that a word that is in most titles costs no more than another: the shortest titles that
 * contain the words, and of each the soonest showings, also those that began a while ago.
 */
const searched = { titles: 100, showings: 50, since: sql.lit('6 hours') };

/** All SQL that reads programmes for viewers. */
export function createProgrammesRepository(db: Kysely<Database>) {
  return {
    /**
     * Lists the programmes that channels show between two instants, in the order of the given ids and without channels that
     * viewers do not see. The database writes them in JSON: reading and writing hundreds of them for each window of the
     * grid would cost the server most of its time.
     */
    async listWindow(
      channelIds: readonly string[],
      { from, to, now }: { from: Date; to: Date; now: Date },
    ): Promise<WindowRow[]> {
      const { rows } = await sql<WindowRow>`
        select channel.id as channel_id, (
          select coalesce(string_agg(row_to_json(shown)::text, ',' order by shown."startsAt" collate "C"), '')
          from (
            select ${written(sql`programme.starts_at + ${shift}`)} as "startsAt",
              ${written(sql`programme.ends_at + ${shift}`)} as "endsAt",
              title, subtitle, season, episode, categories, is_new as "isNew", is_live as "isLive",
              coalesce(programme.starts_at + ${shift} <= ${now}
                and programme.starts_at + ${shift} >= archive.since, false) as "canPlayFromStart"
            from ${between(from, to)} where programme.ends_at > ${from}::timestamptz - ${shift}
          ) as shown
        ) as programmes
        from unnest(${[...channelIds]}::text[]) with ordinality as wanted (id, position)
        join channel on channel.id = wanted.id and ${isShown('channel')}
        left join guide_link as link on link.channel_id = channel.id
        cross join lateral (
          select ${now}::timestamptz - make_interval(hours => 24 * ${archiveDaysOf(sql`channel.id`)}) as since
        ) as archive
        order by wanted.position`.execute(db);
      return rows;
    },

    /**
     * Lists what channels show at an instant and next, by the channels' numbers; one or two rows for each. `offset 0` keeps
     * Postgres from looking for the archive of a channel once for each of its programmes.
     */
    async listNow(section: string | undefined, now: Date): Promise<ProgrammeRow[]> {
      const { rows } = await sql<ProgrammeRow>`
        select ${programmeColumns}, link.archive_days
        from (
          select link.*, channel.number, ${archiveDaysOf(sql`channel.id`)} as archive_days from ${shownLinks}
          ${section === undefined ? sql`` : sql`where channel.section = ${section}`}
          offset 0
        ) as link
        cross join lateral (
          (select * from programme where guide_channel_id = link.guide_channel_id
            and starts_at <= ${now}::timestamptz - ${shift} order by starts_at desc limit 1)
          union all
          (select * from programme where guide_channel_id = link.guide_channel_id
            and starts_at > ${now}::timestamptz - ${shift} order by starts_at limit 1)
        ) as programme
        where programme.ends_at > ${now}::timestamptz - ${shift}
        order by link.number, programme.starts_at`.execute(db);
      return rows;
    },

    /** Finds what a channel shows at an instant. */
    async findAt(channelId: string, at: Date): Promise<ProgrammeDetailRow | undefined> {
      const { rows } = await sql<ProgrammeDetailRow>`
        select ${columns}, programme.guide_channel_id, programme.title_id, programme.description, programme.year,
          programme.age_rating, programme.is_repeat
        from ${shownLinks}
        cross join lateral (
          select * from programme where guide_channel_id = link.guide_channel_id
            and starts_at <= ${at}::timestamptz - ${shift} order by starts_at desc limit 1
        ) as programme
        where link.channel_id = ${channelId} and programme.ends_at > ${at}::timestamptz - ${shift}`.execute(
        db,
      );
      return rows[0];
    },

    /**
     * Lists showings of the same title and, where both are known, the same season and episode, that begin at an instant or
     * later.
     */
    async listShowings(of: ProgrammeDetailRow, from: Date, limit: number): Promise<ProgrammeRow[]> {
      const { rows } = await sql<ProgrammeRow>`
        select ${columns}
        from (
          select * from programme where title_id = ${of.title_id} and starts_at > ${from}::timestamptz - interval '1 day'
            and (${of.episode}::integer is null or episode is null or episode = ${of.episode})
            and (${of.season}::integer is null or season is null or season = ${of.season})
          order by starts_at limit ${showingsRead}
        ) as programme
        join (${sql`select link.*, channel.number from ${shownLinks}`}) as link
          on link.guide_channel_id = programme.guide_channel_id
        where programme.starts_at + ${shift} >= ${from}
          and not (link.channel_id = ${of.channel_id} and programme.starts_at + ${shift} = ${of.starts_at})
        order by programme.starts_at + ${shift}, link.number limit ${limit}`.execute(db);
      return rows;
    },

    /** Lists what a channel shows of the same title after a programme, without further showings of the same episode. */
    async listEpisodes(of: ProgrammeDetailRow, limit: number): Promise<ProgrammeRow[]> {
      const { rows } = await sql<ProgrammeRow>`
        select ${columns}
        from guide_link as link join programme on programme.guide_channel_id = link.guide_channel_id
        where link.channel_id = ${of.channel_id} and programme.title_id = ${of.title_id}
          and programme.starts_at + ${shift} > ${of.starts_at}
          and (programme.season, programme.episode, programme.subtitle)
            is distinct from (${of.season}::integer, ${of.episode}::integer, ${of.subtitle}::text)
          and (programme.episode is not null or programme.subtitle is not null)
        order by programme.starts_at limit ${limit}`.execute(db);
      return rows;
    },

    /**
     * Lists programmes that are on at an instant or begin later and whose titles contain the words of a search: each title
     * once for each channel, the soonest first.
     */
    async search(query: SearchQuery, now: Date, limit: number): Promise<ProgrammeRow[]> {
      const folded = sql.ref('programme_title.folded');
      const { rows } = await sql<ProgrammeRow>`
        select found.*, ${archiveDaysOf(sql`found.channel_id`)} as archive_days
        from (
          select * from (
            select distinct on (link.channel_id, programme.title_id) ${programmeColumns}, link.number
            from (
              select id from programme_title where ${holdsRequired(query, folded, holdsWord)}
              order by length(folded), id limit ${searched.titles}
            ) as title
            cross join lateral (
              select * from programme
              where title_id = title.id and starts_at > ${now}::timestamptz - interval ${searched.since}
                and ends_at > ${now}
              order by starts_at limit ${searched.showings}
            ) as programme
            join (${sql`select link.*, channel.number from ${shownLinks}`}) as link
              on link.guide_channel_id = programme.guide_channel_id
            where programme.ends_at + ${shift} > ${now}
            order by link.channel_id, programme.title_id, programme.starts_at
          ) as candidate
          order by starts_at, number limit ${limit}
        ) as found
        order by starts_at, number`.execute(db);
      return rows;
    },
  };
}
