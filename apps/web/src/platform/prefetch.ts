/** Fetches the code of a screen ahead of its opening; the routes say how. */
const loaders = new Map<string, () => Promise<unknown>>();

export function onPrefetch(screen: string, load: () => Promise<unknown>): void {
  loaders.set(screen, load);
}

/** Properties of a link that prefetch its screen's code on hover and focus. */
export function prefetching(screen: string): { onPointerEnter: () => void; onFocus: () => void } {
  const prefetch = (): void => prefetchScreen(screen);
  return { onPointerEnter: prefetch, onFocus: prefetch };
}

/** Never rejects: code that cannot be prefetched is loaded at the opening. */
export function prefetchScreen(screen: string): void {
  loaders
    .get(screen)?.()
    .catch(() => undefined);
}
