import { storageKeys, type SessionUser } from '@butaca/contract';

/** Who is signed in, and which pages of the catalogue have nothing on them, as the server's answers name them. */
export interface SignedInUser extends SessionUser {
  emptyPages?: string | undefined;
}

/** The session in localStorage; without a valid user and token, nobody is signed in. */
export interface StoredSession {
  user: SignedInUser;
  token: string;
}

export type StoredItems = Pick<Storage, 'clear' | 'getItem' | 'removeItem' | 'setItem'>;

let kept: StoredItems | undefined;

/** Makes the page store everything in the given items, as in a shell that keeps the session itself. */
export function keepItemsIn(items: StoredItems | undefined): void {
  kept = items;
}

/** Reading `localStorage` throws where the browser forbids it, so it is read in each call and not before. */
const items = (): StoredItems => kept ?? localStorage;

/**
 * Runs a function that accesses localStorage; an error is logged, and the person is told once what it means.
 *
 * @see docs/requisitos.md, R8.20
 */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    // oxlint-disable-next-line no-console -- docs/requisitos.md, R8.20: storage errors are logged
    console.error('storage failed', error);
    void import('./storage-notice.ts');
    return undefined;
  }
}

/** Reads the session from localStorage; if the stored user is invalid, user and token are removed. */
export function restoreSession(): StoredSession | undefined {
  const stored = attempt(() => items().getItem(storageKeys.user));
  const token = attempt(() => items().getItem(storageKeys.token));
  if (!stored || !token) return undefined;
  const user = parseUser(stored);
  if (user === undefined) {
    removeSession();
    return undefined;
  }
  return { user: { ...user, emptyPages: readItem(emptyPagesKey) }, token };
}

function parseUser(stored: string): SignedInUser | undefined {
  try {
    const user: unknown = JSON.parse(stored);
    const isUser =
      typeof user === 'object' &&
      user !== null &&
      'username' in user &&
      typeof user.username === 'string' &&
      user.username !== '';
    return isUser ? (user as SignedInUser) : undefined;
  } catch {
    return undefined;
  }
}

/** Stores a session; the item `user` has only the fields of docs/requisitos.md, R3.1. */
export function storeSession({ user: { emptyPages, ...user }, token }: StoredSession): void {
  if (emptyPages) writeItem(emptyPagesKey, emptyPages);
  attempt(() => items().setItem(storageKeys.token, token));
  attempt(() => items().setItem(storageKeys.user, JSON.stringify(user)));
}

/** The localStorage key of the empty pages; it belongs to the session. */
const emptyPagesKey = 'butaca_empty';

/** The localStorage key of «Mi lista» as it was seen last; it belongs to the session. */
export const lastSeenListKey = 'butaca_my_list';

/** Removes the user, the token and what belongs to the session from localStorage; the device id stays. */
export function removeSession(): void {
  for (const key of [lastSeenListKey, emptyPagesKey, storageKeys.user, storageKeys.token]) removeItem(key);
}

/** Removes everything that the product stored in localStorage. */
export function clearStorage(): void {
  attempt(() => items().clear());
}

export const readItem = (key: string): string | undefined => attempt(() => items().getItem(key)) ?? undefined;
export function writeItem(key: string, value: string): void {
  attempt(() => items().setItem(key, value));
}
export function removeItem(key: string): void {
  attempt(() => items().removeItem(key));
}
