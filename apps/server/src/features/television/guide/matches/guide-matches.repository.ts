import type { Database } from '@butaca/db';
import { foldText, type GuideMatchState } from '@butaca/contract';
import { sql, type Insertable, type Kysely } from 'kysely';
import { escapeLike } from '../../../../shared/search/match-terms.ts';
import { isUnsure } from '../refreshing/guide-sources.repository.ts';

export interface GuideChannelRow {
  source_id: string;
  source_name: string;
  xmltv_id: string;
  names: string[];
}

/** A candidate as it is stored: the guide's channel and its score. */
interface StoredCandidate extends GuideChannelRow {
  score: number;
}

export interface GuideMatchRow {
  id: string;
  name: string;
  section: string;
  number: number;
  logo: string | null;
  tvg_id: string | null;
  candidates: StoredCandidate[];
  link: GuideChannelRow | null;
  is_decided: boolean;
  source_id: string | null;
  xmltv_id: string | null;
  username: string | null;
  decided_at: Date | null;
}

/** How many words of a search are looked for. */
const wordsMost = 8;

/** A text as `foldText` makes it, but for its spaces: guides have no column of folded names. */
const foldedInSql = (text: ReturnType<typeof sql>) =>
  sql`lower(regexp_replace(normalize(${text}, NFKD), '[\\u0300-\\u036f¿¡]', '', 'g'))`;

