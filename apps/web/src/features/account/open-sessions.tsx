import type { OwnDevice } from '@butaca/contract';
import { Button, ConfirmDialog } from '@butaca/ui';
import { LogOut } from 'lucide-react';
import { useRef, useState } from 'react';
import { useFocusAfterRemoval } from '../../platform/use-focus-after-removal.ts';
import { OwnDeviceCard } from './own-device-card.tsx';
import { useSessionEnds } from './use-session-ends.ts';

/** The list of the devices on which the person is signed in, and the buttons that end several sessions at once. */
export function OpenSessions({ devices }: { devices: readonly OwnDevice[] }) {
  const [question, setQuestion] = useState<'others' | 'all'>();
  const { leave, one, others, all } = useSessionEnds(() => setQuestion(undefined));
  const list = useRef<HTMLUListElement>(null);
  useFocusAfterRemoval(devices.map(({ deviceId }) => deviceId));
  const otherCount = devices.filter(({ isThisDevice }) => !isThisDevice).length;
  const closeQuestion = (isOpen: boolean): void => {
    if (!isOpen) setQuestion(undefined);
  };
  return (
    <>
      <p className="devices__words">
        Estos son los dispositivos en los que has iniciado sesión. Si no reconoces alguno, cierra su sesión y
        cambia tu contraseña.
      </p>
      <ul ref={list} className="devices__list" aria-label="Dispositivos con la sesión abierta">
        {devices.map((device) => (
          <OwnDeviceCard
            key={device.deviceId}
            device={device}
            isEnding={one.isPending && one.variables === device.deviceId}
            onEnd={() => (device.isThisDevice ? leave() : one.mutate(device.deviceId))}
          />
        ))}
      </ul>
      <p className="devices__words" aria-live="polite">
        {otherCount === 0 ? 'No tienes la sesión abierta en ningún otro dispositivo.' : null}
      </p>
      <div className="devices__acts">
        {otherCount === 0 ? null : (
          <Button
            variant="line"
            size="sm"
            icon={<LogOut className="ico" />}
            onClick={() => setQuestion('others')}
          >
            Cerrar las demás sesiones
          </Button>
        )}
        <Button
          variant="danger-line"
          size="sm"
          icon={<LogOut className="ico" />}
          onClick={() => setQuestion('all')}
        >
          Cerrar sesión en todos los dispositivos
        </Button>
      </div>
      <ConfirmDialog
        // The question closes in the render that removes its button, which therefore cannot get the focus back.
        open={question === 'others' && otherCount > 0}
        finalFocus={() => (otherCount === 0 ? (list.current?.querySelector('button') ?? null) : null)}
        onOpenChange={closeQuestion}
        title="¿Cerrar las demás sesiones?"
        confirmLabel="Cerrar sesiones"
        onConfirm={() => others.mutate()}
        pending={others.isPending}
      >
        {otherCount === 1
          ? 'Se cerrará tu sesión en el otro dispositivo y se detendrá lo que esté reproduciendo. En este seguirá abierta.'
          : `Se cerrará tu sesión en los otros ${otherCount} dispositivos y se detendrá lo que estén reproduciendo. En este seguirá abierta.`}
      </ConfirmDialog>
      <ConfirmDialog
        open={question === 'all'}
        onOpenChange={closeQuestion}
        title="¿Cerrar sesión en todos los dispositivos?"
        confirmLabel="Cerrar sesión"
        onConfirm={() => all.mutate()}
        pending={all.isPending}
      >
        Se cerrará tu sesión también en este dispositivo y tendrás que volver a entrar con tu contraseña.
      </ConfirmDialog>
    </>
  );
}
