import { createContext, use, useEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import type { Session, SessionUser } from '@butaca/contract';
import { ApiError } from '../../platform/api/api-error.ts';
import { dropEarlyAnswers } from '../../platform/api/early-answer.ts';
import { queryClient } from '../../platform/query-client.ts';
import { storageKeys } from '@butaca/contract';
import { followPlan } from '../../shared/access/follow-plan.ts';
import { forgetDeviceId } from '../../platform/session/device-id.ts';
import { removeSession, restoreSession, storeSession } from '../../platform/session/session-storage.ts';
import { sessionStore, type SessionEnd } from '../../platform/session/session-store.ts';
import { logIn, logOut, registerAccount, replacePassword } from './account.queries.ts';

interface Auth {
  status: 'loading' | 'authenticated' | 'unauthenticated';
  user: SessionUser | undefined;
  /** Why the last session in this browser ended; absent while somebody is signed in. */
  endedBecause: SessionEnd | undefined;
  /**
   * @param code - the code of the second factor, for accounts that have one
   * @throws ApiError; with the code `answer.unreadable` if the server's answer has no token or user name,
   *   `credentials.code_required` if the account needs a code
   */
  login(username: string, password: string, code?: string): Promise<void>;
  /** Takes over a session that the server has opened for this device without a login. */
  enter(session: Session): void;
  /** @returns whether the person is signed in now; if not, `message` is the server's message */
  register(username: string, password: string): Promise<{ isSignedIn: boolean; message: string | undefined }>;
  /**
   * Changes the password of the signed-in person.
   *
   * @param currentPassword - may be left out just after a login with a one-time password
   * @returns the server's message
   * @throws ApiError; with the code `account.password_required` when `currentPassword` is needed
   */
  changePassword(currentPassword: string | undefined, newPassword: string): Promise<string>;
  /** Logs out in this browser in any case; a failure of the server call is only logged. */
  logout(allDevices?: boolean): Promise<void>;
}

const AuthContext = createContext<Auth | undefined>(undefined);

/**
 * Provides the session of the signed-in person, and the functions that change it, to all screens inside this component.
 */
export function AuthProvider({ children }: { children: ReactNode }) {
  const state = useSyncExternalStore(sessionStore.subscribe, sessionStore.read);
  useEffect(() => {
    addEventListener('storage', followOtherTabs);
    const stopFollowing = followPlan();
    return () => {
      removeEventListener('storage', followOtherTabs);
      stopFollowing();
    };
  }, []);
  const auth = useMemo<Auth>(
    () => ({
      status: state.status,
      user: state.status === 'authenticated' ? state.user : undefined,
      endedBecause: state.status === 'unauthenticated' ? state.because : undefined,
      login,
      enter: signIn,
      register,
      changePassword,
      logout,
    }),
    [state],
  );
  return <AuthContext value={auth}>{children}</AuthContext>;
}

/** The session of the surrounding `AuthProvider`. @throws Error outside an `AuthProvider` */
export function useAuth(): Auth {
  const auth = use(AuthContext);
  if (auth === undefined) throw new Error('useAuth debe ser usado dentro de un AuthProvider');
  return auth;
}

/**
 * Handles the `storage` event that another tab causes when the person signs out, signs in as somebody else, replaces a
 * one-time password or gets another plan there: this tab then takes over the stored session.
 */
function followOtherTabs({ key }: StorageEvent): void {
  if (key !== null && key !== storageKeys.token && key !== storageKeys.user) return;
  const stored = restoreSession();
  const state = sessionStore.read();
  const own = state.status === 'authenticated' ? state : undefined;
  const hasChosen = (stored?.user.mustChangePassword === true) !== (own?.user.mustChangePassword === true);
  if (stored?.token === own?.token && !hasChosen) {
    if (stored !== undefined && stored.user.plan !== own?.user.plan) sessionStore.start(stored);
    return;
  }
  // While an account has a one-time password the server refuses every other call, so the query cache, which may hold
  // these failures, is emptied.
  dropEarlyAnswers();
  queryClient.clear();
  if (stored === undefined) sessionStore.end('elsewhere');
  else sessionStore.start(stored);
}

function signIn(session: Session): void {
  const stored = { user: session.user, token: session.token };
  storeSession(stored);
  sessionStore.start(stored);
}

/** Whether a login answer has the fields that a session needs; backends other than ours may leave some out. */
function isSession(answer: unknown): answer is Session {
  const { token, user } = (answer ?? {}) as { token?: unknown; user?: { username?: unknown } };
  return (
    typeof token === 'string' && token !== '' && typeof user?.username === 'string' && user.username !== ''
  );
}

async function login(username: string, password: string, code?: string): Promise<void> {
  const answer = await logIn(username, password, code);
  if (!isSession(answer)) {
    throw new ApiError({
      status: 200,
      code: 'answer.unreadable',
      serverMessage: 'Error de autenticación: datos de respuesta inválidos',
    });
  }
  signIn(answer);
}

async function register(username: string, password: string) {
  const answer = await registerAccount(username, password);
  if (isSession(answer)) {
    signIn(answer);
    return { isSignedIn: true, message: undefined };
  }
  return { isSignedIn: false, message: 'message' in answer ? answer.message : undefined };
}

async function changePassword(currentPassword: string | undefined, newPassword: string): Promise<string> {
  const { message } = await replacePassword(currentPassword, newPassword);
  const state = sessionStore.read();
  if (state.status === 'authenticated' && state.user.mustChangePassword === true) {
    const { mustChangePassword: _done, ...user } = state.user;
    // Until the one-time password was changed the server refused every other call, so the query cache, which may hold
    // these failures, is emptied.
    dropEarlyAnswers();
    queryClient.clear();
    signIn({ user, token: state.token });
  }
  return message;
}

async function logout(allDevices = false): Promise<void> {
  // The logout call is made before the token is removed, and is not awaited: this browser logs out whatever the server
  // answers.
  const answered = logOut(allDevices);
  answered.catch((error: unknown) => {
    // oxlint-disable-next-line no-console -- docs/requisitos.md, R4.3: service errors are only logged
    console.error('logout failed', error);
  });
  removeSession();
  forgetDeviceId();
  queryClient.clear();
  sessionStore.end('left');
}
