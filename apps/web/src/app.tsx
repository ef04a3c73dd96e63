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

/** The application: its session, its cache, its screens. */
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
 * Handles a session that the server ended: its stored data is removed, and after the next login the person returns to the same
 * screen.
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
