import { Spinner } from '@butaca/ui';
import { usePrefetchQuery } from '@tanstack/react-query';
import { SignInPage, LoginForm, useAuth } from './features/account/index.ts';
import { homeQuery } from './features/browse/home/index.ts';
import { dropEarlyAnswer, type EarlyAnswer } from './platform/api/early-answer.ts';
import { fetchScreen, LazyScreen } from './platform/lazy-screen.tsx';
import { paths } from './shared/paths.ts';
import { onPrefetch } from './platform/prefetch.ts';
import { queryClient } from './platform/query-client.ts';
import { sessionToken } from './platform/session/session-store.ts';

const loadHome = async () => (await import('./features/browse/home/home.screen.tsx')).HomeScreen;
onPrefetch(paths.home, loadHome);

/**
 * The longest time that the HTML shell stays visible after the code is loaded; the home page then opens even if
 * incomplete.
 */
const shellTimeoutMs = 500;

/**
 * Waits until the home page can replace the HTML shell at once, with its billboard image: a skeleton in between would
 * cost a render on the slowest phones. Never rejects, and waits at most half a second; after that the home page itself
 * loads what is missing and shows its failures.
 */
export async function awaitHome({ token, response, picture }: EarlyAnswer): Promise<void> {
  if (token !== sessionToken()) return dropEarlyAnswer();
  const ready = Promise.all([
    fetchScreen(loadHome),
    // The query is skipped if the session has changed meanwhile; a refused query may end the session, which the page
    // handles.
    response.then(() => (token === sessionToken() ? queryClient.query(homeQuery()) : undefined)),
    picture,
  ]);
  const timeout = new Promise((resolve) => setTimeout(resolve, shellTimeoutMs));
  await Promise.race([ready.catch(() => undefined), timeout]);
}

/** The index route: the home page for signed-in people, and a welcome with the login form for visitors. */
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

/** Fetches the home page's data while its code is still loading. */
function HomeRoute() {
  usePrefetchQuery(homeQuery());
  return <LazyScreen load={loadHome} />;
}
