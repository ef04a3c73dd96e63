import type { Database } from '@butaca/db';
import { sql, type Kysely } from 'kysely';
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

/** A channel that viewers see, and the channel of a guide from which it has its programmes; `null` without one. */
export interface GuideLinkRow {
  channel_id: string;
  guide_channel_id: number | null;
  shift_minutes: number;
  archive_days: number | null;
}

/** The programmes of a channel to list: the one that is on at `from`, and those that begin later and before `to`. */
export interface Wanted {
  link: GuideLinkRow;
  from: Date;
  /** Without it, only the first programme that begins later is listed. */
  to?: Date;
}

const shift = sql`make_interval(mins => link.shift_minutes)`;
const programmeColumns = sql`
  link.channel_id, programme.starts_at + ${shift} as starts_at, programme.ends_at + ${shift} as ends_at,
  programme.title, programme.subtitle, programme.categories, programme.season, programme.episode,
  programme.is_new, programme.is_live`;
const columns = sql`${programmeColumns}, ${archiveDaysOf(sql`link.channel_id`)} as archive_days`;

/** The channels that viewers see, with the channels of guides that they are linked to. */
const shownLinks = sql`guide_link as link join channel on channel.id = link.channel_id and ${isShown('channel')}`;

/*
 * Hundreds of programmes are listed for each window of the grid. Rows of ten columns, or JSON written by the database, would cost
 * several times as much processor time as finding them, so the database joins the fields of a programme, and the programmes of a
 * channel, by control characters; `packages/guide` leaves none in texts.
 */
const fieldEnd = '\u001F';
const programmeEnd = '\u001E';
const packed = sql<string>`
  concat_ws(${sql.lit(fieldEnd)}, date_part('epoch', starts_at), date_part('epoch', ends_at), is_new, is_live,
    coalesce(season::text, ''), coalesce(episode::text, ''), title, coalesce(subtitle, ''),
    nullif(array_to_string(categories, ${sql.lit(fieldEnd)}), ''))`;

const minuteMs = 60_000;

/** Reads the programmes of a channel as the database has packed them, by their starts. */
function unpack(text: string, { channel_id, archive_days, shift_minutes }: GuideLinkRow): ProgrammeRow[] {
  const instant = (seconds = ''): Date => new Date(Number(seconds) * 1_000 + shift_minutes * minuteMs);
  const number = (written = ''): number | null => (written === '' ? null : Number(written));
  return text
    .split(programmeEnd)
    .map((each): ProgrammeRow => {
      const [from, to, isNew, isLive, season, episode, title = '', subtitle, ...categories] =
        each.split(fieldEnd);
      return {
        channel_id,
        starts_at: instant(from),
        ends_at: instant(to),
        title,
        subtitle: subtitle || null,
        categories,
        season: number(season),
        episode: number(episode),
        is_new: isNew === 't',
        is_live: isLive === 't',
        archive_days,
      };
    })
    .toSorted((one, other) => one.starts_at.getTime() - other.starts_at.getTime());
}

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
    /** Lists those of some channels that viewers see. */
    async listLinks(channelIds: readonly string[]): Promise<GuideLinkRow[]> {
      const { rows } = await sql<GuideLinkRow>`
        select channel.id as channel_id, link.guide_channel_id, coalesce(link.shift_minutes, 0) as shift_minutes,
          ${archiveDaysOf(sql`channel.id`)} as archive_days
        from channel left join guide_link as link on link.channel_id = channel.id
        where channel.id = any(${[...channelIds]}::text[]) and ${isShown('channel')}`.execute(db);
      return rows;
    },

    /** Lists the channels of a section, or all, that viewers see and that have a guide, by their numbers. */
    async listLinked(section: string | undefined): Promise<GuideLinkRow[]> {
      const { rows } = await sql<GuideLinkRow>`
        select link.channel_id, link.guide_channel_id, link.shift_minutes,
          ${archiveDaysOf(sql`link.channel_id`)} as archive_days
        from ${shownLinks}
        ${section === undefined ? sql`` : sql`where channel.section = ${section}`}
        order by channel.number`.execute(db);
      return rows;
    },

    /**
     * Lists programmes of channels. The one that is on at the first instant is found apart from the others: programmes of a
     * channel do not overlap, so it is the last one that has begun by then.
     *
     * @returns the programmes of each wanted channel by their starts, in the order of the channels
     */
    async listShown(wanted: readonly Wanted[]): Promise<ProgrammeRow[][]> {
      const guided = wanted.flatMap((each, index) =>
        each.link.guide_channel_id === null ? [] : { ...each, index, id: each.link.guide_channel_id },
      );
      const found: ProgrammeRow[][] = wanted.map(() => []);
      if (guided.length === 0) return found;
      const inGuide = (at: Date, { link }: Wanted): Date =>
        new Date(at.getTime() - link.shift_minutes * minuteMs);
      const { rows } = await sql<{ position: number; programmes: string }>`
        select wanted.position::integer, shown.programmes
        from unnest(
          ${guided.map(({ id }) => id)}::integer[],
          ${guided.map((each) => inGuide(each.from, each))}::timestamptz[],
          ${guided.map((each) => (each.to === undefined ? null : inGuide(each.to, each)))}::timestamptz[]
        ) with ordinality as wanted (guide_channel_id, since, until, position)
        cross join lateral (
          select string_agg(${packed}, ${sql.lit(programmeEnd)}) as programmes
          from (
            (select * from programme where guide_channel_id = wanted.guide_channel_id
              and starts_at <= wanted.since order by starts_at desc limit 1)
            union all
            (select * from programme where guide_channel_id = wanted.guide_channel_id
              and starts_at > wanted.since and starts_at < coalesce(wanted.until, 'infinity')
              order by starts_at limit case when wanted.until is null then 1 end)
          ) as programme
          where programme.ends_at > wanted.since
        ) as shown
        where shown.programmes is not null`.execute(db);
      for (const { position, programmes } of rows) {
        const each = guided[position - 1];
        if (each !== undefined) found[each.index] = unpack(programmes, each.link);
      }
      return found;
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
