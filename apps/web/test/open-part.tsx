import { startFakeServer, type FakeServer } from '@butaca/testing';
import { Toasts } from '@butaca/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { createPath, type InitialEntry } from 'react-router';
import { onTestFinished } from 'vitest';
import { queryClient } from '../src/platform/query-client.ts';
import { sessionStore } from '../src/platform/session/session-store.ts';
import { memoryPage } from './memory-page.tsx';
import { testDevice } from './open-app.tsx';

export interface OpenedPart {
  server: FakeServer;
  user: UserEvent;
  /** The path and query of the page that contains the part. */
  path(): string;
  /** The navigation state of the page that contains the part. */
  state(): unknown;
  go(to: string | -1): Promise<void>;
  /** The calls that the fake server has received so far, without headers. */
  calls(): string[];
}

/**
 * Renders one part of a page, such as a panel, with a new fake server, on a page of its own that has neither header nor
 * other screens: a link changes only the path.
 *
 * @param as - the user name of the fake server's account that is signed in
 * @param at - where the page that contains the part is
 * @param prepare - changes the fake server before the part is rendered
 */
export async function openPart(
  element: ReactElement,
  {
    as = 'valentina',
    at = '/',
    prepare,
  }: { as?: string; at?: InitialEntry; prepare?: (server: FakeServer) => void } = {},
): Promise<OpenedPart> {
  const server = await startFakeServer();
  jsdom.reconfigure({ url: server.origin });
  localStorage.clear();
  queryClient.clear();
  const account = server.memory.accounts.get(as);
  if (account === undefined) throw new Error(`the fake server knows no ${as}`);
  const { username, role, plan } = account;
  localStorage.setItem('deviceId', testDevice);
  sessionStore.start({ token: server.signIn(as, testDevice), user: { username, role, plan } });
  prepare?.(server);
  const entry = typeof at === 'string' ? at : { key: crypto.randomUUID(), ...at };
  const { router, Page } = memoryPage(entry);
  const { unmount } = render(
    <QueryClientProvider client={queryClient}>
      <Page>{element}</Page>
      <Toasts />
    </QueryClientProvider>,
  );
  onTestFinished(async () => {
    unmount();
    router.dispose();
    queryClient.clear();
    sessionStore.end('absent');
    localStorage.clear();
    await server[Symbol.asyncDispose]();
  });
  return {
    server,
    user: userEvent.setup(),
    path: () => createPath(router.place().location),
    state: () => router.place().location.state as unknown,
    go: (to) => act(async () => router.navigate(to)),
    calls: () => server.seen.map(({ call }) => call),
  };
}
