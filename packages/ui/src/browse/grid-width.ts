import { useLayoutEffect, useSyncExternalStore, type RefObject } from 'react';

/** The width of the page's grid of posters in CSS pixels; `undefined` before a grid was measured. */
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

/** The width of the page's grid of posters in CSS pixels; before a grid was measured, the width of the window. */
export function usePosterGridWidth(): number {
  return useSyncExternalStore(subscribe, () => gridPx ?? window.innerWidth);
}

/** Measures an element that has the width of the page's grid of posters, for {@link usePosterGridWidth}. */
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
