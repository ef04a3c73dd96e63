import { passwordLength } from '@butaca/contract';
import { Button, Notice, notify, TextField } from '@butaca/ui';
import { useState, type FormEvent } from 'react';
import { ApiError, messageOf } from '../../platform/api/api-error.ts';
import { useAuth } from './auth.tsx';
import './password-form.css';

interface PasswordFormProps {
  currentLabel: string;
  /**
   * Whether the person has just signed in with the present password, so that the form asks for it only when the server
   * requires it.
   */
  isCurrentKnown?: boolean;
  /** The label of the button that leaves the password form without changing the password. */
  leaveLabel: string;
  onLeave: () => void;
  onDone?: () => void;
}

const blank = { current: '', next: '', confirmation: '' };

/**
 * The form that changes a person's password: the present password unless the person has just signed in with it, the new
 * one, and the new one repeated. A failure shows the server's message.
 */
export function PasswordForm({
  currentLabel,
  isCurrentKnown = false,
  leaveLabel,
  onLeave,
  onDone,
}: PasswordFormProps) {
  const { changePassword } = useAuth();
  const [values, setValues] = useState(blank);
  const [asksCurrent, setAsksCurrent] = useState(!isCurrentKnown);
  const [error, setError] = useState<string>();
  const [isSaving, setSaving] = useState(false);

  async function handleSubmit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isSaving) return;
    if (values.next !== values.confirmation) {
      setError('Las contraseñas no coinciden.');
      return;
    }
    setError(undefined);
    setSaving(true);
    try {
      notify.ok(await changePassword(asksCurrent ? values.current : undefined, values.next));
      onDone?.();
    } catch (failure) {
      if (failure instanceof ApiError && failure.code === 'account.password_required') setAsksCurrent(true);
      setError(messageOf(failure, 'No se pudo cambiar la contraseña.'));
      setSaving(false);
    }
  }

  const field = (name: keyof typeof blank) => ({
    type: 'password',
    name,
    required: true,
    readOnly: isSaving,
    maxLength: passwordLength.max,
    value: values[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setValues({ ...values, [name]: event.currentTarget.value }),
  });
  return (
    <form className="ownpassword" onSubmit={(event) => void handleSubmit(event)}>
      {error !== undefined && <Notice tone="danger">{error}</Notice>}
      {asksCurrent ? (
        <TextField label={currentLabel} autoComplete="current-password" {...field('current')} />
      ) : null}
      <TextField
        label="Contraseña nueva"
        autoComplete="new-password"
        hint="8 caracteres como mínimo."
        {...field('next')}
      />
      <TextField label="Confirmar contraseña nueva" autoComplete="new-password" {...field('confirmation')} />
      <div className="ownpassword__acts">
        <Button variant="ghost" disabled={isSaving} onClick={onLeave}>
          {leaveLabel}
        </Button>
        <Button type="submit" variant="primary" loading={isSaving}>
          {isSaving ? 'Guardando...' : 'Cambiar contraseña'}
        </Button>
      </div>
    </form>
  );
}
