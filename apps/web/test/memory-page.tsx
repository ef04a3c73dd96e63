import { UNSAFE_createMemoryHistory as createMemoryHistory, type InitialEntry } from 'react-router';
import type { ReactNode } from 'react';
import { createPageRouter, type PageRouter } from '../src/platform/navigation/page-router.ts';
import { PageRouterProvider } from '../src/platform/navigation/page-router-provider.tsx';

/**
 * A page with a history of its own in memory, for tests of a part of the page.
 *
 * @param entries - the entries of the history; the page shows the last one
 * @returns the navigation of the page, and the component inside which the test renders the part
 */
export function memoryPage(...entries: InitialEntry[]): {
  router: PageRouter;
  Page: (props: { children: ReactNode }) => ReactNode;
} {
  const router = createPageRouter(createMemoryHistory({ initialEntries: entries }));
  return {
    router,
    Page: ({ children }) => <PageRouterProvider router={router}>{children}</PageRouterProvider>,
  };
}
