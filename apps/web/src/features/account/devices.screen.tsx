import { Button, ErrorState, SkeletonRows } from '@butaca/ui';
import { useQuery } from '@tanstack/react-query';
import { reasonOf } from '../../platform/api/api-error.ts';
import { ownDevicesQuery } from './devices.queries.ts';
import { OpenSessions } from './open-sessions.tsx';
import './devices.css';

/**
 * The screen «Dispositivos y sesiones»: the devices on which a person is signed in, with buttons that end the session
 * on one of them, on all others, or on all.
 */
export function DevicesScreen() {
  const devices = useQuery(ownDevicesQuery());
  return (
    <main className="page devices" id="contenido" tabIndex={-1}>
      <div className="page__head">
        <h1>Dispositivos y sesiones</h1>
      </div>
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
