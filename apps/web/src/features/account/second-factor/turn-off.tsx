import type { SecondFactor } from '@butaca/contract';
import { Button, Notice, notify, TextField } from '@butaca/ui';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { messageOf } from '../../../platform/api/api-error.ts';
import { dayInWords } from '../../../platform/moment.ts';
import { endSecondFactor } from './second-factor.queries.ts';

interface TurnOffProps {
  factor: SecondFactor;
  onDone: () => void;
}

/** Shows since when the second factor is on, and turns it off, given the password and a code. */
export function TurnOff({ factor, onDone }: TurnOffProps) {
  const [values, setValues] = useState({ password: '', code: '' });
  const end = useMutation({
    mutationFn: () => endSecondFactor(values.password, values.code),
    onSuccess: (message) => {
      notify.ok(message);
      onDone();
    },
  });
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    end.mutate();
  };
  const day = dayInWords(factor.since ?? '');
  return (
    <>
      <p className="factor__words">
        Activada desde el {day}. {describeCodes(factor.recoveryCodesLeft)}
      </p>
      <form className="factor__part" onSubmit={handleSubmit}>
        <h2>Desactivar</h2>
        {end.isError && (
          <Notice tone="danger">
            {messageOf(end.error, 'No se pudo desactivar la verificación en dos pasos.')}
          </Notice>
        )}
        <TextField
          label="Tu contraseña"
          type="password"
          required
          autoComplete="current-password"
          readOnly={end.isPending}
          value={values.password}
          onChange={(event) => setValues({ ...values, password: event.currentTarget.value })}
        />
        <TextField
          label="Código de verificación o de recuperación"
          name="code"
          required
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          readOnly={end.isPending}
          value={values.code}
          onChange={(event) => setValues({ ...values, code: event.currentTarget.value })}
        />
        <div className="factor__acts">
          <Button type="submit" variant="danger-line" loading={end.isPending}>
            Desactivar
          </Button>
        </div>
      </form>
    </>
  );
}

function describeCodes(left: number): string {
  if (left === 0) {
    return 'No te quedan códigos de recuperación: desactívala y vuelve a activarla para tener otros.';
  }
  return left === 1
    ? 'Te queda 1 código de recuperación.'
    : `Te quedan ${left} códigos de recuperación sin usar.`;
}
