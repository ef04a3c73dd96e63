/* What the page knows of a newer release of the product, which the service worker has fetched from the server. */
import { useSyncExternalStore } from 'react';

let waiting: ServiceWorker | undefined;
const listeners = new Set<() => void>();

/** Whether the server has a newer release than this page. */
export const useNewerRelease = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waiting !== undefined,
  );

/** Called with the service worker that has installed a newer release. */
export function noteNewerRelease(worker: ServiceWorker): void {
  waiting = worker;
  for (const listener of listeners) listener();
}

/** Loads the page again with the newer release, which another tab may have made the active one. */
export function openNewerRelease(): void {
  if (waiting?.state !== 'installed') return location.reload();
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a service worker has no origin to name
  waiting.postMessage({ activate: true });
}
