/*
 * What was found out while the page was being opened: a card has to know whether the plan opens it, and asks for exactly what
 * its page will ask for. The page begins with these answers. They are there until it stands, since a page may be drawn more than
 * once before it does, and no longer: an address is one person's for one time.
 */
const keptMs = 10_000;

interface Found {
  answer: unknown;
  atMs: number;
  timer: ReturnType<typeof setTimeout>;
}

const found = new Map<string, Found>();

/** Keeps an answer for the page that is about to open. */
export function keepAhead(key: string, answer: unknown): void {
  forgetAhead(key);
  found.set(key, { answer, atMs: Date.now(), timer: setTimeout(() => found.delete(key), keptMs) });
}

export function forgetAhead(key: string): void {
  clearTimeout(found.get(key)?.timer);
  found.delete(key);
}

/** With what a query begins: the answer kept under that key, and its time; nothing where there is none. */
export const beginningWith = (key: string) => ({
  initialData: () => found.get(key)?.answer as never,
  initialDataUpdatedAt: () => found.get(key)?.atMs,
});
