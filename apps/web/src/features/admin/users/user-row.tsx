import { planKeys, planNames, readPlan, type Account } from '@butaca/contract';
import { Avatar, Badge, Button, classes, IconButton, Menu, Select, type MenuEntry } from '@butaca/ui';
import {
  CalendarClock,
  ChevronDown,
  EllipsisVertical,
  KeyRound,
  Link2,
  Link2Off,
  Monitor,
  Shield,
  ShieldCheck,
  ShieldOff,
} from 'lucide-react';
import { useId, useState, useSyncExternalStore } from 'react';
import { serverNowMs } from '../../../platform/api/server-clock.ts';
import { dayInWords } from '../../../platform/moment.ts';
import { counted } from '../../../platform/counted.ts';
import { sessionStore } from '../../../platform/session/session-store.ts';
import { AdminActDialog, type AdminAct } from './admin-act-dialog.tsx';
import { DevicePanel } from './device-panel.tsx';
import { EndSecondFactorDialog } from './end-second-factor-dialog.tsx';
import { ExpiryDialog } from './expiry-dialog.tsx';
import { InvitationDialog } from './invitation-dialog.tsx';
import { MakeAdminDialog } from './make-admin-dialog.tsx';
import { ResetPasswordDialog } from './reset-password-dialog.tsx';
import { useUserActs } from './use-user-acts.ts';

