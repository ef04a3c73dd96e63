import { api } from '../../platform/api/api.ts';
import { serverNowMs } from '../../platform/api/server-clock.ts';
import { queryClient } from '../../platform/query-client.ts';
import { sessionStore } from '../../platform/session/session-store.ts';
import { homeKey } from '../query-keys.ts';
import { openPendingSaves, type PendingSave, type PendingSaves, type SaveBody } from './pending-saves.ts';
import { createProgressQueue, type ProgressQueue } from './progress-queue.ts';

/** The pending saves of the signed-in account. */
let present: { username: string; pending: PendingSaves; queue: ProgressQueue } | undefined;
let lastAtMs = 0;

/** Opens the queue of the present account, and closes that of the one before. */
function open(): typeof present {
  const state = sessionStore.read();
  const username = state.status === 'authenticated' ? state.user.username : undefined;
  if (present?.username === username) return present;
  present?.queue.stop();
  if (username === undefined) return (present = undefined);
  const pending = openPendingSaves(username);
  return (present = { username, pending, queue: createProgressQueue({ pending, send }) });
}

async function send({ videoId, body }: PendingSave): Promise<void> {
  await api('PUT /api/videos/:id/progress', { params: { id: videoId }, body }, undefined, {
    keepalive: true,
  });
  // What the home page has of it is old now; it asks again when it is seen.
  void queryClient.invalidateQueries({ queryKey: homeKey });
}

/** Saves where the person is; for them it never fails. `urgent` when the page is going. */
export function saveProgress(videoId: string, body: Omit<SaveBody, 'at'>, urgency?: 'urgent'): void {
  // In the server's time, because the server compares these times; after an offline start the offset of this device's clock
  // would be unknown. Every save has a distinct time, by which the newest is known.
  lastAtMs = Math.max(serverNowMs(), lastAtMs + 1);
  open()?.queue.add({ videoId, body: { ...body, at: new Date(lastAtMs).toISOString() } }, urgency);
}

/** Places in a video that the server may not know yet, oldest first. */
export function listUnsent(videoId: string): PendingSave[] {
  const waiting = open()?.pending.list() ?? [];
  return waiting.filter((save) => save.videoId === videoId);
}

/** Sends pending saves of earlier visits: now, at each login, and when the network is back. */
export function followProgress(): () => void {
  const flush = (): void => open()?.queue.flush();
  flush();
  const unsubscribe = sessionStore.subscribe(flush);
  addEventListener('online', flush);
  return () => {
    unsubscribe();
    removeEventListener('online', flush);
    present?.queue.stop();
    present = undefined;
  };
}
