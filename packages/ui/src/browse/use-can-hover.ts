import { useSyncExternalStore } from 'react';

const query = '(hover: none)';

/** Shared by all cards of a list while there are any, because each of them needs the answer. */
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

/** Whether the pointer can hover. The same media query as in the stylesheets. */
export function useCanHover(): boolean {
  return useSyncExternalStore(subscribe, () => !(media ?? matchMedia(query)).matches);
}
