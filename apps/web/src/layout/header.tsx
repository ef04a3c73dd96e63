import { Avatar, lazyPart, Logo, Menu, notify, unloadedSentence, type MenuEntry } from '@butaca/ui';
import { planNames, type SessionUser } from '@butaca/contract';
import { KeyRound, LogOut, Menu as MenuIcon, Shield, ShieldCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, NavLink } from 'react-router';
import { useNavigate } from '../platform/navigation/use-navigation.ts';
import { useAuth, usePasswordDialog } from '../features/account/index.ts';
import { SearchLink, useSearchKeys } from '../features/browse/search/index.ts';
import { paths } from '../shared/paths.ts';
import { findShell } from '../platform/shell/shell.ts';
import { prefetching } from '../platform/prefetch.ts';
import './header.css';
import { listLinks } from './navigation.ts';
import { ownLinks } from './own-links.ts';
import { useScrolled } from './use-scrolled.ts';

/** The navigation menu of narrow screens, whose code is loaded when somebody is about to open it. */
const drawer = lazyPart(async () => (await import('./drawer.tsx')).Drawer);
/** A failure is told when the menu is opened, which loads the code again. */
const prefetchDrawer = () => void drawer.load().catch(() => undefined);

/** The header of every page: transparent at the top of the page, opaque glass once the page is scrolled. */
export function Header() {
  const { user, logout } = useAuth();
  const navigate = useNavigate();
  const isScrolled = useScrolled();
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  useSearchKeys(user !== undefined);
  const password = usePasswordDialog();
  const burger = useRef<HTMLButtonElement>(null);
  const { Part: Drawer } = drawer.usePart(isDrawerOpen);

  async function openDrawer(): Promise<void> {
    try {
      await drawer.load();
      setDrawerOpen(true);
    } catch {
      notify.error(unloadedSentence);
    }
  }

  async function handleLogout(): Promise<void> {
    setDrawerOpen(false);
    await logout();
    navigate(paths.login);
  }

  /** The menu is closed first, so that its button in the header gets the focus back when the dialog closes. */
  function handleDrawerPassword(): void {
    flushSync(() => setDrawerOpen(false));
    burger.current?.focus();
    password.open();
  }

  return (
    <>
      <header className={isScrolled ? 'header is-scrolled' : 'header'}>
        <Link className="header__brand" to={paths.home} aria-label="Butaca, inicio">
          <Logo label="" />
        </Link>
        {user !== undefined && (
          <>
            <nav className="header__nav" aria-label="Principal">
              {listLinks().map(({ to, label, isRainbow, title }) => (
                <NavLink key={to} to={to} end title={title} {...prefetching(to)}>
                  {isRainbow ? <span className="rainbow">{label}</span> : label}
                </NavLink>
              ))}
            </nav>
            <div className="header__end">
              <SearchLink />
              {user.role === 'admin' && (
                <NavLink className="header__admin" to={paths.admin} {...prefetching(paths.admin)}>
                  <Shield className="ico" aria-hidden="true" />
                  Admin
                </NavLink>
              )}
              <UserMenu user={user} onPassword={password.open} onLogout={() => void handleLogout()} />
              <button
                ref={burger}
                type="button"
                className="header__burger"
                aria-label="Abrir menú"
                aria-expanded={isDrawerOpen}
                onPointerDown={prefetchDrawer}
                onFocus={prefetchDrawer}
                onClick={() => void openDrawer()}
              >
                <MenuIcon className="ico ico--lg" aria-hidden="true" />
              </button>
            </div>
          </>
        )}
      </header>
      {user !== undefined && isDrawerOpen && Drawer !== undefined && (
        <Drawer
          user={user}
          onClose={() => setDrawerOpen(false)}
          onPassword={handleDrawerPassword}
          onLogout={() => void handleLogout()}
        />
      )}
      {user !== undefined && password.dialog}
    </>
  );
}

/** Only administrators can turn a second factor on. */
const secondFactorEntry: MenuEntry = {
  key: 'second-factor',
  label: 'Verificación en dos pasos',
  icon: <ShieldCheck className="ico" />,
  render: <Link to={paths.secondFactor} {...prefetching(paths.secondFactor)} />,
};

interface UserMenuProps {
  user: SessionUser;
  onPassword: () => void;
  onLogout: () => void;
}

function UserMenu({ user, onPassword, onLogout }: UserMenuProps) {
  const entries: MenuEntry[] = [
    ...ownLinks.map(({ to, label, icon: Icon }) => ({
      key: to,
      label,
      icon: <Icon className="ico" />,
      render: <Link to={to} {...prefetching(to)} />,
    })),
    {
      key: 'password',
      label: 'Cambiar contraseña',
      icon: <KeyRound className="ico" />,
      onSelect: onPassword,
    },
    ...(user.role === 'admin' ? [secondFactorEntry] : []),
    ...(findShell()?.menuEntries ?? []),
    {
      key: 'logout',
      label: 'Cerrar Sesión',
      icon: <LogOut className="ico" />,
      onSelect: onLogout,
    },
  ];
  return (
    <Menu
      label={`Menú de ${user.username}`}
      align="end"
      head={
        <>
          <b>{user.username}</b>
          Plan {planNames[user.plan]}
        </>
      }
      items={entries}
      trigger={
        <button type="button" className="header__avatar">
          <Avatar name={user.username} />
        </button>
      }
    />
  );
}
