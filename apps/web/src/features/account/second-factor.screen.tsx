import { Button, ErrorState, Notice, SkeletonRows } from '@butaca/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { reasonOf } from '../../platform/api/api-error.ts';
import { useAuth } from './auth.tsx';
import { RecoveryCodes } from './second-factor/recovery-codes.tsx';
import { secondFactorQuery } from './second-factor/second-factor.queries.ts';
import './second-factor.css';
import { TurnOff } from './second-factor/turn-off.tsx';
import { TurnOn } from './second-factor/turn-on.tsx';

/**
 * The screen «Verificación en dos pasos», on which an administrator turns their second factor on or off. Its code
 * includes the library that draws QR codes.
 */
export function SecondFactorScreen() {
  const factor = useQuery(secondFactorQuery());
  const { user } = useAuth();
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>();
  const refetch = (): void => void factor.refetch();

  return (
    <main className="page factor" id="contenido" tabIndex={-1}>
      <div className="page__head">
        <h1>Verificación en dos pasos</h1>
      </div>
      {recoveryCodes !== undefined ? (
        <RecoveryCodes
          username={user?.username ?? ''}
          codes={recoveryCodes}
          onDone={() => {
            setRecoveryCodes(undefined);
            refetch();
          }}
        />
      ) : factor.data?.isOn === true ? (
        <TurnOff factor={factor.data} onDone={refetch} />
      ) : factor.data !== undefined && user?.role !== 'admin' ? (
        <Notice tone="info">Solo los administradores pueden usar la verificación en dos pasos.</Notice>
      ) : factor.data !== undefined ? (
        <TurnOn onDone={setRecoveryCodes} />
      ) : factor.isError ? (
        <ErrorState
          title="No se pudo cargar la verificación en dos pasos."
          reason={reasonOf(factor.error)}
          action={
            <Button variant="primary" onClick={refetch}>
              Reintentar
            </Button>
          }
        />
      ) : (
        <SkeletonRows count={2} label="Cargando la verificación en dos pasos..." />
      )}
    </main>
  );
}
