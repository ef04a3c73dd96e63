import { startFakeServer, type FakeServer } from '@butaca/testing';
import { act, render } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { UNSAFE_createHashHistory as createHashHistory } from 'react-router';
import { onTestFinished } from 'vitest';
import { App } from '../src/app.tsx';
import { createPageRouter } from '../src/platform/navigation/page-router.ts';
import { queryClient } from '../src/platform/query-client.ts';
import { sessionStore } from '../src/platform/session/session-store.ts';
import { loadScreen } from './load-screen.ts';

/** The device id that the page sends in tests. */
export const testDevice = 'DispositivoDePrueba0000000000000';

export interface OpenedApp {
  server: FakeServer;
  user: UserEvent;
  /** The path and query behind the # of the page's URL. */
  path(): string;
  /** Navigates to a path as a link would; resolves when the path's screen is rendered. */
  go(path: string, state?: unknown): Promise<void>;
  /** The calls that the fake server has received so far, without headers. */
  calls(): string[];
}

/**
 * Opens the whole application at a path, with a new fake server to which the page's URL is set.
 *
 * @param as - the user name of the fake server's account that is signed in; without it the person is a visitor
 * @param prepare - changes the fake server before the application is rendered
 */
export async function openApp(
  path: string,
  { as, prepare }: { as?: string; prepare?: (server: FakeServer) => void } = {},
): Promise<OpenedApp> {
  await loadScreen(path);
  const server = await startFakeServer();
  jsdom.reconfigure({ url: `${server.origin}/#${path}` });
  // The history entry gets a new key: otherwise the application would restore what it stored for an earlier test's
  // entry, such as its scroll position.
  history.replaceState({ key: crypto.randomUUID() }, '');
  localStorage.clear();
  queryClient.clear();
  if (as !== undefined) {
    const account = server.memory.accounts.get(as);
    if (account === undefined) throw new Error(`the fake server knows no ${as}`);
    const { username, role, plan } = account;
    localStorage.setItem('deviceId', testDevice);
    localStorage.setItem('token', server.signIn(as, testDevice));
    localStorage.setItem('user', JSON.stringify({ username, role, plan }));
  }
  prepare?.(server);
  sessionStore.restore();
  const router = createPageRouter(createHashHistory());
  const { unmount } = render(<App router={router} />);
  onTestFinished(async () => {
    unmount();
    router.dispose();
    queryClient.clear();
    await server[Symbol.asyncDispose]();
  });
  return {
    server,
    user: userEvent.setup(),
    path: () => location.hash.slice(1),
    async go(to, state) {
      await loadScreen(to);
      await act(async () => router.navigate(to, { state }));
    },
    calls: () => server.seen.map(({ call }) => call),
  };
}
