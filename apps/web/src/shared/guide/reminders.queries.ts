import type { Reminder } from '@butaca/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../platform/api/api.ts';
import { queryClient } from '../../platform/query-client.ts';

/** A guide that is read again may move a programme, and another device may add a reminder. */
const staleMs = 15 * 60_000;

/** The programmes of which the account is to be reminded, the soonest first. */
export const remindersQuery = queryOptions({
  queryKey: ['guide', 'reminders'],
  queryFn: async ({ signal }) => (await api('GET /api/guide/reminders', {}, signal)).reminders,
  staleTime: staleMs,
});

const change = (next: (known: readonly Reminder[]) => Reminder[]): void => {
  queryClient.setQueryData(remindersQuery.queryKey, (known) => known && next(known));
};

/** Asks the server to remember a programme. */
export async function addReminder(channelId: string, startsAt: string): Promise<void> {
  const reminder = await api('POST /api/guide/reminders', { body: { channelId, startsAt } });
  change((known) => [...known.filter(({ _id }) => _id !== reminder._id), reminder]);
}

export async function removeReminder(id: string): Promise<void> {
  await api('DELETE /api/guide/reminders/:id', { params: { id } });
  change((known) => known.filter(({ _id }) => _id !== id));
}
