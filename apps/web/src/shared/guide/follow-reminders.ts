import type { Reminder } from '@butaca/contract';
import { notify } from '@butaca/ui';
import { every, type Cancel } from '../../platform/base/clock.ts';
import { serverNowMs } from '../../platform/api/server-clock.ts';
import { queryClient } from '../../platform/query-client.ts';
import { sessionToken } from '../../platform/session/session-store.ts';
import { paths } from '../paths.ts';
import { clockText } from './programme-time.ts';
import { remindersQuery } from './reminders.queries.ts';

/** How often the page checks for programmes that begin. */
const lookMs = 15_000;
/** A toast appears from one minute before the programme begins until five minutes after, and is shown for one minute. */
const aheadMs = 60_000;
const behindMs = 5 * 60_000;
const shownMs = 60_000;

/**
 * Shows a toast when a programme begins of which the account wants to be reminded, wherever in the page the person is.
 *
 * @param open - opens a path of the page
 * @returns a function that stops the checks
 */
export function followReminders(open: (path: string) => void): Cancel {
  /** The programmes of which this page has reminded, by reminder and start: the guide may move them. */
  const told = new Set<string>();

  function tell({ _id, channel, title, startsAt }: Reminder): void {
    const key = `${_id} ${startsAt}`;
    const untilMs = Date.parse(startsAt) - serverNowMs();
    if (untilMs > aheadMs || untilMs < -behindMs || told.has(key)) return;
    told.add(key);
    notify.info(`«${title}», a las ${clockText(Date.parse(startsAt))} en ${channel.name}`, {
      label: 'Ver',
      onAct: () => open(paths.watch('channel', channel._id)),
      shownMs,
    });
  }

  async function look(): Promise<void> {
    if (sessionToken() === undefined) return;
    try {
      for (const reminder of await queryClient.fetchQuery(remindersQuery)) tell(reminder);
    } catch {
      // The server may be away for a while; the next look asks again.
    }
  }

  void look();
  return every(lookMs, () => void look());
}
