import { useCallback, useEffect, useEffectEvent, useMemo } from 'react';
import { useLocation, type NavigateOptions } from 'react-router';
import { usePageRouter } from './page-router-context.ts';
import type { NavigationGuard, PageRouter } from './page-router.ts';

/**
 * Returns the function that opens another address; always the same function. An address without a path is one of the
 * screen that is shown when the function is called, even if the caller's own screen has been left since.
 */
export function useNavigate(): PageRouter['navigate'] {
  return usePageRouter().navigate;
}

type Query = URLSearchParams | Record<string, string>;
type SetQuery = (
  next: Query | ((present: URLSearchParams) => Query),
  options?: Pick<NavigateOptions, 'replace' | 'state'>,
) => void;

/** The query of the page's address, and a function that opens the shown screen with another query. */
export function useSearchParams(): [URLSearchParams, SetQuery] {
  const { search } = useLocation();
  const navigate = useNavigate();
  const query = useMemo(() => new URLSearchParams(search), [search]);
  const setQuery: SetQuery = useCallback(
    (next, options) => {
      const given = typeof next === 'function' ? next(new URLSearchParams(search)) : next;
      navigate(`?${new URLSearchParams(given).toString()}`, options);
    },
    [navigate, search],
  );
  return [query, setQuery];
}

/** Asks `guard` before each navigation within the application, «back» and «forward» included. */
export function useNavigationGuard(guard: NavigationGuard): void {
  const router = usePageRouter();
  const ask = useEffectEvent(guard);
  useEffect(() => router.addGuard((next, proceed) => ask(next, proceed)), [router]);
}
