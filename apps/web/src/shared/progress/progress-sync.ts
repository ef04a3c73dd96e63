import { api } from '../../platform/api/api.ts';
import { serverNowMs } from '../../platform/api/server-clock.ts';
import { queryClient } from '../../platform/query-client.ts';
import { sessionStore } from '../../platform/session/session-store.ts';
import { homeKey } from '../query-keys.ts';
import { openPendingSaves, type PendingSave, type PendingSaves, type SaveBody } from './pending-saves.ts';
import { createProgressQueue, type ProgressQueue } from './progress-queue.ts';

/**
 * The unsent playback positions of the signed-in account and the queue that sends them; `undefined` if nobody is signed
 * in.
 */
let present: { username: string; pending: PendingSaves; queue: ProgressQueue } | undefined;
let lastAtMs = 0;

/** Opens the queue of playback positions of the signed-in account and stops that of the previous account. */
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
  // A saved playback position changes «Continuar Viendo», so the home page's cached data is out of date.
  void refreshHome();
}

/**
 * Fetches the home page's data again. A running request is cancelled first: its answer may be older than the save, and
 * TanStack Query would keep it, because it replaces no first request.
 */
async function refreshHome(): Promise<void> {
  await queryClient.cancelQueries({ queryKey: homeKey });
  await queryClient.invalidateQueries({ queryKey: homeKey });
}

/**
 * Saves a playback position on the server; failures are retried in the background. `urgent` is for a page that is being
 * closed.
 */
export function saveProgress(videoId: string, body: Omit<SaveBody, 'at'>, urgency?: 'urgent'): void {
  // The timestamp of a save is in server time, because the server compares the saves of several devices; after an
  // offline start the offset of this device's clock would be unknown. Each timestamp is at least 1 ms after the
  // previous one, so that the newest save is unambiguous.
  lastAtMs = Math.max(serverNowMs(), lastAtMs + 1);
  open()?.queue.add({ videoId, body: { ...body, at: new Date(lastAtMs).toISOString() } }, urgency);
}

/** The playback positions of a video that the server may not have received yet, oldest first. */
export function listUnsent(videoId: string): PendingSave[] {
  const waiting = open()?.pending.list() ?? [];
  return waiting.filter((save) => save.videoId === videoId);
}

/** Sends the playback positions that earlier visits left unsent: now, at each login, and when the network is back. */
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
