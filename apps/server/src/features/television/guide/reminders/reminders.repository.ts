import type { Database } from '@butaca/db';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { v7 as newId } from 'uuid';

/** A reminder with the times that its programme has in the present guide. */
export interface ReminderRow {
  id: string;
  channel_id: string;
  title: string;
  starts_at: Date;
  ends_at: Date;
}

/** How far a programme may be moved in the guide and still be the one that was asked for. */
const movedBy = sql.lit('6 hours');
const shift = sql`make_interval(mins => coalesce(link.shift_minutes, 0))`;

/** Reminders with the programme of the same title on their channel that is nearest to the time that was asked for. */
const listWhere = (condition: RawBuilder<unknown>) => sql<ReminderRow>`
  select reminder.id, reminder.channel_id, reminder.title,
    coalesce(present.starts_at, reminder.starts_at) as starts_at, coalesce(present.ends_at, reminder.ends_at) as ends_at
  from reminder left join guide_link as link on link.channel_id = reminder.channel_id
  left join lateral (
    select programme.starts_at + ${shift} as starts_at, programme.ends_at + ${shift} as ends_at
    from programme
    where guide_channel_id = link.guide_channel_id and title = reminder.title
      and programme.starts_at >= reminder.starts_at - ${shift} - interval ${movedBy}
      and programme.starts_at <= reminder.starts_at - ${shift} + interval ${movedBy}
    order by abs(extract(epoch from programme.starts_at + ${shift} - reminder.starts_at)) limit 1
  ) as present on true
  where ${condition}`;

/** How long after its start a programme still counts as one that begins, while it is on. */
const begunFor = sql.lit('6 hours');

/** All SQL on the table `reminder`. */
export function createRemindersRepository(db: Kysely<Database>) {
  return {
    /** Lists the reminders of an account whose programmes are not over, the soonest first. */
    async list(accountId: string, now: Date): Promise<ReminderRow[]> {
      const { rows } = await sql<ReminderRow>`
        select * from (${listWhere(sql`reminder.account_id = ${accountId}`)}) as known
        where ends_at > ${now} order by starts_at, id`.execute(db);
      return rows;
    },

    /**
     * Lists the reminders of some accounts whose programmes are on, or begin before an instant, at most a few hours after
     * their start.
     *
     * @param accounts - a query of their ids
     */
    async listBeginning(
      accounts: RawBuilder<unknown>,
      { now, until }: { now: Date; until: Date },
    ): Promise<(ReminderRow & { account_id: string })[]> {
      // The first condition names the reminders that a guide can have moved there, so that few are compared with the guide.
      const { rows } = await sql<ReminderRow & { account_id: string }>`
        select known.*, reminder.account_id from (${listWhere(sql`reminder.account_id in (${accounts})
          and reminder.starts_at > ${now}::timestamptz - interval ${begunFor} - interval ${movedBy}
          and reminder.starts_at <= ${until}::timestamptz + interval ${movedBy}`)}) as known
        join reminder on reminder.id = known.id
        where known.starts_at <= ${until} and known.ends_at > ${now}
          and known.starts_at > ${now}::timestamptz - interval ${begunFor}
        order by known.starts_at, known.id`.execute(db);
      return rows;
    },

    /**
     * Adds a reminder, unless the account has it, also under the time from which the guide has moved it, and deletes those of the
     * account that were over a day ago. One whose programme the guide has replaced by the given one becomes a reminder of that.
     *
     * @param most - how many the account may have whose programmes are not over
     * @returns its row; `undefined` when the account has as many as it may
     */
    add(
      accountId: string,
      {
        channelId,
        title,
        startsAt,
        endsAt,
      }: { channelId: string; title: string; startsAt: Date; endsAt: Date },
      { now, most }: { now: Date; most: number },
    ): Promise<ReminderRow | undefined> {
      return db.transaction().execute(async (trx) => {
        // The account's row orders additions of several devices, so that they are counted one after the other.
        await trx.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
        await sql`
          delete from reminder where account_id = ${accountId} and ends_at < ${now}::timestamptz - interval '1 day'`.execute(
          trx,
        );
        const ofChannel = await sql<ReminderRow & { asked_at: Date }>`
          select listed.*, reminder.starts_at as asked_at
          from (${listWhere(sql`reminder.account_id = ${accountId} and reminder.channel_id = ${channelId}`)}) as listed
          join reminder on reminder.id = listed.id`.execute(trx);
        const isAt = (at: Date, other: Date): boolean => at.getTime() === other.getTime();
        const known = ofChannel.rows.find((row) => row.title === title && isAt(row.starts_at, startsAt));
        if (known !== undefined) return known;
        // The guide has another programme now at the time at which the one of this row was to begin.
        const displaced = ofChannel.rows.find((row) => isAt(row.asked_at, startsAt));
        if (displaced !== undefined) {
          const { id, starts_at, ends_at } = displaced;
          const isMoved =
            !isAt(starts_at, startsAt) && !ofChannel.rows.some((row) => isAt(row.asked_at, starts_at));
          const values = isMoved ? { starts_at, ends_at } : { title, ends_at: endsAt };
          await trx.updateTable('reminder').set(values).where('id', '=', id).execute();
          if (!isMoved) return { id, channel_id: channelId, title, starts_at: startsAt, ends_at: endsAt };
        }
        const { rows: present } = await sql<{ count: number }>`
          select count(*)::integer as count from (${listWhere(sql`reminder.account_id = ${accountId}`)}) as listed
          where ends_at > ${now}`.execute(trx);
        if ((present[0]?.count ?? 0) >= most) return undefined;
        const row = { id: newId(), channel_id: channelId, title, starts_at: startsAt, ends_at: endsAt };
        await trx
          .insertInto('reminder')
          .values({ ...row, account_id: accountId })
          .execute();
        return row;
      });
    },

    /** Deletes a reminder of an account. @returns whether the account had it */
    async remove(accountId: string, id: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('reminder')
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}
