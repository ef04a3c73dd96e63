/*
 * The service worker of the web client: keeps the code of one release in the browser, so that the page opens without the
 * server, and so that a page that is open while the server is upgraded can still load the screens of its own release.
 * It never answers a request for the API, an image or a stream. It also shows the notices that the server sends while the
 * page is closed (`show-notice.ts`).
 *
 * The page itself comes from the server where the server answers in time, so that a new release is used at once; the
 * kept page is for a server that is slow, broken or away.
 */
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { now, wait } from './base/clock.ts';
import { openNotice, renewSubscription, showNotice, type NoticeScope } from './show-notice.ts';

/** The files of this release with their revisions; `null` where the file's name contains its hash. Set by the build. */
declare const keptFiles: { url: string; revision: string | null }[];
/** An event that is not over before a promise is settled. */
interface LastingEvent {
  waitUntil(work: Promise<unknown>): void;
}
declare const self: NoticeScope & {
  addEventListener(type: 'message', handle: (event: MessageEvent<unknown>) => void): void;
  addEventListener(
    type: 'push',
    handle: (event: LastingEvent & { data: { text(): string } | null }) => void,
  ): void;
  addEventListener(
    type: 'notificationclick',
    handle: (event: LastingEvent & { notification: Notification }) => void,
  ): void;
  addEventListener(
    type: 'pushsubscriptionchange',
    handle: (
      event: LastingEvent & {
        oldSubscription?: PushSubscription | null;
        newSubscription?: PushSubscription | null;
      },
    ) => void,
  ): void;
  skipWaiting(): Promise<void>;
};

/** How long the server may take to answer with the page before the kept page is shown, in milliseconds. */
const pageTimeoutMs = 700;

registerRoute(
  ({ request, sameOrigin, url }) => sameOrigin && request.mode === 'navigate' && url.pathname === '/',
  ({ request }) => openPage(request),
);
precacheAndRoute(keptFiles, { directoryIndex: '', cleanURLs: false });
cleanupOutdatedCaches();

/**
 * Answers with the page of the server, or with the kept page where the server fails or takes too long. A redirect or a
 * refusal passes: a proxy in front of the server may ask for a sign-in of its own.
 */
async function openPage(request: Request): Promise<Response> {
  const kept = await matchPrecache('/index.html');
  const fetched = fetch(request);
  if (kept === undefined) return fetched;
  const usable = fetched.then(
    (response) => (response.status >= 500 ? kept : response),
    () => kept,
  );
  const timeout = wait(pageTimeoutMs).then(() => kept);
  return Promise.race([usable, timeout]);
}

/**
 * The messages of a page. `has`: whether this release contains a script; the page gets the answer in a message.
 * `activate`: this release takes over from the one that is active.
 */
self.addEventListener('message', ({ data, source }) => {
  if (typeof data !== 'object' || data === null) return;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a page of this origin is answered
  if ('has' in data) source?.postMessage({ has: keptFiles.some(({ url }) => url === data.has) });
  if ('activate' in data) void self.skipWaiting();
});

self.addEventListener('push', (event) =>
  event.waitUntil(showNotice(self, event.data?.text() ?? '', now().getTime())),
);
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openNotice(self, event.notification.data));
});
self.addEventListener('pushsubscriptionchange', (event) =>
  event.waitUntil(renewSubscription(self, event.oldSubscription ?? null, event.newSubscription ?? null)),
);
