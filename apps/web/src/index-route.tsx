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

/** The shell is looked at for this much longer, and not for what takes its time. */
const shellTimeoutMs = 500;

/**
 * Waits until the home page can replace the shell at once, picture included: a skeleton in between would cost a render on the
 * slowest phones. Never rejects, and stops waiting after a short time; the page then loads the rest itself and shows its
 * failures.
 */
export async function awaitHome({ token, response, picture }: EarlyAnswer): Promise<void> {
  if (token !== sessionToken()) return dropEarlyAnswer();
  const ready = Promise.all([
    fetchScreen(loadHome),
    // A refusal may end the session, which the page handles; and the session may have changed meanwhile.
    response.then(() => (token === sessionToken() ? queryClient.query(homeQuery()) : undefined)),
    picture,
  ]);
  const timeout = new Promise((resolve) => setTimeout(resolve, shellTimeoutMs));
  await Promise.race([ready.catch(() => undefined), timeout]);
}

/** The index: the home page of who is signed in, and a welcome with the login form for visitors. */
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
