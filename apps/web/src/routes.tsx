import type { ComponentType, ReactNode } from 'react';
import { Outlet, type RouteObject } from 'react-router';
import { RequireAdmin, RequireUser } from './features/account/index.ts';
import { IndexRoute } from './index-route.tsx';
import { LoginScreen } from './features/account/login.screen.tsx';
import { ErrorScreen, NotFoundScreen } from './layout/error.screen.tsx';
import { RootLayout } from './layout/root-layout.tsx';
import './layout/page.css';
import { LazyScreen, type ScreenShape } from './platform/lazy-screen.tsx';
import { ErrorBoundary } from './platform/navigation/error-boundary.tsx';
import { paths } from './shared/paths.ts';
import { onPrefetch } from './platform/prefetch.ts';

type Load = () => Promise<ComponentType>;

const screen = (load: Load, shape?: ScreenShape): ReactNode => (
  <LazyScreen load={load} {...(shape !== undefined && { shape })} />
);

/** A route whose screen's code is prefetched when its link in the navigation is hovered or focused. */
function linked(path: string, load: Load, shape?: ScreenShape): RouteObject {
  onPrefetch(path, load);
  return { path, element: screen(load, shape) };
}

export const loadLiveTv = async () =>
  (await import('./features/television/live-tv/live-tv.screen.tsx')).LiveTvScreen;
export const loadMovies = async () =>
  (await import('./features/browse/movies/movies.screen.tsx')).MoviesScreen;

/** The module of three screens: one import of it is smaller than three. */
const kindScreens = () => import('./features/browse/kinds/kinds.screen.tsx');

const watchScreen = () => import('./features/watch/watch.screen.tsx');
const loadWatch = async () => (await watchScreen()).WatchScreen;
onPrefetch('watch', async () => (await watchScreen()).preloadPlayer());

const operatorText = screen(
  async () => (await import('./features/browse/operator-text/operator-text.screen.tsx')).OperatorTextScreen,
  'rows',
);

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

export const routes: RouteObject[] = [
  {
    element: (
      <ErrorBoundary failure={<ErrorScreen isOfRouter />}>
        <RootLayout />
      </ErrorBoundary>
    ),
    children: [
      {
        element: (
          <ErrorBoundary failure={<ErrorScreen />}>
            <Outlet />
          </ErrorBoundary>
        ),
        children: [
          { path: '/', element: <IndexRoute /> },
          { path: '/login', element: <LoginScreen /> },
          {
            path: '/register',
            element: screen(
              async () => (await import('./features/account/register.screen.tsx')).RegisterScreen,
              'bare',
            ),
          },
          ...(['terminos', 'privacidad', 'soporte'] as const).map((key) => ({
            path: paths.footerText(key),
            element: operatorText,
          })),
          linked(
            paths.downloads,
            async () => (await import('./features/browse/downloads/downloads.screen.tsx')).DownloadsScreen,
            'rows',
          ),
          {
            path: '/invitacion/:token',
            element: screen(
              async () => (await import('./features/account/invitation.screen.tsx')).InvitationScreen,
              'bare',
            ),
          },
          linked(
            paths.activate,
            async () => (await import('./features/account/activation.screen.tsx')).ActivationScreen,
            'bare',
          ),
          {
            element: user,
            children: [
              linked(paths.liveTv, loadLiveTv, 'tiles'),
              linked(paths.movies, loadMovies, 'cards'),
              linked(
                paths.series,
                async () => (await import('./features/browse/series/series.screen.tsx')).SeriesScreen,
                'sided',
              ),
              linked(
                paths.animes,
                async () => (await import('./features/browse/animes/animes.screen.tsx')).AnimesScreen,
              ),
              linked(paths.doramas, async () => (await kindScreens()).DoramasScreen),
              linked(paths.novelas, async () => (await kindScreens()).NovelasScreen),
              linked(paths.documentales, async () => (await kindScreens()).DocumentalesScreen),
              linked(
                paths.kids,
                async () => (await import('./features/browse/kids/kids.screen.tsx')).KidsScreen,
              ),
              linked(
                paths.collections,
                async () =>
                  (await import('./features/browse/collections/collections.screen.tsx')).CollectionsScreen,
                'sided',
              ),
              linked(
                paths.search,
                async () => (await import('./features/browse/search/search.screen.tsx')).SearchScreen,
              ),
              linked(
                paths.myList,
                async () => (await import('./features/browse/my-list/my-list.screen.tsx')).MyListScreen,
              ),
              linked(
                paths.devices,
                async () => (await import('./features/account/devices.screen.tsx')).DevicesScreen,
                'rows',
              ),
              linked(
                paths.plans,
                async () => (await import('./features/browse/plans/plans.screen.tsx')).PlansScreen,
              ),
              linked(
                paths.secondFactor,
                async () => (await import('./features/account/second-factor.screen.tsx')).SecondFactorScreen,
                'rows',
              ),
              {
                path: paths.bulkUpload,
                // A person who is no administrator gets an explanation on this screen («Subida por secciones») instead
                // of a redirect.
                element: screen(
                  async () => (await import('./features/admin/bulk-upload.screen.tsx')).BulkUploadScreen,
                ),
              },
              linked(
                paths.testPlayer,
                async () => (await import('./features/watch/test-player.screen.tsx')).TestPlayerScreen,
                'bare',
              ),
              {
                path: '/watch/:itemType?/:itemId?',
                element: screen(loadWatch, 'bare'),
              },
            ],
          },
          {
            element: admin,
            children: [
              linked(
                paths.admin,
                async () => (await import('./features/admin/admin.screen.tsx')).AdminScreen,
                'rows',
              ),
            ],
          },
        ],
      },
    ],
  },
  { path: '*', element: <NotFoundScreen /> },
];
