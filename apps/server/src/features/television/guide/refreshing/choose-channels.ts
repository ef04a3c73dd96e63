import { createHash } from 'node:crypto';
import type { Database } from '@butaca/db';
import { matcherRevision, type MatchedChannel } from '@butaca/guide';
import { sql, type Kysely } from 'kysely';
import { pastDays } from './write-guide.ts';

/** By what the programmes that are kept of a guide are chosen. */
export interface Choice {
  channels: MatchedChannel[];
  /** The hash of the channels and the matcher: a guide that was read with another one has to be read again. */
  hash: Buffer;
  /** For how many days programmes are read that are over. */
  days: number;
}

/** Reads the channels for which guides are matched: all but those that their lists no longer have. */
export async function readChoice(db: Kysely<Database>): Promise<Choice> {
  const { rows } = await sql<{
    id: string;
    tvg_id: string | null;
    name: string;
    country: string | null;
    catchup_days: number | null;
    shift_hours: number | null;
  }>`
    select id, tvg_id, name, country, (
      select max(source.catchup_days) from channel_source as source where source.channel_id = channel.id
    ) as catchup_days, (
      select max(source.guide_shift_hours) from channel_source as source where source.channel_id = channel.id
    ) as shift_hours
    from channel where missing_since is null order by id`.execute(db);
  const zones = await db.selectFrom('provider').select(['id', 'time_zone']).orderBy('id').execute();
  // A newer matcher finds other channels in the same guide.
  const hash = createHash('sha256').update(`matcher ${matcherRevision}`);
  for (const row of [...rows, ...zones]) hash.update(JSON.stringify(row));
  const archive = rows.reduce((most, row) => Math.max(most, row.catchup_days ?? 0), pastDays.least);
  return {
    channels: rows.map(({ id, tvg_id: tvgId, name, country }) => ({ id, tvgId, name, names: [], country })),
    hash: hash.digest(),
    days: Math.min(archive, pastDays.most),
  };
}

/** Lists the channels of a guide that an administrator has chosen for some channel. */
export async function listDecided(db: Kysely<Database>, sourceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('guide_decision')
    .select('xmltv_id')
    .distinct()
    .where('source_id', '=', sourceId)
    .execute();
  return rows.flatMap(({ xmltv_id: id }) => id ?? []);
}
