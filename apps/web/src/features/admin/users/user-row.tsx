import { planKeys, planNames, readPlan, type Account } from '@butaca/contract';
import { Avatar, Badge, Button, classes, IconButton, Menu, Select, type MenuEntry } from '@butaca/ui';
import {
  CalendarClock,
  ChevronDown,
  EllipsisVertical,
  KeyRound,
  Monitor,
  Shield,
  ShieldOff,
} from 'lucide-react';
import { useId, useState, useSyncExternalStore } from 'react';
import { serverNowMs } from '../../../platform/api/server-clock.ts';
import { sessionStore } from '../../../platform/session/session-store.ts';
import { DevicePanel } from './device-panel.tsx';
import { ExpiryDialog } from './expiry-dialog.tsx';
import { showDay } from './expiry-day.ts';
import { ResetPasswordDialog } from './reset-password-dialog.tsx';
import { useUserActs } from './use-user-acts.ts';

interface UserRowProps {
  user: Account;
  /** Its devices are shown. */
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** A user with what can be done with them; their devices open below. */
export function UserRow({ user, isOpen, onOpenChange }: UserRowProps) {
  const { plan, status, role } = useUserActs(user);
  const session = useSyncExternalStore(sessionStore.subscribe, sessionStore.read);
  const isOwn = session.status === 'authenticated' && session.user.username === user.username;
  const [asked, setAsked] = useState<'expiry' | 'activation' | 'password'>();
  const devicesId = useId();
  const hasEnded = user.expiresAt !== null && Date.parse(user.expiresAt) <= serverNowMs();
  const isStanding = user.isActive && !hasEnded;
  const close = (): void => setAsked(undefined);

  const handleActivation = (): void => {
    if (!isStanding && hasEnded) setAsked('activation');
    else status.mutate(!isStanding);
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
          <Standing user={user} isStanding={isStanding} />
        </span>
        <span className="urow__expiry">
          {user.awaitsApproval ? (
            `Registro ${showDay(user.createdAt)}`
          ) : (
            <Expiry expiresAt={user.expiresAt} hasEnded={hasEnded} />
          )}
        </span>
        <div className="urow__acts">
          {user.awaitsApproval ? (
            <>
              <Button
                variant="second"
                size="sm"
                loading={status.isPending}
                onClick={() => status.mutate(true)}
              >
                Aprobar
              </Button>
              <Button
                variant="line"
                size="sm"
                quiet
                disabled={status.isPending}
                onClick={() => status.mutate(false)}
              >
                Rechazar
              </Button>
            </>
          ) : (
            <Button
              className="urow__switch"
              variant="line"
              size="sm"
              quiet
              loading={status.isPending}
              onClick={handleActivation}
            >
              {isStanding ? 'Desactivar' : 'Activar'}
            </Button>
          )}
          {/* Who waits has signed in nowhere yet. */}
          {!user.awaitsApproval && (
            <Button
              variant={isOpen ? 'second' : 'line'}
              size="sm"
              aria-expanded={isOpen}
              aria-controls={devicesId}
              aria-label={`Dispositivos de ${user.username}: ${user.devices.active} activos de ${user.devices.total}`}
              title="Dispositivos"
              icon={<Monitor className="ico" aria-hidden />}
              iconEnd={<ChevronDown className="ico" aria-hidden />}
              onClick={() => onOpenChange(!isOpen)}
            >
              <span className="num">{user.devices.total}</span>
            </Button>
          )}
          <Menu
            label={`Más de ${user.username}`}
            items={entriesOf(user, isOwn, {
              onRole: () => role.mutate(user.role === 'admin' ? 'user' : 'admin'),
              onExpiry: () => setAsked('expiry'),
              onPassword: () => setAsked('password'),
            })}
            trigger={
              <IconButton label={`Más de ${user.username}`}>
                <EllipsisVertical className="ico" aria-hidden />
              </IconButton>
            }
          />
        </div>
      </div>
      <div id={devicesId}>{isOpen && <DevicePanel user={user} />}</div>
      {asked === 'password' && <ResetPasswordDialog user={user} onClose={close} />}
      {(asked === 'expiry' || asked === 'activation') && (
        <ExpiryDialog user={user} isActivation={asked === 'activation'} onClose={close} />
      )}
    </li>
  );
}

function Standing({ user, isStanding }: { user: Account; isStanding: boolean }) {
  if (user.awaitsApproval) return <Badge tone="warn">Pendiente</Badge>;
  return <Badge tone={isStanding ? 'ok' : 'off'}>{isStanding ? 'Activo' : 'Inactivo'}</Badge>;
}

function Expiry({ expiresAt, hasEnded }: { expiresAt: string | null; hasEnded: boolean }) {
  if (expiresAt === null) return 'Sin vencimiento';
  return (
    <>
      {hasEnded ? 'Venció ' : <span className="urow__short">Vence </span>}
      {showDay(expiresAt)}
    </>
  );
}

function entriesOf(
  { role, awaitsApproval }: Account,
  isOwn: boolean,
  acts: { onRole: () => void; onExpiry: () => void; onPassword: () => void },
): MenuEntry[] {
  const password: MenuEntry = {
    key: 'password',
    label: 'Restablecer contraseña',
    icon: <KeyRound className="ico" />,
    onSelect: acts.onPassword,
  };
  // Whoever is not decided on yet is approved or refused first.
  if (awaitsApproval) return [password];
  const entries: MenuEntry[] = [
    {
      key: 'role',
      label: role === 'admin' ? 'Quitar administración' : 'Hacer administrador',
      icon: role === 'admin' ? <ShieldOff className="ico" /> : <Shield className="ico" />,
      onSelect: acts.onRole,
    },
    {
      key: 'expiry',
      label: 'Cambiar vencimiento',
      icon: <CalendarClock className="ico" />,
      onSelect: acts.onExpiry,
    },
  ];
  // One's own is changed in one's own menu.
  return isOwn ? entries : [...entries, password];
}
