import { sessionToken } from '../../platform/session/session-store.ts';

/**
 * Opens what a notice is about when the person clicks it, and keeps the subscription of this browser in order.
 *
 * @param open - opens a path of the page
 */
export function followNotices(open: (path: string) => void): void {
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) return;
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data !== 'object' || data === null || !('open' in data)) return;
    if (typeof data.open === 'string' && data.open.startsWith('/')) open(data.open);
  });
  // The browsers of some televisions and apps have a push manager and no notifications.
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  if (sessionToken() === undefined) return;
  import('./push.ts')
    .then(({ renewPush }) => renewPush())
    // It is tried again when the page opens the next time.
    .catch(() => undefined);
}
