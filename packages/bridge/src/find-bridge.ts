import type { Bridge } from './interface/bridge.ts';
import { createBrowserBridge } from './browser/browser-bridge.ts';
import { createCapacitorBridge } from './capacitor/capacitor-bridge.ts';
import type { CapacitorGlobals } from './capacitor/capacitor-globals.ts';
import { systemClock } from './base/clock.ts';
import { createTauriBridge } from './tauri/tauri-bridge.ts';
import type { TauriInternals } from './tauri/tauri-transport.ts';

/** A window with the functions that a shell may have put into it. */
export type ShellWindow = Window & {
  Capacitor?: CapacitorGlobals;
  __TAURI_INTERNALS__?: TauriInternals;
};

/**
 * The bridge for the program in which this page runs. A page inside another page gets a browser's bridge, and so does a
 * page of another origin than the one that the shell has loaded.
 */
export function findBridge(page: ShellWindow): Bridge {
  const { Capacitor: capacitor, __TAURI_INTERNALS__: tauri } = page;
  if (page.top !== page) return createBrowserBridge(page);
  // The desktop shell itself gives its functions to the kept origin only.
  if (tauri !== undefined) return createTauriBridge(page, tauri, systemClock);
  // Capacitor's package for browsers also fills `window.Capacitor`, and says that it is not native.
  if (capacitor?.isNativePlatform() === true && isOwnServer(page, capacitor))
    return createCapacitorBridge(capacitor);
  return createBrowserBridge(page);
}

function isOwnServer(page: Window, capacitor: CapacitorGlobals): boolean {
  const address = capacitor.getServerUrl();
  return URL.canParse(address) && new URL(address).origin === page.location.origin;
}
