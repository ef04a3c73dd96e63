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
 * The longest time that the static skeleton in index.html (the shell) stays visible after the code is loaded; after it
 * the home page opens even if its data or image is missing.
 */
const shellTimeoutMs = 500;

/**
 * Waits until the home page can replace the static skeleton in index.html at once, with the large image on top: a
 * second skeleton in between would cost a render on the slowest phones. Never rejects, and waits at most half a second;
 * after that the home page itself loads what is missing and shows its failures.
 */
export async function awaitHome({ token, response, image }: EarlyAnswer): Promise<void> {
  if (token !== sessionToken()) return dropEarlyAnswer();
  const ready = Promise.all([
    fetchScreen(loadHome),
    // If the session has changed meanwhile, the home page's query is skipped. A refused query may end the session,
    // which the application handles elsewhere.
    response.then(() => (token === sessionToken() ? queryClient.query(homeQuery()) : undefined)),
    image,
  ]);
  const timeout = new Promise((resolve) => setTimeout(resolve, shellTimeoutMs));
  await Promise.race([ready.catch(() => undefined), timeout]);
}

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
