import { Button, ErrorState, lazyPart, SkeletonRows } from '@butaca/ui';
import { useQuery } from '@tanstack/react-query';
import { canChooseOutput } from '../../shared/output/output.ts';
import { reasonOf } from '../../platform/api/api-error.ts';
import { ownDevicesQuery } from './devices.queries.ts';
import { OpenSessions } from './open-sessions.tsx';
import './devices.css';

/** Loaded only where there is a player to choose. */
const playerChoice = lazyPart(async () => (await import('./player-choice.tsx')).PlayerChoice);

const pushSwitch = lazyPart(async () => (await import('../../shared/push/push.ts')).PushSwitch);

/**
 * The screen «Dispositivos y sesiones»: the devices on which a person is signed in, with buttons that end the session
 * on one of them, on all others, or on all, and the notices that this device gets.
 */
export function DevicesScreen() {
  const devices = useQuery(ownDevicesQuery());
  const { Part: PlayerChoice } = playerChoice.usePart(canChooseOutput());
  const { Part: PushSwitch } = pushSwitch.usePart(true);
  return (
    <main className="page devices" id="contenido" tabIndex={-1}>
      <div className="page__head">
        <h1>Dispositivos y sesiones</h1>
      </div>
      {PlayerChoice === undefined ? null : <PlayerChoice />}
      <div className="devices__notices">{PushSwitch === undefined ? null : <PushSwitch />}</div>
      {devices.data !== undefined ? (
        <OpenSessions devices={devices.data} />
      ) : devices.isError ? (
        <ErrorState
          title="Error al obtener dispositivos."
          reason={reasonOf(devices.error)}
          action={
            <Button variant="primary" onClick={() => void devices.refetch()}>
              Reintentar
            </Button>
          }
        />
      ) : (
        <SkeletonRows count={3} label="Cargando dispositivos..." />
      )}
    </main>
  );
}
