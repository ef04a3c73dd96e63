import { Toasts } from '@butaca/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { memo, useEffect } from 'react';
import { useRoutes } from 'react-router';
import { AuthProvider } from './features/account/index.ts';
import { listenToRemote } from './layout/listen-to-remote.ts';
import { onSessionEnd } from './platform/api/session-end.ts';
import { paths } from './shared/paths.ts';
import type { PageRouter } from './platform/navigation/page-router.ts';
import { PageRouterProvider } from './platform/navigation/page-router-provider.tsx';
import { followProgress } from './shared/progress/progress-sync.ts';
import { queryClient } from './platform/query-client.ts';
import { removeSession } from './platform/session/session-storage.ts';
import { sessionStore } from './platform/session/session-store.ts';
import { routes } from './routes.tsx';

/**
 * The root component of the web application, with the session, the query cache, the routes of all screens and the
 * toasts.
 */
export function App({ router }: { router: PageRouter }) {
  useEffect(() => onSessionEnd(() => endSession(router)), [router]);
  useEffect(followProgress, []);
  useEffect(listenToRemote, []);
  return (
    <QueryClientProvider client={queryClient}>
      <AuthProvider>
        <PageRouterProvider router={router}>
          <Screens />
        </PageRouterProvider>
        <Toasts />
      </AuthProvider>
    </QueryClientProvider>
  );
}

const Screens = memo(() => useRoutes(routes));

/**
 * Handles a session that the server ended: removes the session's data from localStorage, and remembers the present
 * screen so that the person returns to it after the next login.
 */
function endSession(router: PageRouter): void {
  removeSession();
  queryClient.clear();
  const { pathname, search, state } = router.place().location;
  sessionStore.end('expired');
  if (pathname === paths.login) return;
  router.navigate(paths.expiredLogin, {
    state: { from: pathname + search, fromState: state as unknown },
    replace: true,
  });
}
