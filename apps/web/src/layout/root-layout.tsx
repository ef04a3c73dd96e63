import { Button, classes, useArrowNavigation } from '@butaca/ui';
import { useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useAuth } from '../features/account/index.ts';
import { LazyScreen } from '../platform/lazy-screen.tsx';
import { isBarePath, paths } from '../shared/paths.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { navigationLinks } from './navigation.ts';
import { ownLinks } from './own-links.ts';
import { openNewerRelease, useNewerRelease } from '../platform/releases.ts';
import { useOnline } from '../platform/use-online.ts';

const loadOwnPassword = async () =>
  (await import('../features/account/own-password.screen.tsx')).OwnPasswordScreen;

/**
 * The layout of every screen: header, content and footer. An arrow key that no part of the screen handles moves the focus
 * in its direction, as on a television. A person with a one-time password sees the screen for choosing a password instead.
 */
export function RootLayout() {
  const { pathname } = useLocation();
  const { status, user } = useAuth();
  const isWelcome = pathname === paths.home && status !== 'authenticated';
  const arrows = useArrowNavigation();
  useTitle(pathname);
  if (user?.mustChangePassword === true) {
    return (
      <div {...arrows}>
        <Offline isBare />
        <LazyScreen load={loadOwnPassword} shape="bare" />
      </div>
    );
  }
  if (isBarePath(pathname) || isWelcome) {
    return (
      <div {...arrows}>
        <Offline isBare />
        <Outlet />
      </div>
    );
  }
  return (
    <div {...arrows}>
      <a
        className="skip"
        href="#contenido"
        onClick={(event) => {
          // The hash router would read the link's `#contenido` as a route, so the jump to the content is done in code.
          event.preventDefault();
          document.getElementById('contenido')?.focus();
        }}
      >
        Saltar al contenido
      </a>
      <Header />
      <Offline />
      <NewerRelease />
      <Outlet />
      <Footer />
    </div>
  );
}

/**
 * Says that there is no connection, for as long as there is none.
 *
 * @param isBare - on a screen without header, which may be the player with its bar at the bottom
 */
function Offline({ isBare = false }: { isBare?: boolean }) {
  const isOnline = useOnline();
  return (
    <output className={isOnline ? 'vh' : classes('offline', isBare && 'offline--bare')}>
      {isOnline ? '' : 'Sin conexión. Seguiremos en cuanto vuelva.'}
    </output>
  );
}

/** Offers the newer release of the product when the server has one, until the person puts it off. */
function NewerRelease() {
  const isNewer = useNewerRelease();
  const isOnline = useOnline();
  const [isPutOff, setPutOff] = useState(false);
  const isOffered = isNewer && isOnline && !isPutOff;
  return (
    <output className={isOffered ? 'offline' : 'vh'}>
      {isOffered ? (
        <>
          Hay una versión nueva.{' '}
          <Button size="sm" onClick={openNewerRelease}>
            Actualizar
          </Button>{' '}
          <Button size="sm" variant="line" onClick={() => setPutOff(true)}>
            Ahora no
          </Button>
        </>
      ) : null}
    </output>
  );
}

/** The pages that are called in their title as menus call them, and those without an entry in these menus. */
const namedPages: readonly { to: string; label: string }[] = [
  ...navigationLinks,
  ...ownLinks,
  { to: paths.search, label: 'Buscar' },
  { to: paths.secondFactor, label: 'Verificación en dos pasos' },
  { to: paths.admin, label: 'Panel de Administración' },
];

function useTitle(pathname: string): void {
  useEffect(() => {
    const label = namedPages.find(({ to }) => to === pathname)?.label;
    if (label !== undefined) document.title = pathname === paths.home ? 'Butaca' : `${label} · Butaca`;
  }, [pathname]);
}