/** All SQL on decisions about guides, and on the candidates of channels. */
export function createGuideMatchesRepository(db: Kysely<Database>) {
  /** The columns of channels with their decisions and all candidates, the likeliest first. */
  const select = (condition: ReturnType<typeof sql<boolean>>) => sql<GuideMatchRow>`
    select channel.id, channel.name, channel.section, channel.number, channel.logo, channel.tvg_id,
      coalesce(candidates.list, '[]') as candidates, decision.channel_id is not null as is_decided,
      decision.source_id, decision.xmltv_id, decision.username, decision.decided_at, (
        select jsonb_build_object('source_id', source.id, 'source_name', source.name, 'xmltv_id', guide.xmltv_id,
          'names', to_jsonb(guide.names))
        from guide_link as link
        join guide_channel as guide on guide.id = link.guide_channel_id
        join guide_source as source on source.id = guide.source_id
        where link.channel_id = channel.id
      ) as link
    from channel
    left join guide_decision as decision on decision.channel_id = channel.id
    left join lateral (
      select jsonb_agg(jsonb_build_object('source_id', source.id, 'source_name', source.name,
        'xmltv_id', guide.xmltv_id, 'names', to_jsonb(guide.names), 'score', (named ->> 'score')::float8)
        order by (named ->> 'score')::float8 desc, source.place, guide.id) as list
      from guide_match as match
      cross join lateral jsonb_array_elements(match.candidates) as named
      join guide_source as source on source.id = match.source_id
      join guide_channel as guide on guide.source_id = match.source_id and guide.xmltv_id = named ->> 'guideId'
      where match.channel_id = channel.id
    ) as candidates on true
    where ${condition}`;

  const isLinked = sql<boolean>`exists (select from guide_link as link where link.channel_id = channel.id)`;
  const conditions: Readonly<Record<GuideMatchState, ReturnType<typeof sql<boolean>>>> = {
    unsure: sql`channel.active and ${isUnsure('channel.id')} and not ${isLinked}`,
    matched: sql`channel.active and decision.channel_id is null and ${isLinked}`,
    decided: sql`decision.channel_id is not null`,
    none: sql`channel.active and decision.channel_id is null and not ${isUnsure('channel.id')} and not ${isLinked}`,
  };

  return {
    /** @param words - what the names of channels have to contain; empty for all channels */
    async listPage(state: GuideMatchState, words: string, page: number, limit: number) {
      const condition =
        words === ''
          ? conditions[state]
          : sql<boolean>`${conditions[state]} and channel.name_folded like ${`%${escapeLike(foldText(words))}%`}`;
      const order = state === 'decided' ? sql`decision.decided_at desc, channel.number` : sql`channel.number`;
      const [found, counted] = await Promise.all([
        sql<GuideMatchRow>`${select(condition)} order by ${order} limit ${limit} offset ${(page - 1) * limit}`.execute(
          db,
        ),
        sql<{ total: number }>`
          select count(*)::integer as total from channel
          left join guide_decision as decision on decision.channel_id = channel.id
          where ${condition}`.execute(db),
      ]);
      return { rows: found.rows, total: counted.rows[0]?.total ?? 0 };
    },

    /**
     * Lists channels of guides whose names or id contain all words: those that begin with the words first, then by the length
     * of their first names.
     *
     * @param sourceId - the guide that is searched; without it all of them
     */
    async searchChannels(words: string, sourceId: string | undefined, page: number, limit: number) {
      const folded = foldText(words);
      const patterns = folded
        .split(' ')
        .slice(0, wordsMost)
        .map((word) => `%${escapeLike(word)}%`);
      const { rows } = await sql<GuideChannelRow & { total: number }>`
        select guide.source_id, source.name as source_name, guide.xmltv_id, guide.names,
          (count(*) over ())::integer as total
        from guide_channel as guide
        join guide_source as source on source.id = guide.source_id
        cross join lateral (
          select ${foldedInSql(sql`array_to_string(guide.names || guide.xmltv_id, ' ')`)} as text
        ) as folded
        where folded.text like all (${patterns}::text[])
          ${sourceId === undefined ? sql`` : sql`and guide.source_id = ${sourceId}`}
        order by (folded.text like ${`${escapeLike(folded)}%`}) desc, length(guide.names[1]), source.place, guide.id
        limit ${limit} offset ${(page - 1) * limit}`.execute(db);
      return { rows, total: rows[0]?.total ?? 0 };
    },

    /** Decides for a channel, and keeps what was decided before if it was another choice. */
    async decide(
      trx: Kysely<Database>,
      decision: Omit<Insertable<Database['guide_decision']>, 'previous'>,
    ): Promise<void> {
      await sql`
        insert into guide_decision (channel_id, source_id, xmltv_id, username, decided_at)
        values (${decision.channel_id}, ${decision.source_id}, ${decision.xmltv_id}, ${decision.username},
          ${decision.decided_at})
        on conflict (channel_id) do update set source_id = excluded.source_id, xmltv_id = excluded.xmltv_id,
          username = excluded.username, decided_at = excluded.decided_at,
          previous = case
            when (guide_decision.source_id, guide_decision.xmltv_id)
              is not distinct from (excluded.source_id, excluded.xmltv_id) then guide_decision.previous
            else jsonb_build_object('source_id', guide_decision.source_id, 'xmltv_id', guide_decision.xmltv_id,
              'username', guide_decision.username, 'decided_at', guide_decision.decided_at)
          end`.execute(trx);
    },

    /**
     * Takes back the last decision for a channel: the one before it holds again, unless its guide was deleted.
     *
     * @returns whether there was a decision
     */
    async undo(trx: Kysely<Database>, channelId: string): Promise<boolean> {
      const undone = await trx
        .deleteFrom('guide_decision')
        .where('channel_id', '=', channelId)
        .returning('previous')
        .executeTakeFirst();
      if (undone === undefined) return false;
      await sql`
        insert into guide_decision (channel_id, source_id, xmltv_id, username, decided_at)
        select ${channelId}, earlier.source_id, earlier.xmltv_id, earlier.username, earlier.decided_at
        from jsonb_to_record(${JSON.stringify(undone.previous ?? {})}::jsonb)
          as earlier (source_id text, xmltv_id text, username text, decided_at timestamptz)
        where earlier.username is not null
          and (earlier.source_id is null
            or exists (select from guide_source as source where source.id = earlier.source_id))`.execute(trx);
      return true;
    },

    /**
     * Asks for a refresh of the guide that was decided for a channel if it has no programmes of it: of guide channels that no
     * channel has, none are kept when a guide is read.
     *
     * @returns whether a refresh is due
     */
    async requestMissing(trx: Kysely<Database>, channelId: string, now: Date): Promise<boolean> {
      const { rows } = await sql`
        update guide_source as source set is_refresh_requested = true
        from guide_decision as decision
        join guide_channel as guide on guide.source_id = decision.source_id and guide.xmltv_id = decision.xmltv_id
        where decision.channel_id = ${channelId} and source.id = guide.source_id
          and (guide.ends_at is null or guide.ends_at <= ${now})
        returning source.id`.execute(trx);
      return rows.length > 0;
    },

    async find(channelId: string): Promise<GuideMatchRow | undefined> {
      const { rows } = await select(sql<boolean>`channel.id = ${channelId}`).execute(db);
      return rows[0];
    },
  };
}
