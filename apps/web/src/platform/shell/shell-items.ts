import { storageKeys, type BridgeStorage, type StorageKey } from '@butaca/bridge';
import type { StoredItems } from '../session/session-storage.ts';

/**
 * Reads what the shell stores of the session, and keeps a copy that can be read at once; writes go to the shell too.
 * Everything else of the page stays in the browser's storage, from which the session is removed.
 *
 * @throws the shell's error when its storage cannot be read
 */
export async function readShellItems(storage: BridgeStorage): Promise<StoredItems> {
  const values = await Promise.all(storageKeys.map((key) => storage.get(key)));
  const copies = new Map<string, string>();
  for (const [index, key] of storageKeys.entries()) {
    const value = values[index];
    if (value !== undefined) copies.set(key, value);
    localStorage.removeItem(key);
  }
  // Writes happen one after the other: an earlier one that takes longer must not replace a later one.
  let written: Promise<unknown> = Promise.resolve();
  const write = (work: () => Promise<void>): void => {
    written = written.then(work).catch((error: unknown) => {
      // oxlint-disable-next-line no-console -- docs/requisitos.md, R8.20: storage errors are only logged
      console.error('storage failed', error);
    });
  };
  const setItem = (key: string, value: string): void => {
    if (!isOfSession(key)) return localStorage.setItem(key, value);
    copies.set(key, value);
    write(() => storage.set(key, value));
  };
  const removeItem = (key: string): void => {
    if (!isOfSession(key)) return localStorage.removeItem(key);
    copies.delete(key);
    write(() => storage.remove(key));
  };
  return {
    getItem: (key) => (isOfSession(key) ? (copies.get(key) ?? null) : localStorage.getItem(key)),
    setItem,
    removeItem,
    clear() {
      localStorage.clear();
      for (const key of storageKeys) removeItem(key);
    },
  };
}

const isOfSession = (key: string): key is StorageKey => (storageKeys as readonly string[]).includes(key);
