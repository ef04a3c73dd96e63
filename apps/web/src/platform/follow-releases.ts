/*
 * Registers the service worker, which keeps the code of a release in the browser, and notices when the server has a
 * newer release than this page.
 */
import { noteNewerRelease } from './releases.ts';
import { steadyMs } from './base/clock.ts';

export const workerPath = '/service-worker.js';
/** How often a page that stays open asks the server for a newer release, in milliseconds. */
const askEveryMs = 3_600_000;

/**
 * Registers the service worker once the page has loaded and the browser is idle. Never rejects: without a service worker
 * (an old browser, a page without TLS) the product works as before. A person who saves data gets none.
 */
export async function followReleases(): Promise<void> {
  if (!('serviceWorker' in navigator) || savesData()) return;
  try {
    const registration = await navigator.serviceWorker.register(workerPath);
    if (registration.waiting !== null) await offer(registration.waiting);
    registration.addEventListener('updatefound', () => follow(registration.installing));
    follow(registration.installing);
    let askedAtMs = steadyMs();
    document.addEventListener('visibilitychange', () => {
      if (document.hidden || steadyMs() - askedAtMs < askEveryMs) return;
      askedAtMs = steadyMs();
      registration.update().catch(() => undefined);
    });
  } catch {
    // The server is away, or the browser allows no service worker here.
  }
}

function follow(worker: ServiceWorker | null): void {
  worker?.addEventListener('statechange', () => {
    if (worker.state === 'installed') void offer(worker);
  });
}

/** Offers the release of an installed service worker, unless it is the first one or that of this page. */
async function offer(worker: ServiceWorker): Promise<void> {
  if (navigator.serviceWorker.controller === null || (await hasThisPage(worker))) return;
  noteNewerRelease(worker);
}

/** Asks a service worker whether its release is that of this page. */
async function hasThisPage(worker: ServiceWorker): Promise<boolean> {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src;
  const answer = new Promise<boolean>((resolve) => {
    const listen = ({ data, source }: MessageEvent<{ has?: boolean }>): void => {
      if (source !== worker || data.has === undefined) return;
      navigator.serviceWorker.removeEventListener('message', listen);
      resolve(data.has);
    };
    navigator.serviceWorker.addEventListener('message', listen);
  });
  navigator.serviceWorker.startMessages();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a service worker has no origin to name
  worker.postMessage({ has: script === undefined ? '' : new URL(script).pathname });
  return answer;
}

const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
