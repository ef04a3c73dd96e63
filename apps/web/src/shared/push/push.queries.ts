/* Notices that this device gets while the page is closed: what the browser allows, and what the server sends. */
import type { PushKind } from '@butaca/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../platform/api/api.ts';
import { workerPath } from '../../platform/follow-releases.ts';
import { queryClient } from '../../platform/query-client.ts';

/** `blocked`: the person has refused notifications of this page in the browser. */
export type PushSetting = 'unsupported' | 'blocked' | 'off' | 'on';

const reminderKinds: PushKind[] = ['reminders'];

const isSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** The subscription of this browser; `undefined` where there is no service worker yet, or no subscription. */
async function findSubscription(): Promise<PushSubscription | undefined> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? undefined;
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  );

function isFor(subscription: PushSubscription, publicKey: string): boolean {
  const key = new Uint8Array(subscription.options.applicationServerKey ?? new ArrayBuffer(0));
  const wanted = bytesOf(publicKey);
  return key.length === wanted.length && key.every((byte, index) => byte === wanted[index]);
}

async function readSetting(signal?: AbortSignal): Promise<PushSetting> {
  if (!isSupported()) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  const subscription = await findSubscription();
  if (subscription === undefined || Notification.permission !== 'granted') return 'off';
  const { kinds, endpoint } = await api('GET /api/push', {}, signal);
  return kinds.includes('reminders') && endpoint === subscription.endpoint ? 'on' : 'off';
}

/** Whether this device gets notices of reminders; asked for again each time, because browsers have settings of their own. */
export const pushSettingQuery = queryOptions({
  queryKey: ['push'],
  queryFn: ({ signal }) => readSetting(signal),
  staleTime: 0,
});

/** Subscribes at the browser's push service, anew where the server has another key than before, and tells the server. */
async function subscribe(registration: ServiceWorkerRegistration, kinds: PushKind[]): Promise<void> {
  const { publicKey } = await api('GET /api/push', {});
  const { pushManager } = registration;
  let subscription = await pushManager.getSubscription();
  if (subscription !== null && !isFor(subscription, publicKey)) {
    await subscription.unsubscribe();
    subscription = null;
  }
  subscription ??= await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(publicKey),
  });
  const { endpoint = '', keys } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys ?? {};
  await api('PUT /api/push', { body: { subscription: { endpoint, keys: { p256dh, auth } }, kinds } });
}

/** Rejects when a service worker cannot be installed, because not all of its files arrive: no worker becomes ready then. */
const failureOf = async (worker: ServiceWorker | null): Promise<never> =>
  new Promise((_, reject) => {
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'redundant') reject(new Error('the service worker was not installed'));
    });
  });

/**
 * Asks the browser for its permission and the server for notices. Must be called in a click: browsers ask nobody otherwise.
 *
 * @returns what the person has decided
 */
export async function turnOnPush(): Promise<PushSetting> {
  const permission = await Notification.requestPermission();
  if (permission === 'granted') {
    const { installing } = await navigator.serviceWorker.register(workerPath);
    await subscribe(
      await Promise.race([navigator.serviceWorker.ready, failureOf(installing)]),
      reminderKinds,
    );
  }
  return note(permission === 'granted' ? 'on' : permission === 'denied' ? 'blocked' : 'off');
}

/** Ends the notices on this device: the server forgets it first, so that nothing is sent any more. */
export async function turnOffPush(): Promise<PushSetting> {
  await api('DELETE /api/push', {});
  await (await findSubscription())?.unsubscribe();
  return note('off');
}

function note(setting: PushSetting): PushSetting {
  queryClient.setQueryData(pushSettingQuery.queryKey, setting);
  return setting;
}

/**
 * Gives the server the present subscription of this browser, or a new one, where it has a former one of the same session: the
 * browser, or the server by another key, may have made that one useless while no page was open.
 */
export async function renewPush(): Promise<void> {
  if (!isSupported() || Notification.permission !== 'granted') return;
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration === undefined) return;
  const subscription = await registration.pushManager.getSubscription();
  const { publicKey, kinds, endpoint } = await api('GET /api/push', {});
  if (kinds.length === 0) return;
  if (subscription !== null && endpoint === subscription.endpoint && isFor(subscription, publicKey)) return;
  await subscribe(registration, kinds);
}
