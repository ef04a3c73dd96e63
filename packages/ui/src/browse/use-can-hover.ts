import { useSyncExternalStore } from 'react';

const query = '(hover: none)';

function subscribe(listener: () => void): () => void {
  const media = matchMedia(query);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

/** Whether the pointer can stand above something without pressing it. The same question as in the stylesheets. */
export function useCanHover(): boolean {
  return useSyncExternalStore(subscribe, () => !matchMedia(query).matches);
}
