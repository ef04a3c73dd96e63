import { planNames, type SessionUser } from '@butaca/contract';
import { Avatar, Button, Logo } from '@butaca/ui';
import {
  CircleCheck,
  Heart,
  KeyRound,
  LogOut,
  MonitorSmartphone,
  Search,
  ShieldCheck,
  Tv,
  X,
} from 'lucide-react';
import { useEffect, useRef } from 'react';
import { NavLink } from 'react-router';
import { paths } from '../shared/paths.ts';
import { prefetching } from '../platform/prefetch.ts';
import './drawer.css';
import { navigationLinks } from './navigation.ts';

/** The links to what belongs to the person. */
const ownLinks = [
  { to: paths.myList, label: 'Mi lista', icon: Heart },
  { to: paths.devices, label: 'Dispositivos y sesiones', icon: MonitorSmartphone },
  { to: paths.activate, label: 'Activar un televisor', icon: Tv },
  { to: paths.plans, label: 'Planes', icon: CircleCheck },
];

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
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  const links =
    user.role === 'admin' ? [...navigationLinks, { to: paths.admin, label: 'Admin' }] : navigationLinks;
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
        {links.map(({ to, label, isRainbow }) => (
          <NavLink key={to} to={to} end onClick={onClose} {...prefetching(to)}>
            {isRainbow ? <span className="rainbow">{label}</span> : label}
          </NavLink>
        ))}
      </nav>
      {ownLinks.map(({ to, label, icon: Icon }) => (
        <NavLink key={to} className="drawer__mine" to={to} onClick={onClose} {...prefetching(to)}>
          <Icon className="ico" aria-hidden="true" />
          {label}
        </NavLink>
      ))}
      <button type="button" className="drawer__mine" onClick={onPassword}>
        <KeyRound className="ico" aria-hidden="true" />
        Cambiar contraseña
      </button>
      {user.role === 'admin' && (
        <NavLink
          className="drawer__mine"
          to={paths.secondFactor}
          onClick={onClose}
          {...prefetching(paths.secondFactor)}
        >
          <ShieldCheck className="ico" aria-hidden="true" />
          Verificación en dos pasos
        </NavLink>
      )}
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
