/*
 * The service worker of the web client: keeps the code of one release in the browser, so that the page opens without the
 * server, and so that a page that is open while the server is upgraded can still load the screens of its own release.
 * It never answers a request for the API, an image or a stream.
 *
 * The page itself comes from the server where the server answers in time, so that a new release is used at once; the
 * kept page is for a server that is slow, broken or away.
 */
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { wait } from './base/clock.ts';

/** The files of this release with their revisions; `null` where the file's name contains its hash. Set by the build. */
declare const keptFiles: { url: string; revision: string | null }[];
declare const self: {
  addEventListener(type: 'message', handle: (event: MessageEvent<unknown>) => void): void;
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