interface UserRowProps {
  user: Account;
  /** Whether the panel with the user's devices is open below this row of the list of users. */
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/**
 * A row of the list of users: name, role, plan, status, expiry and buttons; the user's devices are shown below when the
 * row is open.
 */
export function UserRow({ user, isOpen, onOpenChange }: UserRowProps) {
  const { plan, status, revocation } = useUserActs(user);
  const session = useSyncExternalStore(sessionStore.subscribe, sessionStore.read);
  const isOwn = session.status === 'authenticated' && session.user.username === user.username;
  const [asked, setAsked] = useState<
    'admin' | 'expiry' | 'expired' | 'password' | 'invitation' | 'second-factor' | AdminAct
  >();
  const devicesId = useId();
  const hasEnded = user.expiresAt !== null && Date.parse(user.expiresAt) <= serverNowMs();
  const isAdmin = user.role === 'admin';
  const isUsable = user.isActive && !hasEnded;
  const close = (): void => setAsked(undefined);

  const handleActivation = (): void => {
    if (!isUsable && hasEnded) setAsked('expired');
    else if (isAdmin) setAsked(isUsable ? 'deactivation' : 'activation');
    else status.mutate(!isUsable);
  };

  return (
    <li className={classes('user', isOpen && 'is-open')} aria-label={user.username}>
      <div className="urow">
        <div className="urow__who">
          <Avatar name={user.username} size="sm" />
          <b title={user.username}>{user.username}</b>
        </div>
        <span>
          {user.role === 'admin' ? (
            <Badge tone="line" icon={<Shield className="ico" aria-hidden />}>
              admin
            </Badge>
          ) : (
            <span className="urow__quiet">usuario</span>
          )}
          {user.hasSecondFactor && (
            <ShieldCheck className="ico urow__factor" role="img" aria-label="Con verificación en dos pasos" />
          )}
        </span>
        <Select
          className="urow__plan"
          label={`Plan de ${user.username}`}
          hideLabel
          size="sm"
          options={planKeys.map((key) => ({ value: key, label: planNames[key] }))}
          value={plan.isPending ? plan.variables : user.plan}
          disabled={plan.isPending}
          onChange={(event) => plan.mutate(readPlan(event.currentTarget.value))}
        />
        <span>
          <StatusBadge user={user} isUsable={isUsable} />
        </span>
        <span className="urow__expiry">
          {user.awaitsApproval ? (
            `Registro: ${dayInWords(user.createdAt)}`
          ) : (
            <Expiry expiresAt={user.expiresAt} hasEnded={hasEnded} />
          )}
        </span>
        <div className="urow__acts">
          <UserButtons
            user={user}
            isUsable={isUsable}
            isOpen={isOpen}
            devicesId={devicesId}
            isPending={status.isPending}
            onDecide={(isApproved) => status.mutate(isApproved)}
            onActivation={handleActivation}
            onOpenChange={onOpenChange}
          />
          <Menu
            label={`Más acciones de ${user.username}`}
            items={entriesOf(user, isOwn, {
              onRole: () => setAsked(isAdmin ? 'viewer' : 'admin'),
              onExpiry: () => setAsked('expiry'),
              onPassword: () => setAsked('password'),
              onInvitation: () => setAsked('invitation'),
              onRevocation: () => (isAdmin ? setAsked('revocation') : revocation.mutate()),
              onSecondFactor: () => setAsked('second-factor'),
            })}
            trigger={
              <IconButton label={`Más acciones de ${user.username}`}>
                <EllipsisVertical className="ico" aria-hidden />
              </IconButton>
            }
          />
        </div>
      </div>
      <div id={devicesId}>{isOpen && <DevicePanel user={user} />}</div>
      {asked === 'admin' && <MakeAdminDialog user={user} onClose={close} />}
      {asked === 'second-factor' && <EndSecondFactorDialog user={user} onClose={close} />}
      {asked === 'invitation' && <InvitationDialog user={user} onClose={close} />}
      {asked === 'password' && <ResetPasswordDialog user={user} onClose={close} />}
      {(asked === 'expiry' || asked === 'expired') && (
        <ExpiryDialog user={user} isActivation={asked === 'expired'} onClose={close} />
      )}
      {(asked === 'viewer' ||
        asked === 'deactivation' ||
        asked === 'activation' ||
        asked === 'revocation') && <AdminActDialog user={user} act={asked} onClose={close} />}
    </li>
  );
}

interface UserButtonsProps {
  user: Account;
  isUsable: boolean;
  /** Whether the panel with the user's devices is open below this row of the list of users. */
  isOpen: boolean;
  /** The `id` of the element that shows the user's devices, for `aria-controls`. */
  devicesId: string;
  /** Whether a call that approves, refuses, activates or deactivates the account is in flight. */
  isPending: boolean;
  onDecide: (isApproved: boolean) => void;
  onActivation: () => void;
  onOpenChange: (isOpen: boolean) => void;
}

/**
 * The buttons in a row of the list of users: approve or refuse a registration; for an approved account, activate or
 * deactivate it, and show its devices.
 */
function UserButtons(props: UserButtonsProps) {
  const { user, isUsable, isOpen, devicesId, isPending, onDecide, onActivation, onOpenChange } = props;
  if (user.awaitsApproval) {
    return (
      <>
        <Button key="approve" variant="second" size="sm" loading={isPending} onClick={() => onDecide(true)}>
          Aprobar
        </Button>
        <Button
          key="refuse"
          variant="line"
          size="sm"
          quiet
          disabled={isPending}
          onClick={() => onDecide(false)}
        >
          Rechazar
        </Button>
      </>
    );
  }
  return (
    <>
      <Button
        className="urow__switch"
        variant="line"
        size="sm"
        quiet
        loading={isPending}
        onClick={onActivation}
      >
        {isUsable ? 'Desactivar' : 'Activar'}
      </Button>
      <Button
        variant={isOpen ? 'second' : 'line'}
        size="sm"
        aria-expanded={isOpen}
        aria-controls={devicesId}
        aria-label={`Dispositivos de ${user.username}: ${counted(user.devices.active, 'activo', 'activos')} de ${user.devices.total}`}
        title="Dispositivos"
        icon={<Monitor className="ico" aria-hidden />}
        iconEnd={<ChevronDown className="ico" aria-hidden />}
        onClick={() => onOpenChange(!isOpen)}
      >
        <span className="num">{user.devices.total}</span>
      </Button>
    </>
  );
}

function StatusBadge({ user, isUsable }: { user: Account; isUsable: boolean }) {
  if (user.awaitsApproval) return <Badge tone="warn">Pendiente</Badge>;
  return <Badge tone={isUsable ? 'ok' : 'off'}>{isUsable ? 'Activo' : 'Inactivo'}</Badge>;
}

function Expiry({ expiresAt, hasEnded }: { expiresAt: string | null; hasEnded: boolean }) {
  if (expiresAt === null) return 'Sin caducidad';
  return (
    <>
      {hasEnded ? 'Caducó ' : <span className="urow__short">Caduca </span>}
      {dayInWords(expiresAt)}
    </>
  );
}

type RowAct = 'Role' | 'Expiry' | 'Password' | 'Invitation' | 'Revocation' | 'SecondFactor';

function entriesOf(
  { role, awaitsApproval, hasSecondFactor, invitedUntil }: Account,
  isOwn: boolean,
  acts: Record<`on${RowAct}`, () => void>,
): MenuEntry[] {
  const password: MenuEntry = {
    key: 'password',
    label: 'Restablecer contraseña',
    icon: <KeyRound className="ico" />,
    onSelect: acts.onPassword,
  };
  // Until a registration is approved or refused, the menu in its row of the list of users offers only a reset of the
  // password.
  if (awaitsApproval) return [password];
  const entries: MenuEntry[] = [
    {
      key: 'role',
      label: role === 'admin' ? 'Quitar el rol de administrador' : 'Hacer administrador',
      icon: role === 'admin' ? <ShieldOff className="ico" /> : <Shield className="ico" />,
      onSelect: acts.onRole,
    },
    {
      key: 'expiry',
      label: 'Cambiar caducidad',
      icon: <CalendarClock className="ico" />,
      onSelect: acts.onExpiry,
    },
  ];
  // Administrators change their own password and second factor in the menu of the page's header, so their own row in the
  // list of users offers neither.
  if (isOwn) return entries;
  const ways: MenuEntry[] = [
    {
      key: 'invitation',
      label: 'Nueva invitación',
      icon: <Link2 className="ico" />,
      onSelect: acts.onInvitation,
    },
    ...(invitedUntil === null
      ? []
      : [
          {
            key: 'revocation',
            label: 'Anular invitación',
            icon: <Link2Off className="ico" />,
            onSelect: acts.onRevocation,
          },
        ]),
    password,
  ];
  if (!hasSecondFactor) return [...entries, ...ways];
  const secondFactor: MenuEntry = {
    key: 'second-factor',
    label: 'Desactivar verificación en dos pasos',
    icon: <ShieldOff className="ico" />,
    onSelect: acts.onSecondFactor,
  };
  return [...entries, ...ways, secondFactor];
}
