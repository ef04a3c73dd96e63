/*
 * What the service worker does with notices that the server sends while the page is closed: it shows them, opens what they
 * are about, and tells the server when the browser has replaced its subscription.
 */

/** A notice as the server has encrypted it for this browser. */
interface SentNotice {
  tag: string;
  title: string;
  /** Where it is shown. */
  place: string;
  /** ISO 8601. */
  startsAt: string;
  endsAt: string;
  /** What follows `#` in the address of the page. */
  path: string;
}

/** A page of the product that is open, as the service worker sees it. */
interface OpenPage {
  url: string;
  visibilityState: DocumentVisibilityState;
  focus(): Promise<unknown>;
  postMessage(message: { open: string }): void;
}

/** What is used here of the service worker's own scope. */
export interface NoticeScope {
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly OpenPage[]>;
    openWindow(address: string): Promise<unknown>;
  };
  registration: Pick<ServiceWorkerRegistration, 'showNotification' | 'pushManager'>;
}

/** A page that is visible shows a toast from one minute before the start until five minutes after; then no notice is needed. */
const toastAheadMs = 60_000;
const toastBehindMs = 5 * 60_000;
/** How exact the clocks of device and server are taken to be. */
const clockToleranceMs = 30_000;

/** @returns `undefined` for anything that is no notice */
function readNotice(text: string): SentNotice | undefined {
  try {
    const read = JSON.parse(text) as Partial<Record<keyof SentNotice, unknown>>;
    const values = [read.tag, read.title, read.place, read.startsAt, read.endsAt, read.path];
    return values.every((value) => typeof value === 'string') ? (read as SentNotice) : undefined;
  } catch {
    return undefined;
  }
}

/** The addresses of the page: other tabs may show the reference of the API, or a picture. */
const pagePaths = ['/', '/index.html'];

async function findPages({ clients }: NoticeScope): Promise<OpenPage[]> {
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  return windows.filter(({ url }) => pagePaths.includes(new URL(url).pathname));
}

/** Whether the browser revokes its subscription after a few messages that it got and showed no notice of, as Apple's do. */
async function isStrict({ registration }: NoticeScope): Promise<boolean> {
  const subscription = await registration.pushManager.getSubscription();
  return subscription !== null && /(?:^|\.)push\.apple\.com$/.test(new URL(subscription.endpoint).hostname);
}

/**
 * Shows a notice, unless a visible page shows it as a toast and the browser allows that nothing is shown.
 *
 * @param nowMs - ms since 1970
 */
export async function showNotice(scope: NoticeScope, text: string, nowMs: number): Promise<void> {
  const notice = readNotice(text);
  if (notice === undefined) return;
  const { tag, title, place, startsAt, path } = notice;
  const startMs = Date.parse(startsAt);
  const untilMs = startMs - nowMs;
  const hasToast =
    untilMs <= toastAheadMs + clockToleranceMs && untilMs >= -(toastBehindMs - clockToleranceMs);
  if (hasToast && !(await isStrict(scope))) {
    const pages = await findPages(scope);
    if (pages.some(({ visibilityState }) => visibilityState === 'visible')) return;
  }
  const time = new Date(startMs).toLocaleTimeString('es', { hour: '2-digit', minute: '2-digit' });
  await scope.registration.showNotification(`«${title}»`, {
    body: `A las ${time} en ${place}`,
    tag,
    icon: '/icon-192.png',
    lang: 'es',
    data: { path },
  });
}

/** Opens what a notice is about, in the page that is open, or in a new one. @param data - of the notice that was clicked */
export async function openNotice(scope: NoticeScope, data: unknown): Promise<void> {
  const path = typeof data === 'object' && data !== null && 'path' in data ? data.path : undefined;
  if (typeof path !== 'string' || !path.startsWith('/')) return;
  const pages = await findPages(scope);
  const page = pages.find(({ visibilityState }) => visibilityState === 'visible') ?? pages[0];
  if (page === undefined) return void (await scope.clients.openWindow(`/#${path}`));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a page of this origin is told
  page.postMessage({ open: path });
  await page.focus();
}

/**
 * Gives the server the subscription with which the browser has replaced the former one. The former one's secrets stand for
 * the session, which a service worker does not have; where the browser does not tell them, the page does it at its next start.
 */
export async function renewSubscription(
  { registration }: NoticeScope,
  former: PushSubscription | null,
  given: PushSubscription | null,
): Promise<void> {
  const auth = former?.toJSON().keys?.['auth'];
  if (former === null || auth === undefined) return;
  const next =
    given ??
    (await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: former.options.applicationServerKey,
    }));
  const { endpoint, keys } = next.toJSON();
  await fetch('/api/push/renewals', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      previous: { endpoint: former.endpoint, auth },
      subscription: { endpoint, keys },
    }),
  });
}
