import {
  addReminder,
  listReminders,
  removeReminder,
  remindersMost,
  type ChannelCard,
  type Reminder,
  type Viewer,
} from '@butaca/contract';
import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import type { Clock } from '../../../../platform/clock.ts';
import { AppError } from '../../../../platform/http/app-error.ts';
import type { ServeEndpoint } from '../../../../platform/http/serve-endpoint.ts';
import type { Session } from '../../../../shared/session.ts';
import { createProgrammesRepository } from '../programmes/programmes.repository.ts';
import { createRemindersRepository, type ReminderRow } from './reminders.repository.ts';

const toReminder = (row: ReminderRow, channel: ChannelCard): Reminder => ({
  _id: row.id,
  channel,
  title: row.title,
  startsAt: row.starts_at.toISOString(),
  endsAt: row.ends_at.toISOString(),
});

export function serveReminders(
  serve: ServeEndpoint<Viewer & Pick<Session, 'accountId'>>,
  {
    db,
    clock,
    cardsOf,
  }: {
    db: Kysely<Database>;
    clock: Clock;
    /** Returns the cards of those given channels that viewers see, in the order of the given ids. */
    cardsOf(ids: readonly string[], viewer: Viewer): Promise<ChannelCard[]>;
  },
): void {
  const reminders = createRemindersRepository(db);
  const programmes = createProgrammesRepository(db);

  serve(listReminders, async (_request, { session }) => {
    const now = clock.now();
    const rows = await reminders.list(session.accountId, now);
    const ids = [...new Set(rows.map((row) => row.channel_id))];
    const cards = new Map((await cardsOf(ids, session)).map((card) => [card._id, card]));
    return {
      now: now.toISOString(),
      reminders: rows.flatMap((row) => {
        const channel = cards.get(row.channel_id);
        return channel === undefined ? [] : toReminder(row, channel);
      }),
    };
  });

  serve(addReminder, async ({ body: { channelId, startsAt } }, { session }) => {
    const [channel] = await cardsOf([channelId], session);
    if (channel === undefined) throw new AppError('channel.not_found');
    const found = await programmes.findAt(channelId, startsAt);
    if (found === undefined) throw new AppError('programme.not_found');
    const now = clock.now();
    if (found.starts_at <= now) throw new AppError('programme.begun');
    const { title, starts_at, ends_at } = found;
    const row = await reminders.add(
      session.accountId,
      { channelId, title, startsAt: starts_at, endsAt: ends_at },
      { now, most: remindersMost },
    );
    if (row === undefined) throw new AppError('reminder.too_many');
    return toReminder(row, channel);
  });

  serve(removeReminder, async ({ params: { id } }, { session }) => {
    if (!(await reminders.remove(session.accountId, id))) throw new AppError('reminder.not_found');
    return { message: 'Recordatorio eliminado.' };
  });
}
