import { useLayoutEffect, useSyncExternalStore, type RefObject } from 'react';

/**
 * The measured width of the page's grid of posters in CSS pixels; `undefined` as long as the page has had no such grid.
 */
let gridPx: number | undefined;
const watchers = new Set<() => void>();

function tell(widthPx: number | undefined): void {
  if (widthPx === gridPx) return;
  gridPx = widthPx;
  for (const watcher of watchers) watcher();
}

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher);
  window.addEventListener('resize', watcher);
  return () => {
    watchers.delete(watcher);
    window.removeEventListener('resize', watcher);
  };
}

/**
 * The width of the page's grid of posters in CSS pixels; as long as the page has had no such grid, the width of the
 * window.
 */
export function usePosterGridWidth(): number {
  return useSyncExternalStore(subscribe, () => gridPx ?? window.innerWidth);
}

/**
 * Measures an element that is as wide as the page's grid of posters, so that {@link usePosterGridWidth} knows this
 * width.
 */
export function useGridRuler(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const ruler = ref.current;
    if (ruler === null) return undefined;
    const measure = (): void => tell(ruler.getBoundingClientRect().width || window.innerWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(ruler);
    return () => {
      observer.disconnect();
      tell(undefined);
    };
  }, [ref]);
}
