import { useEffect, useLayoutEffect } from 'react';
import type { Location } from 'react-router';

const storageKey = 'scroll-offsets';

/**
 * The scroll offsets in pixels at which the person left history entries, by the entries' keys; a reload keeps them in
 * the tab's session storage.
 */
const offsets = new Map<string, number>(readStored());

function readStored(): [string, number][] {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [string, number][];
  } catch {
    return [];
  }
}

/** Stores the page's present scroll offset as the one of a history entry. */
export function keepScrollOffset(key: string): void {
  offsets.set(key, scrollY);
}

/**
 * Scrolls the page after each navigation: to the offset at which the person left the history entry, else to the top.
 *
 * @param isScrollKept - leaves the page scrolled as it is if the history entry is new
 */
export function useScrollOffsets(location: Location, isScrollKept: boolean): void {
  useEffect(() => {
    history.scrollRestoration = 'manual';
    const store = (): void => {
      keepScrollOffset(location.key);
      try {
        sessionStorage.setItem(storageKey, JSON.stringify([...offsets]));
      } catch {
        // Without room in the storage, a reload opens the page at its top.
      }
      history.scrollRestoration = 'auto';
    };
    addEventListener('pagehide', store);
    return () => removeEventListener('pagehide', store);
  }, [location]);

  // A layout effect, so that the new screen is never painted at the offset of the screen before.
  useLayoutEffect(() => {
    const offsetPx = offsets.get(location.key);
    if (offsetPx !== undefined) scrollTo(0, offsetPx);
    else if (!isScrollKept) scrollTo(0, 0);
  }, [location, isScrollKept]);
}
