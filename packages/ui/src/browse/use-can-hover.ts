import { useSyncExternalStore } from 'react';

const query = '(hover: none)';

/**
 * The media query `(hover: none)` (the device cannot hover), shared by all cards on the page; `undefined` while no card
 * is rendered.
 */
let media: MediaQueryList | undefined;
const listeners = new Set<() => void>();

const tellAll = (): void => listeners.forEach((listener) => listener());

function subscribe(listener: () => void): () => void {
  if (media === undefined) {
    media = matchMedia(query);
    media.addEventListener('change', tellAll);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    media?.removeEventListener('change', tellAll);
    media = undefined;
  };
}

/** Whether the device's pointer can hover; uses the same media query as the style sheets. */
export function useCanHover(): boolean {
  return useSyncExternalStore(subscribe, () => !(media ?? matchMedia(query)).matches);
}
