import { createContext, use } from 'react';
import type { PageRouter } from './page-router.ts';

export const PageRouterContext = createContext<PageRouter | undefined>(undefined);

/** The navigation of the page. @throws Error outside a `PageRouterProvider` */
export function usePageRouter(): PageRouter {
  const router = use(PageRouterContext);
  if (router === undefined) throw new Error('there is no PageRouterProvider around this component');
  return router;
}
