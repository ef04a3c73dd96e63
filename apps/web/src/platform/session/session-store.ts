import { restoreSession, type StoredSession } from './session-storage.ts';

/** Why nobody is signed in: there was no session, the person left, the server ended it, or another tab did. */
export type SessionEnd = 'absent' | 'left' | 'expired' | 'elsewhere';

export type SessionState =
  | { status: 'loading' }
  | ({ status: 'authenticated' } & StoredSession)
  | { status: 'unauthenticated'; because: SessionEnd };

let state: SessionState = { status: 'loading' };
const listeners = new Set<() => void>();

/** Who is signed in, as one frozen snapshot that everyone reads. */
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

/** Whether who is signed in runs the service. */
export function isAdmin(): boolean {
  return state.status === 'authenticated' && state.user.role === 'admin';
}

/** The token of the present session. */
export function sessionToken(): string | undefined {
  return state.status === 'authenticated' ? state.token : undefined;
}
