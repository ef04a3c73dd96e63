import type { Reminder } from '@butaca/contract';
import { notify } from '@butaca/ui';
import { every, steadyMs, type Cancel } from '../../platform/base/clock.ts';
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
/** The longest wait between two requests while the server does not answer. */
const longestWaitMs = 15 * 60_000;

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

  /** How often in a row the reminders could not be requested, and from when on they may be requested again. */
  let failures = 0;
  let retryAtMs = 0;
  let isWaiting = false;

  /** Requests the reminders when those that the page knows are too old; after failures it waits ever longer. */
  async function refresh(): Promise<void> {
    if (isWaiting || steadyMs() < retryAtMs) return;
    isWaiting = true;
    try {
      const reminders = await queryClient.fetchQuery({ ...remindersQuery, retry: false });
      failures = 0;
      for (const reminder of reminders) tell(reminder);
    } catch {
      failures += 1;
      retryAtMs = steadyMs() + Math.min(lookMs * 2 ** failures, longestWaitMs);
    } finally {
      isWaiting = false;
    }
  }

  function look(): void {
    if (sessionToken() === undefined) return;
    // What the page knows is announced first, also while the server cannot be reached.
    for (const reminder of queryClient.getQueryData(remindersQuery.queryKey) ?? []) tell(reminder);
    void refresh();
  }

  look();
  return every(lookMs, look);
}
