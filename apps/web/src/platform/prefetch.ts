/** The functions that load each screen's code before the screen is opened; the routes register these functions. */
const loaders = new Map<string, () => Promise<unknown>>();

export function onPrefetch(screen: string, load: () => Promise<unknown>): void {
  loaders.set(screen, load);
}

/** The event handlers of a link that prefetch the code of the link's screen on hover and focus. */
export function prefetching(screen: string): { onPointerEnter: () => void; onFocus: () => void } {
  const prefetch = (): void => prefetchScreen(screen);
  return { onPointerEnter: prefetch, onFocus: prefetch };
}

/** Prefetches a screen's code. Never rejects: code that cannot be prefetched is loaded when the screen is opened. */
export function prefetchScreen(screen: string): void {
  loaders
    .get(screen)?.()
    .catch(() => undefined);
}
