/*
 * Answers that were fetched before the page that needs them is open. The page's queries begin with them. React may draw a page
 * more than once before it is mounted, so an answer is not removed when it is read; it is dropped after a few seconds, because
 * it may hold an address that is valid for one person and one playback.
 */
const prefetchedMs = 10_000;

interface PrefetchedAnswer {
  answer: unknown;
  atMs: number;
  timer: ReturnType<typeof setTimeout>;
}

const prefetched = new Map<string, PrefetchedAnswer>();

/** Keeps an answer for the page that is about to open, in place of an older one of the same key. */
export function keepPrefetched(key: string, answer: unknown): void {
  forgetPrefetched(key);
  const timer = setTimeout(() => prefetched.delete(key), prefetchedMs);
  prefetched.set(key, { answer, atMs: Date.now(), timer });
}

export function forgetPrefetched(key: string): void {
  clearTimeout(prefetched.get(key)?.timer);
  prefetched.delete(key);
}

/** Query options that begin a query with the prefetched answer of that key and its time, if there is one. */
export const withPrefetched = (key: string) => ({
  initialData: () => prefetched.get(key)?.answer as never,
  initialDataUpdatedAt: () => prefetched.get(key)?.atMs,
});
