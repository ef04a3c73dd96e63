import { Spinner } from '@butaca/ui';
import { lazy, Suspense } from 'react';
import { HallPage, LoginForm, useAuth } from './features/account/index.ts';

const HomeScreen = lazy(async () => ({
  default: (await import('./features/home/home.screen.tsx')).HomeScreen,
}));

/** The index: the home page of who is signed in, and a welcome with the login form for visitors. */
export function IndexRoute() {
  const { status } = useAuth();
  if (status === 'unauthenticated') {
    return (
      <HallPage title="Bienvenido a Butaca">
        <LoginForm />
      </HallPage>
    );
  }
  const waiting = (
    <main className="guard">
      <Spinner size="lg" />
    </main>
  );
  return status === 'loading' ? (
    waiting
  ) : (
    <Suspense fallback={waiting}>
      <HomeScreen />
    </Suspense>
  );
}
