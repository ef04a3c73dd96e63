import { restoreSession, type StoredSession } from './session-storage.ts';

/**
 * Why nobody is signed in: no session was stored (`absent`), the person logged out (`left`), the server ended the
 * session (`expired`), or another tab did (`elsewhere`).
 */
export type SessionEnd = 'absent' | 'left' | 'expired' | 'elsewhere';

export type SessionState =
  | { status: 'loading' }
  | ({ status: 'authenticated' } & StoredSession)
  | { status: 'unauthenticated'; because: SessionEnd };

let state: SessionState = { status: 'loading' };
const listeners = new Set<() => void>();

/** Who is signed in on this page, as one frozen snapshot that all components read. */
export const sessionStore = {
  read: (): SessionState => state,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  start(session: StoredSession): void {
    change({ status: 'authenticated', ...session });
  },
  end(because: SessionEnd): void {
    change({ status: 'unauthenticated', because });
  },
  restore(): void {
    const stored = restoreSession();
    if (stored === undefined) sessionStore.end('absent');
    else sessionStore.start(stored);
  },
};

function change(next: SessionState): void {
  state = next;
  for (const listener of listeners) listener();
}

export function isAdmin(): boolean {
  return state.status === 'authenticated' && state.user.role === 'admin';
}

/** The token of the present session; `undefined` if nobody is signed in. */
export function sessionToken(): string | undefined {
  return state.status === 'authenticated' ? state.token : undefined;
}
