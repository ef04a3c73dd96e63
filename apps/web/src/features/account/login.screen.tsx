import { useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useNavigate, useSearchParams } from '../../platform/navigation/use-navigation.ts';
import { readReturnPath } from '../../shared/paths.ts';
import { useAuth } from './auth.tsx';
import { SignInPage } from './sign-in-page.tsx';
import { LoginForm } from './login-form.tsx';

const expiredSentence = 'Tu sesión ha expirado. Por favor, inicia sesión de nuevo.';

/** The login page; a person who is already signed in is redirected to the screen that they came from. */
export function LoginScreen() {
  const { status } = useAuth();
  const navigate = useNavigate();
  const location = useLocation();
  const [query] = useSearchParams();
  const origin = (location.state ?? {}) as { from?: unknown; fromState?: unknown };
  const target = readReturnPath(origin.from);
  const isExpired = query.get('session_expired') === 'true';
  useEffect(() => {
    document.title = 'Entrar · Butaca';
  }, []);
  if (status === 'authenticated') return <Navigate to={target} state={origin.fromState} replace />;
  return (
    <SignInPage title="Tu butaca te espera">
      <LoginForm
        notice={isExpired ? expiredSentence : undefined}
        onSuccess={() => navigate(target, { replace: true, state: origin.fromState })}
      />
    </SignInPage>
  );
}
