import { headerScrollThresholdPx } from '@butaca/contract';
import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  addEventListener('scroll', listener, { passive: true });
  return () => removeEventListener('scroll', listener);
}

/** Whether the page is scrolled so far that the header becomes opaque. */
export function useScrolled(): boolean {
  return useSyncExternalStore(subscribe, () => scrollY > headerScrollThresholdPx);
}
