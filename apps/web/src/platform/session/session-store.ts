import { restoreSession, type StoredSession } from './session-storage.ts';

export type SessionState =
  | { status: 'loading' }
  | ({ status: 'authenticated' } & StoredSession)
  | { status: 'unauthenticated' };

let state: SessionState = { status: 'loading' };
const listeners = new Set<() => void>();

/** Who is signed in, as one frozen snapshot that everyone reads. */
export const sessionStore = {
  read: (): SessionState => state,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  set(session: StoredSession | undefined): void {
    state = session === undefined ? { status: 'unauthenticated' } : { status: 'authenticated', ...session };
    for (const listener of listeners) listener();
  },
  restore(): void {
    sessionStore.set(restoreSession());
  },
};

/** The token of the present session. */
export function sessionToken(): string | undefined {
  return state.status === 'authenticated' ? state.token : undefined;
}
