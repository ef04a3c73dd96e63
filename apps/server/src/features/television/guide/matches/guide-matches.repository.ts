import type { Database } from '@butaca/db';
import { sql, type Kysely } from 'kysely';
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

    async find(channelId: string): Promise<GuideMatchRow | undefined> {
      const { rows } = await select(sql<boolean>`channel.id = ${channelId}`).execute(db);
      return rows[0];
    },
  };
}
