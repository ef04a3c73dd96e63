import { Button, DeniedState, Spinner } from '@butaca/ui';
import type { ReactNode } from 'react';
import { Link, Navigate, useLocation } from 'react-router';
import { paths } from '../../shared/paths.ts';
import { useAuth } from './auth.tsx';

/**
 * Renders its children for signed-in people; sends visitors to the login page, from which they return after signing in.
 */
export function RequireUser({ children }: { children: ReactNode }) {
  const { status, endedBecause } = useAuth();
  const { pathname, search, state } = useLocation();
  // Path and navigation state of the requested screen, to which the login leads back.
  const origin = { from: pathname + search, fromState: state as unknown };
  if (status === 'loading') return <GuardSpinner />;
  if (status === 'authenticated') return children;
  if (endedBecause === 'elsewhere') return <SignInNotice origin={origin} />;
  // After a logout with «Cerrar Sesión», the next person to sign in does not return to the previous person's screen.
  if (endedBecause === 'left') return <Navigate to={paths.login} replace />;
  const login = endedBecause === 'expired' ? paths.expiredLogin : paths.login;
  return <Navigate to={login} state={origin} replace />;
}

/**
 * Asks the person to sign in, in place of a screen whose session was ended in another tab; the page's URL stays the
 * same.
 */
function SignInNotice({ origin }: { origin: { from: string; fromState: unknown } }) {
  return (
    <main className="page" id="contenido" tabIndex={-1}>
      <DeniedState
        headingLevel={1}
        title="Debes iniciar sesión para ver este contenido."
        reason="La sesión se cerró en otra pestaña."
        action={
          <Button variant="primary" render={<Link to={paths.login} state={origin} />}>
            Iniciar sesión
          </Button>
        }
      />
    </main>
  );
}

/** Renders its children for administrators; other people are redirected to the home page. */
export function RequireAdmin({ children }: { children: ReactNode }) {
  const { user } = useAuth();
  return (
    <RequireUser>{user?.role === 'admin' ? children : <Navigate to={paths.home} replace />}</RequireUser>
  );
}

function GuardSpinner() {
  return (
    <div className="guard">
      <Spinner size="lg" />
    </div>
  );
}
