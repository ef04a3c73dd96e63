import { Spinner } from '@butaca/ui';
import { usePrefetchQuery } from '@tanstack/react-query';
import { SignInPage, LoginForm, useAuth } from './features/account/index.ts';
import { homeQuery } from './features/browse/home/index.ts';
import { LazyScreen } from './platform/lazy-screen.tsx';
import { paths } from './shared/paths.ts';
import { onPrefetch } from './platform/prefetch.ts';

export const loadHome = async () => (await import('./features/browse/home/home.screen.tsx')).HomeScreen;
onPrefetch(paths.home, loadHome);

/** The screen of the path `/`: the home page for signed-in people, and a welcome with the login form for visitors. */
export function IndexRoute() {
  const { status } = useAuth();
  if (status === 'authenticated') return <HomeRoute />;
  if (status === 'unauthenticated') {
    return (
      <SignInPage title="Bienvenido a Butaca">
        <LoginForm />
      </SignInPage>
    );
  }
  return (
    <main className="guard">
      <Spinner size="lg" />
    </main>
  );
}

/** The route of the home page, whose data is fetched while the code of its screen is still loading. */
function HomeRoute() {
  usePrefetchQuery(homeQuery());
  return <LazyScreen load={loadHome} shape="home" />;
}
