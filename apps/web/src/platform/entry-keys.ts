/* Gives every history entry a key. State of a history entry, such as its scroll position, is stored under the key
   that the router gave the entry. Three kinds of entries have no key: the first address of a tab, an address typed
   into the address bar, and a bookmark. Without keys these entries would share their state. */
export function giveEntriesKeys(): void {
  giveKey();
  // The listener uses the capture phase, so that the history entry gets its key before the router reads the entry.
  addEventListener('popstate', giveKey, { capture: true });
}

function giveKey(): void {
  const state = history.state as { key?: string } | null;
  if (state?.key === undefined)
    history.replaceState({ ...state, key: Math.random().toString(36).slice(2) }, '');
}
