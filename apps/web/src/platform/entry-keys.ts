/*
 * What is remembered of an entry of the history, such as how far it was scrolled, is remembered by the key that the router gave
 * it. The first address of a tab, and one that is typed over another or that a bookmark leads to, come without one: all of those
 * would share what is remembered.
 */
export function giveEntriesKeys(): void {
  giveKey();
  // Before the router reads it.
  addEventListener('popstate', giveKey, { capture: true });
}

function giveKey(): void {
  const state = history.state as { key?: string } | null;
  if (state?.key === undefined)
    history.replaceState({ ...state, key: Math.random().toString(36).slice(2) }, '');
}
