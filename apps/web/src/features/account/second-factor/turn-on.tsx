import { Button, Notice, TextField } from '@butaca/ui';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { messageOf } from '../../../platform/api/api-error.ts';
import { QrCode } from '../../../platform/qr-code.tsx';
import { beginSecondFactor, confirmSecondFactor } from './second-factor.queries.ts';

/** Turns the second factor on: the person's password, then the QR code and a first code of the app. */
export function TurnOn({ onDone }: { onDone: (recoveryCodes: readonly string[]) => void }) {
  const [password, setPassword] = useState('');
  const begin = useMutation({ mutationFn: beginSecondFactor });
  if (begin.data !== undefined) return <Confirm app={begin.data} onDone={onDone} />;

  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    begin.mutate(password);
  };
  return (
    <form className="factor__part" onSubmit={handleSubmit}>
      <p>
        Además de tu contraseña, al entrar escribirás un código de seis cifras que muestra una aplicación de
        verificación de tu teléfono. Así, quien adivine tu contraseña no podrá entrar.
      </p>
      {begin.isError && (
        <Notice tone="danger">{messageOf(begin.error, 'No se pudo empezar la activación.')}</Notice>
      )}
      <TextField
        label="Tu contraseña"
        type="password"
        required
        autoComplete="current-password"
        readOnly={begin.isPending}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <div className="factor__acts">
        <Button type="submit" variant="primary" loading={begin.isPending}>
          Empezar
        </Button>
      </div>
    </form>
  );
}

interface ConfirmProps {
  /** What the authenticator app needs: the secret for typing, and the address for the QR code. */
  app: { secret: string; address: string };
  onDone: (recoveryCodes: readonly string[]) => void;
}

function Confirm({ app, onDone }: ConfirmProps) {
  const [code, setCode] = useState('');
  const confirm = useMutation({ mutationFn: confirmSecondFactor, onSuccess: onDone });
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    confirm.mutate(code);
  };
  return (
    <form className="factor__part" onSubmit={handleSubmit}>
      <p>Escanea este código con tu aplicación de verificación:</p>
      <QrCode text={app.address} label="Código QR para tu aplicación de verificación" />
      <p>
        Si no puedes escanearlo, escribe esta clave:{' '}
        <code className="factor__key">{app.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      {confirm.isError && (
        <Notice tone="danger">
          {messageOf(confirm.error, 'No se pudo activar la verificación en dos pasos.')}
        </Notice>
      )}
      <TextField
        label="Código que muestra la aplicación"
        name="code"
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        hint="Al activar se cerrará tu sesión en los demás dispositivos."
        readOnly={confirm.isPending}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <div className="factor__acts">
        <Button type="submit" variant="primary" loading={confirm.isPending}>
          Activar
        </Button>
      </div>
    </form>
  );
}
