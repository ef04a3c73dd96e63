import type { ComponentType, ReactNode } from 'react';
import { Outlet, type RouteObject } from 'react-router';
import { RequireAdmin, RequireUser } from './features/account/index.ts';
import { IndexRoute } from './index-route.tsx';
import { LoginScreen } from './features/account/login.screen.tsx';
import { ErrorScreen } from './layout/error.screen.tsx';
import { RootLayout } from './layout/root-layout.tsx';
import './layout/page.css';
import { LazyScreen } from './platform/lazy-screen.tsx';
import { onPrefetch } from './platform/prefetch.ts';

const screen = (load: () => Promise<ComponentType>): ReactNode => <LazyScreen load={load} />;

const loadWatch = async () => (await import('./features/watch/watch.screen.tsx')).WatchScreen;
onPrefetch('watch', loadWatch);

const user = (
  <RequireUser>
    <Outlet />
  </RequireUser>
);
const admin = (
  <RequireAdmin>
    <Outlet />
  </RequireAdmin>
);

/** Every screen of the application. */
export const routes: RouteObject[] = [
  {
    element: <RootLayout />,
    errorElement: <ErrorScreen />,
    children: [
      {
        errorElement: <ErrorScreen />,
        children: [
          { path: '/', element: <IndexRoute /> },
          { path: '/login', element: <LoginScreen /> },
          {
            path: '/register',
            element: screen(
              async () => (await import('./features/account/register.screen.tsx')).RegisterScreen,
            ),
          },
          {
            element: user,
            children: [
              {
                path: '/live-tv',
                element: screen(
                  async () => (await import('./features/live-tv/live-tv.screen.tsx')).LiveTvScreen,
                ),
              },
              {
                path: '/peliculas',
                element: screen(
                  async () => (await import('./features/movies/movies.screen.tsx')).MoviesScreen,
                ),
              },
              {
                path: '/series',
                element: screen(
                  async () => (await import('./features/series/series.screen.tsx')).SeriesScreen,
                ),
              },
              {
                path: '/animes',
                element: screen(
                  async () => (await import('./features/animes/animes.screen.tsx')).AnimesScreen,
                ),
              },
              {
                path: '/doramas',
                element: screen(
                  async () =>
                    (await import('./features/catalogue-grid/catalogue-grid.screen.tsx')).DoramasScreen,
                ),
              },
              {
                path: '/novelas',
                element: screen(
                  async () =>
                    (await import('./features/catalogue-grid/catalogue-grid.screen.tsx')).NovelasScreen,
                ),
              },
              {
                path: '/documentales',
                element: screen(
                  async () =>
                    (await import('./features/catalogue-grid/catalogue-grid.screen.tsx')).DocumentalesScreen,
                ),
              },
              {
                path: '/kids',
                element: screen(async () => (await import('./features/kids/kids.screen.tsx')).KidsScreen),
              },
              {
                path: '/colecciones',
                element: screen(
                  async () =>
                    (await import('./features/collections/collections.screen.tsx')).CollectionsScreen,
                ),
              },
              {
                path: '/mi-lista',
                element: screen(
                  async () => (await import('./features/my-list/my-list.screen.tsx')).MyListScreen,
                ),
              },
              {
                path: '/watch/:itemType?/:itemId?',
                element: screen(loadWatch),
              },
            ],
          },
          {
            element: admin,
            children: [
              {
                path: '/admin',
                element: screen(async () => (await import('./features/admin/admin.screen.tsx')).AdminScreen),
              },
            ],
          },
        ],
      },
    ],
  },
];
