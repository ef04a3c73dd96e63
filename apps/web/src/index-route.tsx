import { Spinner } from '@butaca/ui';
import { usePrefetchQuery } from '@tanstack/react-query';
import { HallPage, LoginForm, useAuth } from './features/account/index.ts';
import { homeQuery } from './features/home/index.ts';
import type { EarlyAnswer } from './platform/api/early-answer.ts';
import { fetchScreen, LazyScreen } from './platform/lazy-screen.tsx';
import { paths } from './platform/paths.ts';
import { onPrefetch } from './platform/prefetch.ts';
import { queryClient } from './platform/query-client.ts';
import { sessionToken } from './platform/session/session-store.ts';

const loadHome = async () => (await import('./features/home/home.screen.tsx')).HomeScreen;
onPrefetch(paths.home, loadHome);

/** The shell is looked at for this much longer, and not for an answer or a picture that takes its time. */
const shellPatienceMs = 300;

/**
 * Has the home page take the place of the shell at once, picture and all: a skeleton in between would be a page made for
 * nothing, on the phones that take longest to make one. Never fails: what could not be fetched is fetched, or said to be
 * missing, by the page.
 */
export async function awaitHome({ token, isSeen }: EarlyAnswer): Promise<void> {
  if (token !== sessionToken()) return;
  const code = fetchScreen(loadHome).catch(() => undefined);
  const patience = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), shellPatienceMs));
  // A refusal may end the session, which is the page's affair.
  if (await Promise.race([isSeen, patience])) await queryClient.prefetchQuery(homeQuery());
  await code;
}

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
