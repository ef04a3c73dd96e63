import type { ChannelCard, Viewer } from '@butaca/contract';
import type { Database } from '@butaca/db';
import type { Kysely, RawBuilder } from 'kysely';
import type { Clock } from '../../../../platform/clock.ts';
import { createRemindersRepository } from './reminders.repository.ts';

/** A programme begins of which an account wanted to be reminded. */
export interface DueReminder {
  accountId: string;
  /** The reminder and the start of its programme: one that the guide has moved is announced at its new time. */
  subject: string;
  askedBefore: Date;
  expiresAt: Date;
}

/** What is told of a programme that begins. */
export interface ReminderNotice {
  tag: string;
  title: string;
  /** The name of the channel. */
  place: string;
  startsAt: string;
  endsAt: string;
  path: string;
}

/** What closed pages are told of reminders. */
export interface ReminderNotices {
  /** Lists the programmes that begin, of some of the given accounts. @param accounts - a query of their ids */
  listDue(accounts: RawBuilder<unknown>, now: Date): Promise<DueReminder[]>;
  /** Returns `undefined` where the reminder is gone, its programme moved or over, or its channel not open to the person. */
  write(subject: string, person: Viewer & { accountId: string }): Promise<ReminderNotice | undefined>;
}

/** How long before its programme begins a reminder is due: as long as the toast of the page. */
const aheadMs = 60_000;

export function createReminderNotices({
  db,
  clock,
  cardsOf,
}: {
  db: Kysely<Database>;
  clock: Clock;
  cardsOf(ids: readonly string[], viewer: Viewer): Promise<ChannelCard[]>;
}): ReminderNotices {
  const reminders = createRemindersRepository(db);
  return {
    async listDue(accounts, now) {
      const rows = await reminders.listBeginning(accounts, { now, until: new Date(now.getTime() + aheadMs) });
      return rows.map(({ id, account_id, starts_at, ends_at }) => ({
        accountId: account_id,
        subject: `${id} ${starts_at.toISOString()}`,
        askedBefore: starts_at,
        expiresAt: ends_at,
      }));
    },
    async write(subject, person) {
      const [id = '', startsAt] = subject.split(' ');
      const row = (await reminders.list(person.accountId, clock.now())).find((known) => known.id === id);
      if (row === undefined || row.starts_at.toISOString() !== startsAt) return undefined;
      const [channel] = await cardsOf([row.channel_id], person);
      if (channel === undefined || channel.locked) return undefined;
      return {
        tag: id,
        title: row.title,
        place: channel.name,
        startsAt,
        endsAt: row.ends_at.toISOString(),
        path: `/watch/channel/${channel._id}`,
      };
    },
  };
}
