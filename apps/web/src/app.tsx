import { Toasts } from '@butaca/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { RouterProvider, type createHashRouter } from 'react-router';
import { AuthProvider } from './features/account/index.ts';
import { onSessionEnd } from './platform/api/session-end.ts';
import { paths } from './shared/paths.ts';
import { followProgress } from './shared/progress/progress-sync.ts';
import { queryClient } from './platform/query-client.ts';
import { removeSession } from './platform/session/session-storage.ts';
import { sessionStore } from './platform/session/session-store.ts';

type Router = ReturnType<typeof createHashRouter>;

/**
 * The root component of the web application, with the session, the query cache, the routes of all screens and the
 * toasts.
 */
export function App({ router }: { router: Router }) {
  useEffect(() => onSessionEnd(() => endSession(router)), [router]);
  useEffect(followProgress, []);
  return (
    <QueryClientProvider client={queryClient}>
      <AuthProvider>
        <RouterProvider router={router} />
        <Toasts />
      </AuthProvider>
    </QueryClientProvider>
  );
}

/**
 * Handles a session that the server ended: removes the session's data from localStorage, and remembers the present
 * screen so that the person returns to it after the next login.
 */
function endSession(router: Router): void {
  removeSession();
  queryClient.clear();
  const { pathname, search, state } = router.state.location;
  sessionStore.end('expired');
  if (pathname === paths.login) return;
  void router.navigate(paths.expiredLogin, {
    state: { from: pathname + search, fromState: state as unknown },
    replace: true,
  });
}
