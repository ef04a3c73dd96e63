import { Spinner } from '@butaca/ui';
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { paths } from '../../platform/paths.ts';
import { useAuth } from './auth.tsx';

/** Lets people in who are signed in; others go to the login and come back. */
export function RequireUser({ children }: { children: ReactNode }) {
  const { status } = useAuth();
  const { pathname, search } = useLocation();
  if (status === 'loading') return <GuardSpinner />;
  if (status === 'unauthenticated')
    return <Navigate to={paths.login} state={{ from: pathname + search }} replace />;
  return children;
}

/** Lets administrators in; other people go to the home page. */
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
