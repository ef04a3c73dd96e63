/*
 * A tab may be older than the release on the server, whose code the tab cannot load any more: then the page is reloaded, once
 * per release. Code that failed to load for another reason is loaded again by its caller; a stylesheet is loaded again here,
 * because the bundler's loader never requests one twice.
 */

const storageKey = 'butaca_left_releases';
const firstWaitMs = 2_000;
const longestWaitMs = 60_000;

/** @param reload - starts the page anew */
export function leaveOldRelease(reload: () => void): () => void {
  const handle = (event: Event): void => {
    const payload = 'payload' in event ? event.payload : undefined;
    void leaveIfGone(payload instanceof Error ? payload.message : '', reload);
  };
  window.addEventListener('vite:preloadError', handle);
  return () => window.removeEventListener('vite:preloadError', handle);
}

async function leaveIfGone(message: string, reload: () => void): Promise<void> {
  const [address] = /(?:https?:\/)?\/\S+\.(?:js|css)/.exec(message) ?? [];
  const release = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src;
  if ((await isGone(address)) || (await isGone(release))) {
    if (markLeft(release ?? '')) reload();
    return;
  }
  if (address?.endsWith('.css')) askAgain(address, firstWaitMs);
}

/** Whether the server no longer has the file; `false` when it does not answer. */
async function isGone(address: string | undefined): Promise<boolean> {
  if (address === undefined) return false;
  try {
    return (await fetch(address, { method: 'HEAD', cache: 'no-store' })).status === 404;
  } catch {
    return false;
  }
}

/** @returns whether it is the first time in this tab, so that the page never goes round in circles */
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
  setTimeout(() => {
    const failed = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].find(
      (link) => link.getAttribute('href') === address,
    );
    const sheet = document.createElement('link');
    sheet.rel = 'stylesheet';
    sheet.href = address;
    sheet.addEventListener('error', () => askAgain(address, Math.min(waitMs * 2, longestWaitMs)));
    failed?.remove();
    document.head.append(sheet);
  }, waitMs);
}
