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

/**
 * Changes the known reminders as the server has. A list that was requested before the change would bring back what was
 * before, so it is cancelled, and the list is requested again after the change.
 */
async function change<Answer>(
  call: () => Promise<Answer>,
  next: (known: readonly Reminder[], answer: Answer) => Reminder[],
): Promise<void> {
  const { queryKey } = remindersQuery;
  await queryClient.cancelQueries({ queryKey });
  try {
    const answer = await call();
    queryClient.setQueryData(queryKey, (known) => next(known ?? [], answer));
  } finally {
    void queryClient.invalidateQueries({ queryKey });
  }
}

/** Asks the server to remember a programme. */
export const addReminder = (channelId: string, startsAt: string): Promise<void> =>
  change(
    () => api('POST /api/guide/reminders', { body: { channelId, startsAt } }),
    (known, reminder) => [...known.filter(({ _id }) => _id !== reminder._id), reminder],
  );

export const removeReminder = (id: string): Promise<void> =>
  change(
    () => api('DELETE /api/guide/reminders/:id', { params: { id } }),
    (known) => known.filter(({ _id }) => _id !== id),
  );
