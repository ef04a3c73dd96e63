import type { Database } from '@butaca/db';
import { sql, type Kysely } from 'kysely';

/** The SQL on failures of channels by which the product knows which channels do not respond. */
export function createChannelHealthRepository(db: Kysely<Database>) {
  return {
    /** Writes when channels delivered media; only rows of failures before that change. */
    async writeDeliveries(deliveries: readonly { channelId: string; at: Date }[]): Promise<void> {
      if (deliveries.length === 0) return;
      const rows = deliveries.map(({ channelId, at }) => ({
        channel_id: channelId,
        delivered_at: at.toISOString(),
      }));
      await sql`
        update channel_failure as failed set delivered_at = row.delivered_at
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (channel_id text, delivered_at timestamptz)
        where failed.channel_id = row.channel_id and failed.last_at <= row.delivered_at
          and (failed.delivered_at is null or failed.delivered_at < failed.last_at)`.execute(db);
    },

    /** Lists the channels whose streams have failed since the given time, and have delivered nothing since they failed. */
    async listUnresponsive(since: Date): Promise<string[]> {
      const { rows } = await sql<{ channel_id: string }>`
        select channel_id from channel_failure
        where last_at >= ${since} and (delivered_at is null or delivered_at < last_at)
        group by channel_id order by channel_id`.execute(db);
      return rows.map(({ channel_id: id }) => id);
    },
  };
}
