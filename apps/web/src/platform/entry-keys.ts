/*
 * State of a history entry, such as its scroll position, is stored by the key that the router gave the entry. Three kinds of
 * entries come without a key: the first address of a tab, one that is typed over another, and one from a bookmark. Without a key
 * of their own they would share their state.
 */
export function giveEntriesKeys(): void {
  giveKey();
  // In the capture phase, before the router reads the entry.
  addEventListener('popstate', giveKey, { capture: true });
}

function giveKey(): void {
  const state = history.state as { key?: string } | null;
  if (state?.key === undefined)
    history.replaceState({ ...state, key: Math.random().toString(36).slice(2) }, '');
}
