import { Spinner } from '@butaca/ui';
import { usePrefetchQuery } from '@tanstack/react-query';
import { HallPage, LoginForm, useAuth } from './features/account/index.ts';
import { homeQuery } from './features/home/index.ts';
import { LazyScreen } from './platform/lazy-screen.tsx';
import { paths } from './platform/paths.ts';
import { onPrefetch } from './platform/prefetch.ts';

const loadHome = async () => (await import('./features/home/home.screen.tsx')).HomeScreen;
onPrefetch(paths.home, loadHome);

/** The index: the home page of who is signed in, and a welcome with the login form for visitors. */
export function IndexRoute() {
  const { status } = useAuth();
  if (status === 'authenticated') return <HomeRoute />;
  if (status === 'unauthenticated') {
    return (
      <HallPage title="Bienvenido a Butaca">
        <LoginForm />
      </HallPage>
    );
  }
  return (
    <main className="guard">
      <Spinner size="lg" />
    </main>
  );
}

/** What the home page shows is asked for while its code is still on its way. */
function HomeRoute() {
  usePrefetchQuery(homeQuery());
  return <LazyScreen load={loadHome} />;
}
