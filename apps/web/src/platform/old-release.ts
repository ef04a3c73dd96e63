/* Reloads a tab that runs an older release than the server, which no longer has that release's code files; once per
   release. A script that failed to load for another reason is loaded again by its caller; a stylesheet is loaded
   again by this file, because the bundler's loader never requests a stylesheet twice. */
import { after } from './base/clock.ts';

const storageKey = 'butaca_left_releases';
const firstWaitMs = 2_000;
const longestWaitMs = 60_000;

/**
 * Reloads the page once the server no longer has the code files of the page's release.
 *
 * @param reload - reloads the page
 * @returns a function that removes the listener
 */
export function leaveOldRelease(reload: () => void): () => void {
  const handle = (event: Event): void => {
    const payload = 'payload' in event ? event.payload : undefined;
    void leaveIfGone(payload instanceof Error ? payload.message : '', reload);
  };
  addEventListener('vite:preloadError', handle);
  return () => removeEventListener('vite:preloadError', handle);
}

async function leaveIfGone(message: string, reload: () => void): Promise<void> {
  // Browsers end the message of a failed import with the address of the script or stylesheet.
  const address = message.split(/\s/).find((word) => /\.(?:js|css)$/.test(word));
  const release = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src;
  if ((await isGone(address)) || (await isGone(release))) {
    if (markLeft(release ?? '')) reload();
    return;
  }
  if (address?.endsWith('.css')) askAgain(address, firstWaitMs);
}

/**
 * Whether the server answers 404 for a code file, which means that it no longer has that file's release; `false` if the
 * server does not answer.
 */
async function isGone(address: string | undefined): Promise<boolean> {
  if (address === undefined) return false;
  try {
    return (await fetch(address, { method: 'HEAD', cache: 'no-store' })).status === 404;
  } catch {
    return false;
  }
}

/**
 * Records in sessionStorage that the page was reloaded because a release is gone.
 *
 * @returns false if this tab has recorded the release before, which prevents an endless loop of reloads
 */
function markLeft(release: string): boolean {
  try {
    const left = sessionStorage.getItem(storageKey)?.split(' ') ?? [];
    if (left.includes(release)) return false;
    sessionStorage.setItem(storageKey, [...left, release].join(' '));
    return true;
  } catch {
    return false;
  }
}

function askAgain(address: string, waitMs: number): void {
  after(waitMs, () => {
    const failed = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].find(
      (link) => link.getAttribute('href') === address,
    );
    const sheet = document.createElement('link');
    sheet.rel = 'stylesheet';
    sheet.href = address;
    sheet.addEventListener('error', () => askAgain(address, Math.min(waitMs * 2, longestWaitMs)));
    failed?.remove();
    document.head.append(sheet);
  });
}
