import type { Bridge, BridgeStorage } from '../interface/bridge.ts';
import type { Undo } from '../interface/undo.ts';
import { isTelevisionAgent } from './television-agent.ts';

/** The bridge of a browser without a shell, with what the browser can do. */
export function createBrowserBridge(page: Window): Bridge {
  const { navigator, screen } = page;
  // Older browsers lack the functions that TypeScript's types take for granted.
  const orientation = screen.orientation as Partial<LockableOrientation> | undefined;
  const wakeLock = navigator.wakeLock as WakeLock | undefined;
  return {
    device: () =>
      Promise.resolve({
        platform: 'web',
        model: '',
        isTelevision: isTelevisionAgent(navigator.userAgent),
      }),
    storage: createBrowserStorage(page),
    ...(typeof orientation?.lock === 'function' && {
      orientation: {
        lock: (direction) => Promise.resolve(orientation.lock?.(direction)),
        unlock: () => Promise.resolve(orientation.unlock?.()),
      },
    }),
    ...(wakeLock !== undefined && { keepAwake: { hold: () => holdWakeLock(page, wakeLock) } }),
  };
}

/** `screen.orientation` of browsers that can lock it; TypeScript's own types leave the function out. */
interface LockableOrientation {
  lock(direction: 'landscape' | 'portrait'): Promise<void>;
  unlock(): void;
}

/** Reading `localStorage` throws where the browser forbids it, so it is read in each call and not before. */
function createBrowserStorage(page: Window): BridgeStorage {
  return {
    isNative: false,
    get: async (key) => page.localStorage.getItem(key) ?? undefined,
    set: async (key, value) => page.localStorage.setItem(key, value),
    remove: async (key) => page.localStorage.removeItem(key),
  };
}

/** The browser takes a wake lock back when the page is hidden, so it is requested again when the page is shown. */
function holdWakeLock(page: Window, wakeLock: WakeLock): Undo {
  let isHeld = true;
  let lock: WakeLockSentinel | undefined;
  const request = async (): Promise<void> => {
    if (page.document.visibilityState !== 'visible') return;
    const granted = await wakeLock.request('screen');
    if (isHeld) lock = granted;
    else await granted.release();
  };
  // The browser may refuse, when the battery is low for one; the screen then turns off as usual.
  const requestQuietly = (): void => void request().catch(() => {});
  page.document.addEventListener('visibilitychange', requestQuietly);
  requestQuietly();
  return () => {
    if (!isHeld) return;
    isHeld = false;
    page.document.removeEventListener('visibilitychange', requestQuietly);
    lock?.release().catch(() => {});
  };
}
