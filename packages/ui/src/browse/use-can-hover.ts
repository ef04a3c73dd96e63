import { useSyncExternalStore } from 'react';

const query = '(hover: none)';

/** Every card of a list asks, so that there is one question for all of them while there are any. */
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

/** Whether the pointer can stand above something without pressing it. The same question as in the stylesheets. */
export function useCanHover(): boolean {
  return useSyncExternalStore(subscribe, () => !(media ?? matchMedia(query)).matches);
}
