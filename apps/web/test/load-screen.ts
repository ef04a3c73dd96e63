import { isValidElement, type ComponentType } from 'react';
import { matchRoutes, type RouteObject } from 'react-router';
import { adminTabs, readTab } from '../src/features/admin/admin-tabs.ts';
import { loadHome } from '../src/index-route.tsx';
import { fetchScreen } from '../src/platform/lazy-screen.tsx';
import { routes } from '../src/routes.tsx';
import { paths } from '../src/shared/paths.ts';

/**
 * Loads the code of the screen at a path, so that what a test waits for does not include transforming and loading
 * modules, and that no import is still running when the test ends.
 *
 * @param path - the path and query of the screen
 */
export async function loadScreen(path: string): Promise<void> {
  const { pathname, searchParams } = new URL(path, 'http://page');
  for (const { route } of matchRoutes(routes, pathname) ?? []) {
    const load = loadOf(route.element);
    // oxlint-disable-next-line no-await-in-loop -- only one of the nested routes has a screen whose code is loaded
    if (load !== undefined) await fetchScreen(load);
  }
  if (pathname === paths.home) await fetchScreen(loadHome);
  if (pathname === paths.admin) await fetchScreen(readTab(searchParams.get('tab')).load);
}

/** Loads the code of all screens and of all tabs of the administration. */
export async function loadAllScreens(): Promise<void> {
  const loads = [loadHome, ...loadsOf(routes), ...adminTabs.map(({ load }) => load)];
  await Promise.all(loads.map(fetchScreen));
}

function loadsOf(list: readonly RouteObject[]): (() => Promise<ComponentType>)[] {
  return list.flatMap(({ element, children }) => {
    const load = loadOf(element);
    return [...(load === undefined ? [] : [load]), ...loadsOf(children ?? [])];
  });
}

function loadOf(element: unknown): (() => Promise<ComponentType>) | undefined {
  return isValidElement<{ load?: () => Promise<ComponentType> }>(element) ? element.props.load : undefined;
}
