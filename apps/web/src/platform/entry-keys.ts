/* Completes history entries that the router did not create: the first address of a tab, an address typed into the
   address bar, and a bookmark. State of a history entry, such as its scroll position, is stored under the key that the
   router gives the entries that it creates; without keys, these entries would share their state. The router also
   numbers its entries, and computes from the numbers how far «back» and «forward» went. A typed address follows the
   entry that was shown before, so it gets that entry's number plus one. */

/** What the router stores in each of its history entries. */
interface EntryState {
  key?: string;
  /** The number of the entry in the tab's history, from 0. */
  idx?: number;
}

/** The number of the history entry that the page shows. */
let shownIndex = 0;

export function giveEntriesKeys(): void {
  completeEntry();
  // The listener uses the capture phase, so that the history entry is complete before the router reads it.
  addEventListener('popstate', () => completeEntry(shownIndex + 1), { capture: true });
}

/** To be called after every navigation: remembers the number of the shown entry for an address that is typed next. */
export function noteShownEntry(): void {
  shownIndex = readEntry()?.idx ?? shownIndex;
}

/** Whether the tab has an entry of the page's router before the shown one. */
export const hasEntryBefore = (): boolean => (readEntry()?.idx ?? 0) > 0;

const readEntry = (): EntryState | null => history.state as EntryState | null;

/** @param index - the entry's number; without one, the router numbers the entry as the tab's first */
function completeEntry(index?: number): void {
  const entry = readEntry();
  const isNumbered = index === undefined || entry?.idx !== undefined;
  if (entry?.key !== undefined && isNumbered) return;
  const key = entry?.key ?? Math.random().toString(36).slice(2);
  history.replaceState({ ...entry, key, ...(!isNumbered && { idx: index }) }, '');
}
