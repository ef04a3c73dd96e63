import type { Account, Device } from '@butaca/contract';
import { Button, ConfirmDialog, ErrorState, notify, SkeletonRows } from '@butaca/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { PowerOff, RefreshCw } from 'lucide-react';
import { useRef, useState } from 'react';
import { messageOf } from '../../../platform/api/api-error.ts';
import { useFocusAfterRemoval } from '../../../platform/use-focus-after-removal.ts';
import { PasswordConfirmDialog } from '../own-password/password-confirm-dialog.tsx';
import { DeviceCard } from './device-card.tsx';
import {
  devicesQuery,
  endDevice,
  endEveryDevice,
  everyDeviceQuery,
  everyUserQuery,
} from './users.queries.ts';

/**
 * «Dispositivos de …» in the list of users: the devices on which a person has signed in, with buttons that deactivate
 * them.
 */
export function DevicePanel({ user }: { user: Account }) {
  const [isOfAll, setOfAll] = useState(false);
  const [isAsking, setAsking] = useState(false);
  /** The device of an administrator that is deactivated once the caller has given their own password. */
  const [asked, setAsked] = useState<Device>();
  const isAdmin = user.role === 'admin';
  const devices = useQuery(devicesQuery(user._id, isOfAll));
  const { one, all, follow } = useDeactivation(user._id, () => setAsking(false));
  const refresh = useRef<HTMLButtonElement>(null);
  const found = devices.data?.devices ?? noDevices;
  const active = devices.data?.active ?? user.devices.active;
  // After a switch between active and all devices, the panel of a user's devices keeps showing the previous list until
  // the new one arrives, but shows placeholders if the previous list was empty.
  const consequence = `Se cerrará la sesión de «${user.username}» en ${active === 1 ? 'su dispositivo activo' : `sus ${active} dispositivos activos`}.`;
  const isWaiting = devices.isPending || (devices.isPlaceholderData && found.length === 0);

  return (
    <section className="devs" aria-label={`Dispositivos de ${user.username}`}>
      <div className="devs__head">
        <h2>Dispositivos de {user.username}</h2>
        <span className="devs__count">
          Activos <b>{active}</b> / Total <b>{devices.data?.total ?? user.devices.total}</b>
        </span>
        <div className="devs__acts">
          <Button variant="line" size="sm" onClick={() => setOfAll(!isOfAll)}>
            {isOfAll ? 'Solo Activos' : 'Ver Todos'}
          </Button>
          <Button
            ref={refresh}
            variant="line"
            size="sm"
            icon={<RefreshCw className="ico" aria-hidden />}
            loading={devices.isFetching && !devices.isPending}
            onClick={() => void devices.refetch()}
          >
            Actualizar
          </Button>
          {active > 0 && (
            <Button
              variant="danger-line"
              size="sm"
              icon={<PowerOff className="ico" aria-hidden />}
              onClick={() => setAsking(true)}
            >
              Desactivar Todos
            </Button>
          )}
        </div>
      </div>
      {isWaiting && <SkeletonRows count={2} label="Cargando dispositivos..." />}
      {devices.isError && (
        <ErrorState
          panel
          title={messageOf(devices.error, 'Error al obtener dispositivos.')}
          action={
            <Button variant="primary" size="sm" onClick={() => void devices.refetch()}>
              Reintentar
            </Button>
          }
        />
      )}
      {devices.isSuccess && !isWaiting && found.length === 0 && (
        <p className="devs__none" aria-live="polite">
          {devices.data.total === 0
            ? 'Este usuario no tiene dispositivos registrados.'
            : 'Este usuario no tiene dispositivos activos.'}
        </p>
      )}
      {devices.isSuccess && found.length > 0 && (
        <Cards
          devices={found}
          endingId={one.isPending ? one.variables : undefined}
          onEnd={(device) => (isAdmin ? setAsked(device) : one.mutate(device.deviceId))}
        />
      )}
      <ConfirmDialog
        open={isAsking && !isAdmin}
        onOpenChange={setAsking}
        title={allTitle}
        confirmLabel="Desactivar todos"
        onConfirm={() => all.mutate()}
        pending={all.isPending}
      >
        {consequence}
      </ConfirmDialog>
      {isAsking && isAdmin && (
        <PasswordConfirmDialog
          title={allTitle}
          confirmLabel="Desactivar todos"
          failure={allFailed}
          onConfirm={async (currentPassword) => {
            notify.ok((await endEveryDevice(user._id, currentPassword)).message);
            setAsking(false);
            await follow();
          }}
          onClose={() => setAsking(false)}
        >
          {`${consequence} Escribe tu contraseña para confirmarlo.`}
        </PasswordConfirmDialog>
      )}
      {asked && (
        <PasswordConfirmDialog
          title="¿Desactivar el dispositivo?"
          confirmLabel="Desactivar"
          failure={oneFailed}
          onConfirm={async (currentPassword) => {
            notify.ok((await endDevice(user._id, asked.deviceId, currentPassword)).message);
            setAsked(undefined);
            await follow();
          }}
          onClose={() => setAsked(undefined)}
        >
          {`Se cerrará la sesión de «${user.username}» en ese dispositivo. Escribe tu contraseña para confirmarlo.`}
        </PasswordConfirmDialog>
      )}
    </section>
  );
}

const noDevices: readonly Device[] = [];
const allTitle = '¿Desactivar todos los dispositivos?';
const oneFailed = 'No se pudo desactivar el dispositivo.';
const allFailed = 'No se pudieron desactivar los dispositivos.';

function Cards({
  devices,
  endingId,
  onEnd,
}: {
  devices: readonly Device[];
  endingId: string | undefined;
  onEnd: (device: Device) => void;
}) {
  useFocusAfterRemoval(devices.filter(({ isActive }) => isActive).map(({ deviceId }) => deviceId));
  return (
    <ul className="devs__grid">
      {devices.map((device) => (
        <DeviceCard
          key={device.deviceId}
          device={device}
          isEnding={device.deviceId === endingId}
          onEnd={() => onEnd(device)}
        />
      ))}
    </ul>
  );
}

function useDeactivation(userId: string, onAllSettled: () => void) {
  const queryClient = useQueryClient();
  const follow = async (): Promise<void> => {
    await Promise.all([
      queryClient.invalidateQueries(everyDeviceQuery(userId)),
      queryClient.invalidateQueries(everyUserQuery),
    ]);
  };
  const one = useMutation({
    mutationFn: (deviceId: string) => endDevice(userId, deviceId),
    onSuccess: ({ message }) => notify.ok(message || 'Dispositivo desactivado correctamente.'),
    onError: (error) => notify.error(messageOf(error, oneFailed)),
    onSettled: follow,
  });
  const all = useMutation({
    mutationFn: () => endEveryDevice(userId),
    onSuccess: ({ message }) => notify.ok(message || 'Todos los dispositivos han sido desactivados.'),
    onError: (error) => notify.error(messageOf(error, allFailed)),
    onSettled: async () => {
      onAllSettled();
      await follow();
    },
  });
  return { one, all, follow };
}
