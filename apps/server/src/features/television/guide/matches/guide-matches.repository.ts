import type { Database } from '@butaca/db';
import { sql, type Insertable, type Kysely } from 'kysely';
import { isUnsure } from '../refreshing/guide-sources.repository.ts';

/** A candidate as it is stored: the guide's channel and its score. */
interface StoredCandidate {
  source_id: string;
  source_name: string;
  xmltv_id: string;
  names: string[];
  score: number;
}

export interface GuideMatchRow {
  id: string;
  name: string;
  section: string;
  number: number;
  logo: string | null;
  candidates: StoredCandidate[];
  is_decided: boolean;
  source_id: string | null;
  xmltv_id: string | null;
  username: string | null;
  decided_at: Date | null;
}

/** All SQL on decisions about guides, and on the candidates of channels. */
export function createGuideMatchesRepository(db: Kysely<Database>) {
  /** The columns of channels with their decisions and all candidates, the likeliest first. */
  const select = (condition: ReturnType<typeof sql<boolean>>) => sql<GuideMatchRow>`
    select channel.id, channel.name, channel.section, channel.number, channel.logo,
      coalesce(candidates.list, '[]') as candidates, decision.channel_id is not null as is_decided,
      decision.source_id, decision.xmltv_id, decision.username, decision.decided_at
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

  const unsure = sql<boolean>`channel.active and ${isUnsure('channel.id')}
    and not exists (select from guide_link as link where link.channel_id = channel.id)`;
  const decided = sql<boolean>`decision.channel_id is not null`;

  return {
    async listPage(state: 'unsure' | 'decided', page: number, limit: number) {
      const condition = state === 'unsure' ? unsure : decided;
      const order = state === 'unsure' ? sql`channel.number` : sql`decision.decided_at desc, channel.number`;
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
