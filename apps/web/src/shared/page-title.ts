import { useEffect } from 'react';

/**
 * Names the page in the browser's tab more closely than its address does: a section of films, a tab of the panel. Runs
 * after the layout, which names a page when its path changes.
 */
export function usePageTitle(title: string): void {
  useEffect(() => queueMicrotask(() => (document.title = `${title} · Butaca`)), [title]);
}
