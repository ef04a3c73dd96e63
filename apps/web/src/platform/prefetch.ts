/** Fetches the code of a screen ahead of its opening; the routes say how. */
const loaders = new Map<string, () => Promise<unknown>>();

export function onPrefetch(screen: string, load: () => Promise<unknown>): void {
  loaders.set(screen, load);
}

/** Never fails: what cannot be fetched ahead is fetched when it is opened. */
export function prefetchScreen(screen: string): void {
  loaders
    .get(screen)?.()
    .catch(() => undefined);
}
