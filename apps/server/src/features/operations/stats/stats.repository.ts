import { itemKeyOf, type ItemKind } from '@butaca/contract';
import type { Database } from '@butaca/db';
import { sql, type Kysely } from 'kysely';
import { isChoosable } from '../../../shared/adults.ts';
import type { PlayCount } from './play-meter.ts';

/** How often the streams of a channel failed on one day, and when last. */
export interface FailureCount {
  channelId: string;
  day: string;
  failures: number;
  lastAt: Date;
}

/** SQL for the id inside the column `item_key` (`video:<id>`); null when that key names an item of another kind. */
const itemId = (kind: ItemKind) => sql`
  case when starts_with(item_key, ${itemKeyOf(kind, '')}) then substr(item_key, ${itemKeyOf(kind, '').length + 1}) end`;

/** The shortest watch time, in seconds, that counts as a play; shorter times are assumed to be channel surfing. */
const playFromSeconds = 30;
const rowsShown = 20;
const keptDays = 400;

const watched = sql.raw(
  `(count(*) filter (where seconds >= ${playFromSeconds}))::integer as plays, round(sum(seconds) / 3600.0, 2)::float8 as hours`,
);

interface Watched {
  plays: number;
  hours: number;
}

const dayMs = 86_400_000;
/** How many days one statement counts: those of a year would sort millions of rows to find the viewers of each day. */
const daysTogether = 31;

/** Divides the days from one to another, `YYYY-MM-DD` and both included, into parts. */
function partsOf(from: string, until: string): { first: string; last: string }[] {
  const [fromMs, untilMs] = [Date.parse(from), Date.parse(until)];
  const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  const parts: { first: string; last: string }[] = [];
  for (let firstMs = fromMs; firstMs <= untilMs; firstMs += daysTogether * dayMs) {
    const lastMs = Math.min(untilMs, firstMs + (daysTogether - 1) * dayMs);
    parts.push({ first: dayOf(firstMs), last: dayOf(lastMs) });
  }
  return parts;
}

/** All SQL on the counts of plays and failures. */
export function createStatsRepository(db: Kysely<Database>) {
  async function countDays({ first, last }: { first: string; last: string }) {
    const { rows } = await sql<Watched & { day: string; viewers: number }>`
      select days.day, coalesce(plays, 0) as plays, coalesce(hours, 0) as hours, coalesce(viewers, 0) as viewers
      from (
        select at::date::text as day from generate_series(${first}::date, ${last}::date, interval '1 day') as at
      ) as days
      left join (
        select day, count(distinct account_id)::integer as viewers, ${watched} from play
        where day between ${first} and ${last} group by day) as counted on counted.day = days.day
      order by days.day`.execute(db);
    return rows;
  }

  return {
    async writePlays(counts: readonly PlayCount[]): Promise<void> {
      if (counts.length === 0) return;
      const rows = counts.map(({ accountId, itemKey, day, seconds }) => ({
        account_id: accountId,
        item_key: itemKey,
        day,
        seconds,
      }));
      // Watch times of accounts that were deleted meanwhile are not written.
      await sql`
        insert into play (account_id, item_key, day, plan, seconds)
        select account_id, item_key, day, account.plan, seconds
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
          account_id text, item_key text, day text, seconds integer)
        join account on account.id = row.account_id
        order by account_id, item_key, day
        on conflict (account_id, item_key, day) do update set
          seconds = play.seconds + excluded.seconds, plan = excluded.plan`.execute(db);
    },

    async writeFailures(counts: readonly FailureCount[]): Promise<void> {
      if (counts.length === 0) return;
      const rows = counts.map(({ channelId, day, failures, lastAt }) => ({
        channel_id: channelId,
        day,
        failures,
        last_at: lastAt.toISOString(),
      }));
      await sql`
        insert into channel_failure (channel_id, day, failures, last_at)
        select channel_id, day, failures, last_at
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
          channel_id text, day text, failures integer, last_at timestamptz)
        where exists (select from channel where channel.id = channel_id)
        order by channel_id, day
        on conflict (channel_id, day) do update set
          failures = channel_failure.failures + excluded.failures, last_at = excluded.last_at`.execute(db);
    },

    async forgetOld(today: string): Promise<void> {
      const oldest = sql`(${today}::date - ${keptDays}::integer)::text`;
      await sql`delete from play where day < ${oldest}`.execute(db);
      await sql`delete from channel_failure where day < ${oldest}`.execute(db);
    },

    /** Counts each day on its own. A year is read in parts, each of which stays within the time that one statement may take. */
    async listByDay(from: string, today: string) {
      const days: (Watched & { day: string; viewers: number })[] = [];
      for (const part of partsOf(from, today)) days.push(...(await countDays(part)));
      return days;
    },

    async listByPlan(from: string) {
      const { rows } = await sql<Watched & { plan: string }>`
        select plan, ${watched} from play where day >= ${from} group by plan order by hours desc, plan`.execute(
        db,
      );
      return rows;
    },

    async listByTitle(from: string) {
      const { rows } = await sql<Watched & { item_key: string; title: string }>`
        select counted.*, coalesce(
          (select title from video where video.id = ${itemId('video')}),
          (select name from channel where channel.id = ${itemId('channel')}), '') as title
        from (
          select item_key, ${watched} from play where day >= ${from}
          group by item_key having bool_or(seconds >= ${playFromSeconds})
          order by hours desc, item_key limit ${rowsShown}) as counted
        order by hours desc, item_key`.execute(db);
      return rows;
    },

    /**
     * Returns the ids of the videos or channels with the most plays since a day, most plays first, without those for
     * adults.
     */
    async listMostPlayed(kind: 'video' | 'channel', from: string, limit: number): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        select counted.id from (
          select ${itemId(kind)} as id, count(*) as plays, sum(seconds) as watched from play
          where day >= ${from} and seconds >= ${playFromSeconds} and starts_with(item_key, ${itemKeyOf(kind, '')})
          group by item_key) as counted
        join ${sql.table(kind)} on ${sql.ref(`${kind}.id`)} = counted.id
        where ${isChoosable(kind)}
        order by plays desc, watched desc, counted.id limit ${limit}`.execute(db);
      return rows.map(({ id }) => id);
    },

    async listFailing(from: string) {
      const { rows } = await sql<{ id: string; name: string; failures: number; last_at: Date }>`
        select channel.id, channel.name, sum(failures)::integer as failures, max(last_at) as last_at
        from channel_failure join channel on channel.id = channel_id
        where day >= ${from} group by channel.id, channel.name
        order by sum(failures) desc, channel.name limit ${rowsShown}`.execute(db);
      return rows;
    },
  };
}

export type StatsRepository = ReturnType<typeof createStatsRepository>;
