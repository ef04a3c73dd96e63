import { planNames, type SessionUser } from '@butaca/contract';
import { Avatar, Button, Logo } from '@butaca/ui';
import { KeyRound, LogOut, MonitorSmartphone, Search, ShieldCheck, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import { paths } from '../shared/paths.ts';
import { findShell } from '../platform/shell/shell.ts';
import { prefetching } from '../platform/prefetch.ts';
import './drawer.css';
import { listLinks } from './navigation.ts';
import { ownLinks, type OwnLinkLook } from './own-links.ts';

const testLink: OwnLinkLook = {
  to: paths.testPlayer,
  label: 'Prueba del reproductor',
  icon: MonitorSmartphone,
};
const secondFactorLink: OwnLinkLook = {
  to: paths.secondFactor,
  label: 'Verificación en dos pasos',
  icon: ShieldCheck,
};

/**
 * The navigation menu on narrow screens, a modal dialog. It closes on Escape and on a click outside its content, and
 * then returns the focus to the button that opened it.
 */
export function Drawer({
  user,
  onClose,
  onPassword,
  onLogout,
}: {
  user: SessionUser;
  onClose: () => void;
  onPassword: () => void;
  onLogout: () => void;
}) {
  const { pathname, search } = useLocation();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  const links: ReturnType<typeof listLinks> = [
    ...listLinks(),
    ...(user.role === 'admin' ? [{ to: paths.admin, label: 'Admin', title: undefined }] : []),
  ];
  return (
    // A click on the dialog element itself is a click on its backdrop; by keyboard the dialog closes with Escape or its
    // «Cerrar menú» button.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className="drawer"
      aria-label="Menú"
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className="drawer__bar">
        <Logo className="drawer__logo" label="" />
        <button type="button" className="drawer__close" aria-label="Cerrar menú" onClick={onClose}>
          <X className="ico ico--lg" aria-hidden="true" />
        </button>
      </div>
      <NavLink
        className="drawer__mine drawer__search"
        to={paths.search}
        onClick={onClose}
        {...prefetching(paths.search)}
      >
        <Search className="ico" aria-hidden="true" />
        Buscar
      </NavLink>
      <nav className="drawer__links" aria-label="Menú">
        {links.map(({ to, label, isRainbow, title }) => (
          <NavLink key={to} to={to} end title={title} onClick={onClose} {...prefetching(to)}>
            {isRainbow ? <span className="rainbow">{label}</span> : label}
            {title !== undefined && <small aria-hidden>Vacía</small>}
          </NavLink>
        ))}
      </nav>
      {ownLinks.map((link) => (
        <OwnLink key={link.to} {...link} onClose={onClose} />
      ))}
      <OwnLink {...testLink} state={{ from: pathname + search }} onClose={onClose} />
      <button type="button" className="drawer__mine" onClick={onPassword}>
        <KeyRound className="ico" aria-hidden="true" />
        Cambiar contraseña
      </button>
      {user.role === 'admin' && <OwnLink {...secondFactorLink} onClose={onClose} />}
      {findShell()?.menuEntries.map(({ key, label, icon, onSelect }) => (
        <button key={key} type="button" className="drawer__mine" onClick={onSelect}>
          {icon}
          {label}
        </button>
      ))}
      <div className="drawer__user">
        <Avatar name={user.username} />
        <span>
          {user.username}
          <small>Plan {planNames[user.plan]}</small>
        </span>
        <Button variant="line" size="sm" icon={<LogOut className="ico" />} onClick={onLogout}>
          Cerrar Sesión
        </Button>
      </div>
    </dialog>
  );
}

interface OwnLinkProps extends OwnLinkLook {
  /** The navigation state that the page gets; the test of the player returns to the path in it. */
  state?: { from: string };
  onClose: () => void;
}

function OwnLink({ to, label, icon: Icon, state, onClose }: OwnLinkProps) {
  return (
    <NavLink className="drawer__mine" to={to} state={state} onClick={onClose} {...prefetching(to)}>
      <Icon className="ico" aria-hidden="true" />
      {label}
    </NavLink>
  );
}
